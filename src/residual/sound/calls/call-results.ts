import { computationalType, returnTypeOf } from '../../../classfile/descriptors.ts';
import type { CallRequest } from '../../call-graph/request.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallResult, ObjectKind, OneKind } from '../values/call-knowledge.ts';
import type { MethodCode } from '../values/method-code.ts';
import { kindOfAny } from '../values/object-kind.ts';
import { bothUses, noUse, type Use } from '../values/use.ts';
import type { CallSources, Source } from './call-sources.ts';
import { returnedKinds } from './returned-kinds.ts';

export interface CallResults {
  /** What a call returns. */
  ofCall(call: CallRequest): CallResult;
  /** Kinds of the objects that some methods of the graph return, shared ones excluded; undefined: not known. */
  kindsReturned(methods: readonly number[]): readonly OneKind[] | undefined;
}

/**
 * A call returns a fresh object when everything that it may return was made during the call, and nobody kept
 * it on the way here: the methods that it may run, and those whose results they return, are searched for
 * where their results come from. Methods that return each other's results are no obstacle: what comes back
 * was made somewhere among them. `useUntilReturned`: what a method, and those that it calls, do with the
 * object that one of its instructions makes, until it is returned. O(methods that hand on results x their
 * origins) per call, besides what following the objects takes.
 */
export function callResults(
  sources: CallSources,
  useUntilReturned: (method: number, code: MethodCode, site: number, object: ObjectKind) => Use,
  weakenings: Weakenings,
): CallResults {
  function ofCall(call: CallRequest): CallResult {
    if (computationalType(returnTypeOf(call.descriptor)) !== 'A') return unknown;
    if (weakenings.has('everyIteratorIsFresh') && call.name === 'iterator') return someIterator;
    const source = sources.ofCall(call);
    if (source === undefined) return unknown;
    return 'operand' in source ? { kind: 'operand', operand: source.operand } : fresh(source);
  }

  /** The object that a source hands out, if it is new and known to nobody else. */
  function fresh({ methods, library, mayBeNull }: Source): CallResult {
    const returning = sources.returningFrom(methods);
    if (returning === undefined) return unknown;
    const kinds = returnedKinds(returning);
    let past = noUse;
    for (const [method, { code, origins }] of returning)
      for (const origin of origins) {
        const object = kinds.of(origin);
        if (object.length === 0) continue;
        if (origin.made === undefined && weakenings.has('forgetHandingOn')) continue;
        const kind = kindOfAny(object, weakenings);
        past = bothUses(past, useUntilReturned(method, code, origin.site, kind));
        if (past.keeps) return unknown;
      }
    const object = kinds.of({ methods, library });
    if (object.length === 0) return unknown;
    const nulls = mayBeNull || [...returning.values()].some((one) => one.mayBeNull);
    return { kind: 'fresh', object: kindOfAny(object, weakenings), mayBeNull: nulls, past };
  }

  return {
    ofCall,
    kindsReturned(methods) {
      const returning = sources.returningFrom(methods);
      return returning && returnedKinds(returning).of({ methods, library: undefined });
    },
  };
}

const unknown: CallResult = { kind: 'unknown' };

/** For the mistake `everyIteratorIsFresh`. */
const someIterator: CallResult = {
  kind: 'fresh',
  object: { kind: 'library', callsBack: [], isCollectionIterator: true, isPlain: false },
  mayBeNull: false,
  past: noUse,
};
