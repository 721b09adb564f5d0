import type { ClassHierarchy } from '../../hierarchy/class-hierarchy.ts';
import { directSuperTypes } from '../../hierarchy/super-types.ts';
import type { Property } from '../../property/model.ts';
import { remembering } from '../../remembering.ts';
import { internalNameOf } from '../../residual/java-type.ts';
import type { InstrumentRequest } from '../instrument-types.ts';
import type { ApplicationClass } from './application.ts';

const iterator = 'java/util/Iterator';

/**
 * Classes of the program whose objects hold their slices themselves (rrv.runtime.SliceHolder), by internal
 * name: iterators, which live shortly and come in great numbers, for properties of one iterator. Other types
 * would profit less, and frameworks look at the interfaces of some of them. Not records, which have no fields
 * of their own, those that can be written to a stream, whose form must stay, those that may be anything, as a
 * supertype is missing, or of whose name there are several. A class whose superclass is one in the same archive
 * holds by that. `watched`: properties that have points; `differing`: names of classes of which several differ.
 * For an audit none, as its monitors keep traces. O(classes).
 */
export function sliceHolders(
  { hierarchy, audit }: Pick<InstrumentRequest, 'hierarchy' | 'audit'>,
  all: readonly ApplicationClass[],
  watched: Iterable<Property>,
  differing: () => ReadonlySet<string>,
): (own: readonly ApplicationClass[]) => ReadonlySet<string> {
  const types = audit ? [] : [...watched].filter(isOfOneObject).map(typeOfParameter);
  const ofIterators = types.filter((type) => hierarchy.isSubtype(type, iterator) === true);
  if (ofIterators.length === 0) return () => new Set();
  const mayBeIterator = extending(iterator, all, hierarchy);
  const mayHold = ({ name, superTypes, instrumented }: ApplicationClass): boolean =>
    instrumented &&
    mayBeIterator(name) &&
    ofIterators.some((type) => hierarchy.isSubtype(name, type) === true) &&
    !hierarchy.header(name)!.isInterface &&
    superTypes[0] !== 'java/lang/Record' &&
    hierarchy.isSubtype(name, 'java/io/Serializable') === false &&
    !differing().has(name) &&
    !hierarchy.mayBeOfJdk(name);
  return (own) => {
    const holding = own.filter(mayHold);
    const names = new Set(holding.map(({ name }) => name));
    const first = holding.filter(({ superTypes }) => !names.has(superTypes[0]!));
    return new Set(first.map(({ name }) => name));
  };
}

/**
 * Whether a class extends a type of the JDK, as far as classes are there. Asked of all classes, `isSubtype`
 * would take longer, and note all that are missing.
 */
function extending(
  type: string,
  all: readonly ApplicationClass[],
  { header, isSubtype }: ClassHierarchy,
): (name: string) => boolean {
  const known = new Map(all.map(({ name, superTypes }) => [name, superTypes]));
  const isSubtypeOfJdk = remembering((name: string) => isSubtype(name, type) === true);
  return (name) => {
    const reached = new Set([name]);
    for (const next of reached) {
      let superTypes = known.get(next);
      if (superTypes === undefined) {
        const found = header(next);
        if (found?.origin === 'jdk' && isSubtypeOfJdk(next)) return true;
        superTypes = found === undefined || found.origin === 'jdk' ? [] : directSuperTypes(found);
      }
      for (const each of superTypes) reached.add(each);
    }
    return false;
  };
}

/** As the runtime has it (OneParameterMonitor.fits). */
function isOfOneObject({ parameters, events, javaCode }: Property): boolean {
  return javaCode === undefined && parameters.length === 1 && events.every(({ binds }) => binds.length === 1);
}

function typeOfParameter({ parameters }: Property): string {
  return internalNameOf(parameters[0]!.type);
}
