import { type CallBack, callBackKey } from '../facts/library-facts.ts';
import { once } from '../remembering.ts';
import { furtherCallBacks } from './further-call-backs.ts';
import { madeByName } from './implied-call-backs.ts';
import { inheritedValueMethods } from './inherited-value-methods.ts';
import { type ResolutionContext, withNatives } from './request-targets.ts';
import { merge, type Targets } from './targets.ts';
import type { UsedLibrary } from './used-library.ts';

/**
 * What a call-back of the class library may run, with all that objects of the class library run in turn.
 * Answers are kept.
 */
export function callBackTargets(
  { index, hierarchy, relations, functions, options }: ResolutionContext,
  used: UsedLibrary,
): (callBack: CallBack) => Targets {
  const { methods, byName, byOwner, ofClass } = index;
  const { subtypesOf, related, ofRelatives, overridesLibrary } = relations;
  const { given } = used;
  const askedByInherited = inheritedValueMethods(index, hierarchy, relations, used);
  const impliedBy = furtherCallBacks(index, hierarchy, used, options);
  /** Static methods by which providers of modules are made (java.util.ServiceLoader), whatever class has them, and what they return. */
  const providerMethods = once(() =>
    methods.flatMap(({ name, descriptor, isStatic }, method) => {
      const result = name === 'provider' && isStatic ? /^\(\)L(.+);$/.exec(descriptor)?.[1] : undefined;
      return result === undefined ? [] : [{ method, result }];
    }),
  );
  /** Constructors and initialisers of the program's subtypes of a type, and what else makes objects of it. */
  const makingOf = (type: string): readonly number[] => [
    ...subtypesOf(type).flatMap((sub) =>
      (ofClass.get(sub) ?? []).filter((one) => methods[one]!.name.startsWith('<')),
    ),
    ...providerMethods().flatMap(({ method, result }) =>
      hierarchy.isSubtype(result, type) === false
        ? []
        : [method, ...(index.classInitialisers.get(methods[method]!.owner) ?? [])],
    ),
  ];
  const directAnswers = new Map<string, Targets>();
  /** Methods and functions of the program that a call-back calls itself. */
  const directTargets = ({ type, method }: CallBack): Targets => {
    const key = callBackKey({ type, method });
    let answer = directAnswers.get(key);
    if (answer === undefined) {
      const candidates = method === undefined ? ofRelatives(byOwner, type) : (byName.get(method) ?? []);
      const found = candidates.filter((one) => {
        const { owner, name, descriptor, isPrivate } = methods[one]!;
        if (isPrivate || !related(owner, type)) return false;
        return method !== undefined || overridesLibrary(owner, name, descriptor, type);
      });
      const inherited = options.forgetInheritedText === true ? [] : askedByInherited({ type, method });
      const asked = [...inherited, ...(madeByName.has(type) ? makingOf(type) : [])];
      answer = withNatives(index, {
        methods: asked.length === 0 ? found : [...new Set([...found, ...asked])],
        functions: options.forgetLambdas ? [] : functions.ofType(type, method),
        library: false,
        anything: [...given].some(({ whenAsked, runs }) => runs === 'anything' && whenAsked.test(type)),
      });
      directAnswers.set(key, answer);
    }
    return answer;
  };
  const callBackAnswers = new Map<string, Targets>();
  /**
   * One call-back may imply another that implies it in turn: a comparator may compare what iterators of
   * streams give.
   */
  return (callBack) => {
    const key = callBackKey(callBack);
    let answer = callBackAnswers.get(key);
    if (answer === undefined) {
      const all = new Map([[key, callBack]]);
      for (const one of all.values())
        for (const implied of impliedBy(one)) all.set(callBackKey(implied), implied);
      answer = all.size === 1 ? directTargets(callBack) : merge([...all.values()].map(directTargets));
      callBackAnswers.set(key, answer);
    }
    return answer;
  };
}
