import { requestKey } from '../../call-graph/request.ts';
import type { AskedProgram } from './asked-program.ts';
import type { LookedInto } from './looked-into.ts';
import type { Question } from './question.ts';

/** The program, asked so that questions are noted. */
export interface NotedProgram {
  readonly program: AskedProgram;
  /** What stands for this number: a question, or the points of a method, by index. */
  noted(what: number): Question | number;
}

/** `lookedAt` is told the number of each question that is asked: from the number of methods on. */
export function notedProgram(asked: AskedProgram, lookedAt: LookedInto): NotedProgram {
  const { graph, hierarchy } = asked;
  const questions: Question[] = [];
  const first = graph.methods.length;
  /** By what it is about: a text is not put together for those that are asked most. */
  const note = (known: Map<unknown, number>, key: unknown, question: Question): void => {
    let number = known.get(key);
    if (number === undefined) {
      number = first + questions.push(question) - 1;
      known.set(key, number);
    }
    lookedAt.note(number);
  };
  const targets = new Map<unknown, number>();
  const facts = new Map<unknown, number>();
  const code = new Map<unknown, number>();
  /** By a text. */
  const others = new Map<unknown, number>();
  const noteCode = (method: number): void => {
    const { owner } = graph.methods[method]!;
    note(code, owner, ['code', owner]);
  };
  const program: AskedProgram = {
    codeOf(method) {
      noteCode(method);
      return asked.codeOf(method);
    },
    hasRequests(method) {
      noteCode(method);
      return asked.hasRequests(method);
    },
    graph: {
      ...graph,
      targets(request) {
        const interned = graph.intern(request);
        note(targets, interned, ['targets', interned]);
        return graph.targets(interned);
      },
      onClass(request, name) {
        note(others, `onClass ${requestKey(request)} ${name}`, ['onClass', request, name]);
        return graph.onClass(request, name);
      },
      callBackTargets(callBack) {
        note(others, `callBack ${callBack.type} ${callBack.method}`, ['callBack', callBack]);
        return graph.callBackTargets(callBack);
      },
      callBackTargetsOn(name, callBack) {
        const key = `callBackOn ${name} ${callBack.type} ${callBack.method}`;
        note(others, key, ['callBackOn', name, callBack]);
        return graph.callBackTargetsOn(name, callBack);
      },
      isLibrary(name) {
        note(others, `isLibrary ${name}`, ['isLibrary', name]);
        return graph.isLibrary(name);
      },
      mayBeLibrary(name) {
        note(others, `mayBeLibrary ${name}`, ['mayBeLibrary', name]);
        return graph.mayBeLibrary(name);
      },
    },
    hierarchy: {
      isSubtype(sub, superName) {
        note(others, `isSubtype ${sub} ${superName}`, ['isSubtype', sub, superName]);
        return hierarchy.isSubtype(sub, superName);
      },
      superTypes(name) {
        note(others, `superTypes ${name}`, ['superTypes', name]);
        return hierarchy.superTypes(name);
      },
      programSubtypes(name) {
        note(others, `subtypes ${name}`, ['subtypes', name]);
        return hierarchy.programSubtypes(name);
      },
      resolveMethod(owner, name, descriptor) {
        note(others, `resolve ${owner}.${name}${descriptor}`, ['resolve', owner, name, descriptor]);
        return hierarchy.resolveMethod(owner, name, descriptor);
      },
      // Not noted: a cache is of one JDK.
      mayBeOfJdk: hierarchy.mayBeOfJdk,
    },
    factsOf(call) {
      note(facts, call, ['facts', call]);
      return asked.factsOf(call);
    },
    makesReversedViews() {
      note(others, 'reversed', ['reversed']);
      return asked.makesReversedViews();
    },
  };
  return { program, noted: (what) => (what < first ? what : questions[what - first]!) };
}
