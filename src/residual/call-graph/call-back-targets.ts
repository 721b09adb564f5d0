import { once, remembering } from '../../remembering.ts';
import { type CallBack, callBackKey } from '../facts/library-facts.ts';
import { furtherCallBacks } from './further-call-backs.ts';
import { madeByName } from './implied-call-backs.ts';
import { inheritedValueMethods } from './inherited-value-methods.ts';
import { type ResolutionContext, withNatives } from './request-targets.ts';
import { merge, noTargets, type Targets } from './targets.ts';
import type { UsedLibrary } from './used-library.ts';

/** What a call-back of the class library may run. Answers are kept. */
export interface CallBackTargets {
  /** Methods of the program that have its name or override what it may call, and functions. */
  named(callBack: CallBack): Targets;
  /** What else of the program is asked: by objects that leave it to the class library, or to make them. */
  furtherMethods(callBack: CallBack): Targets;
  /** The call-backs that objects of the class library make in turn, directly. */
  implied(callBack: CallBack): readonly CallBack[];
  /** All of that together. */
  all(callBack: CallBack): Targets;
  /** Of that, what may be called on an object of exactly this class of the program. Without functions. */
  onObjectOf(className: string, callBack: CallBack): Targets;
}

/** Finding the methods that are asked further takes longer than finding those that are named. */
export function callBackTargets(
  { index, hierarchy, relations, functions, options }: ResolutionContext,
  used: UsedLibrary,
): CallBackTargets {
  const { methods, byName, byOwner, ofClass } = index;
  const { subtypesOf, related, ofRelatives, overridesLibrary } = relations;
  const { given } = used;
  const askedByInherited = inheritedValueMethods(index, hierarchy, relations, used);
  const impliedBy = furtherCallBacks(index, hierarchy, used, options);
  /**
   * Static methods by which providers of modules are made (java.util.ServiceLoader), whatever class has them,
   * and what they return.
   */
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
  /** `one`: a method that has the name, where the call-back has one. */
  const isNamed = ({ type, method }: CallBack, one: number): boolean => {
    const { owner, name, descriptor, isPrivate } = methods[one]!;
    if (isPrivate || !related(owner, type)) return false;
    if (method !== undefined || overridesLibrary(owner, name, descriptor, type)) return true;
    // Annotations of the class library ask what they are compared with for values, which their interfaces declare.
    return type === 'java/lang/annotation/Annotation' && name !== '<init>' && descriptor.startsWith('()');
  };
  const runsAnything = (type: string): boolean =>
    [...given].some(({ whenAsked, runs }) => runs === 'anything' && whenAsked.test(type));
  const named = byCallBack(({ type, method }: CallBack): Targets => {
    const candidates = method === undefined ? ofRelatives(byOwner, type) : (byName.get(method) ?? []);
    return withNatives(index, {
      methods: candidates.filter((one) => isNamed({ type, method }, one)),
      functions: options.forgetLambdas ? [] : functions.ofType(type, method),
      library: false,
      anything: runsAnything(type),
    });
  });
  const furtherMethods = byCallBack((callBack: CallBack): Targets => {
    const inherited = options.forgetInheritedText === true ? [] : askedByInherited(callBack);
    const making = madeByName.has(callBack.type) ? makingOf(callBack.type) : [];
    return withNatives(index, { ...noTargets, methods: [...inherited, ...making] });
  });
  const implied = byCallBack(impliedBy);
  /**
   * With itself. One may imply another that implies it in turn: a comparator may compare what iterators of
   * streams give.
   */
  const allImplied = byCallBack((callBack): readonly CallBack[] => {
    const all = new Map([[callBackKey(callBack), callBack]]);
    for (const one of all.values())
      for (const further of implied(one)) all.set(callBackKey(further), further);
    return [...all.values()];
  });
  const all = byCallBack((callBack) =>
    merge(allImplied(callBack).flatMap((one) => [named(one), furtherMethods(one)])),
  );
  const onObjectOf = (className: string, callBack: CallBack): Targets => {
    const found = new Set<number>();
    for (const one of allImplied(callBack)) {
      for (const type of hierarchy.superTypes(className))
        for (const method of byOwner.get(type) ?? [])
          if ((one.method === undefined || methods[method]!.name === one.method) && isNamed(one, method))
            found.add(method);
      if (options.forgetInheritedText !== true)
        for (const method of askedByInherited(one, [className])) found.add(method);
    }
    const anything = allImplied(callBack).some(({ type }) => runsAnything(type));
    return withNatives(index, { ...noTargets, methods: [...found], anything });
  };
  const onObjectsOf = remembering((className: string) =>
    byCallBack((callBack) => onObjectOf(className, callBack)),
  );
  return {
    ...{ named, furtherMethods, implied, all },
    onObjectOf: (className, callBack) => {
      if (!hierarchy.knowsAllSuperTypes(className)) return { ...all(callBack), functions: [] };
      return onObjectsOf(className)(callBack);
    },
  };
}

/** Asks once for all call-backs that are equal. */
function byCallBack<T>(ask: (callBack: CallBack) => T): (callBack: CallBack) => T {
  const answers = new Map<string, T>();
  return (callBack) => {
    const key = callBackKey(callBack);
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = ask(callBack);
      answers.set(key, answer);
    }
    return answer;
  };
}
