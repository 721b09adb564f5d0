import type { ClassHierarchy } from '../analysis.ts';
import type { CallBack } from '../facts/library-facts.ts';
import {
  anyMethodOf,
  askedByManagers,
  askedForValue,
  askedOfHandlers,
  keyFunctions,
  runByIterators,
  streamSink,
} from './implied-call-backs.ts';
import type { ProgramIndex } from './program-index.ts';
import type { CallGraphOptions } from './request-targets.ts';
import type { UsedLibrary } from './used-library.ts';

/** What the class library's own objects run when they are called so. */
export function furtherCallBacks(
  { methods, functionObjects, byOwner }: ProgramIndex,
  hierarchy: ClassHierarchy,
  { comparesByKeys, hasRunningIterators, usesStreams, usesCollectorParts, given }: UsedLibrary,
  options: CallGraphOptions,
): (callBack: CallBack) => readonly CallBack[] {
  let ofStreams: readonly CallBack[] | undefined;
  /** Bodies of functions that operations on streams take: all of java.util.function, gatherers, orders. */
  const functionsOfStreams = (): readonly CallBack[] => {
    if (ofStreams === undefined) {
      const types = new Set<string>();
      for (const { object } of functionObjects) for (const type of object.interfaces) types.add(type);
      for (const owner of byOwner.keys()) for (const type of hierarchy.superTypes(owner)) types.add(type);
      ofStreams = anyMethodOf(
        [...types].filter((type) =>
          /^java\/util\/(?:function|stream)\/(?!Sink$)|^java\/util\/Comparator$/.test(type),
        ),
      );
    }
    return ofStreams;
  };
  const takesConsumers = (): boolean =>
    methods.some(({ descriptor }) => descriptor.includes('Ljava/util/function/Consumer;'));
  return ({ type, method }) => {
    const implied: CallBack[] = [];
    if (type === 'java/lang/Object' && method !== undefined)
      for (const asked of askedOfHandlers.get(method) ?? [])
        implied.push({ type: 'java/net/URLStreamHandler', method: asked });
    if (type === 'java/util/Comparator' && comparesByKeys && options.forgetKeyExtractors !== true)
      implied.push(...anyMethodOf(keyFunctions));
    // What is at the end of a stream runs all that comes after it.
    if (type === streamSink && usesStreams && takesConsumers())
      implied.push(...functionsOfStreams(), { type: 'java/util/Iterator', method: undefined });
    if (usesCollectorParts && type.startsWith('java/util/function/')) implied.push(...functionsOfStreams());
    // The program may hand them to code of the class library as its own.
    if (type === 'java/util/Iterator' && method === undefined && hasRunningIterators)
      implied.push(...functionsOfStreams(), ...anyMethodOf(runByIterators));
    if (type === 'java/lang/SecurityManager') implied.push(...anyMethodOf(askedByManagers));
    for (const { whenAsked, runs } of given)
      if (runs !== 'anything' && whenAsked.test(type)) implied.push(...runs);
    if (options.forgetInheritedText !== true) implied.push(...askedForValue({ type, method }));
    return implied;
  };
}
