import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import { type Code, readCode } from '../classfile/code.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { Property } from '../property/model.ts';
import { candidateEvents } from './candidate-events.ts';
import { bodyJoinPoint, namesEvents, visitJoinPoints } from './code-join-points.ts';
import { classInitialiser, type EndOfProgram, type JoinPoint, runnableLambdas } from './join-point.ts';
import { eventMatcher } from './matching-events.ts';
import { placeValues } from './place-values.ts';
import type { Point, PointId } from './point.ts';

/** Finds the points of one class after the other; ids count up from 0 over all calls. */
export interface PointFinder {
  (file: ClassFile, input: string, entry: string, methods?: MethodFilter): Point[];
  /**
   * Whether all points are at instructions: then a class without an instruction that has the name of an event
   * has none.
   */
  readonly instructionsOnly: boolean;
  /** The events at the end of the program, to be listed at this method of the class. */
  endOfProgram(file: ClassFile, method: MethodInfo, input: string, entry: string): Point[];
}

/** Which methods need not be looked at: what an earlier look at the same class with the same properties noted. */
export interface MethodFilter {
  skips(methodIndex: number): boolean;
  /** The method has an instruction with the name of an event. */
  note(methodIndex: number): void;
}

/**
 * Returns a function that finds the points of the given properties in a class: one decoding of each method,
 * each call compared only with the events whose name patterns its name matches, and the answer for a callee
 * remembered. Points come in the order of methods, instructions, properties and events; those of a method's body
 * before those of its instructions.
 */
export function pointFinder(properties: readonly Property[], hierarchy: ClassHierarchy): PointFinder {
  const candidates = candidateEvents(properties);
  const matchesOf = eventMatcher(candidates, hierarchy);
  const instructionsOnly = !candidates.bodies && !candidates.initialisers && !candidates.startThreads;
  let nextId = 0;

  /** Adds the points of one join point. Whether an event has its name. */
  function addPoints(
    into: Point[],
    joinPoint: JoinPoint,
    { file, method, code, input, entry }: Place,
    position: number,
  ): boolean {
    const matches = matchesOf(joinPoint, file.name, method);
    if (matches === undefined) return false;
    for (const { candidate, match, parts } of matches) {
      const { property, event, controlFlow } = candidate;
      const placed = placeValues(event, match, parts, hierarchy);
      const index = position as InstructionIndex;
      into.push({
        id: nextId++ as PointId,
        property,
        event,
        input,
        entry,
        className: file.name,
        sourceFile: file.sourceFile,
        method: method.name,
        descriptor: method.descriptor,
        methodIndex: method.index,
        instruction: index,
        pc: code?.pcOf(index) ?? 0,
        line: code?.lineOf(index),
        kind: pointKind(joinPoint),
        position: candidate.position,
        ...placed,
        ...(match.ambiguous === undefined ? {} : { ambiguousBinding: match.ambiguous }),
        ...(controlFlow === undefined ? {} : { controlFlow }),
      });
    }
    return true;
  }

  function find(file: ClassFile, input: string, entry: string, methods?: MethodFilter): Point[] {
    const points: Point[] = [];
    const mayHavePoints = namesEvents(candidates, file);
    const skips = (method: MethodInfo): boolean =>
      instructionsOnly && (methods?.skips(method.index) === true || !mayHavePoints(method));
    const codes = file.methods.map((method) => (skips(method) ? undefined : readCode(file, method)));
    const lambdas = candidates.startThreads
      ? new Set(codes.flatMap((code) => runnableLambdas(file.name, code?.instructions ?? [])))
      : noLambdas;
    const isRunnable =
      candidates.startThreads && hierarchy.isSubtype(file.name, 'java/lang/Runnable') !== false;
    for (const method of file.methods) {
      // A bridge (JLS 15.12.4.5) only passes a call on that is an event where it was made; AspectJ skips it, too.
      if ((method.accessFlags & AccessFlag.bridge) !== 0) continue;
      const code = codes[method.index];
      if (code === undefined) continue;
      const place = { file, method, code, input, entry };
      if (candidates.bodies)
        addPoints(points, bodyJoinPoint(file.name, method, isRunnable, lambdas), place, 0);
      let isNamed = false;
      visitJoinPoints(candidates, file, method, code, (joinPoint, position) => {
        if (addPoints(points, joinPoint, place, position)) isNamed = true;
      });
      if (isNamed) methods?.note(method.index);
    }
    if (candidates.initialisers && lacksInitialiser(file)) {
      const method = { name: classInitialiser, descriptor: '()V', accessFlags: AccessFlag.static, index: -1 };
      const body = bodyJoinPoint(file.name, method, false, noLambdas);
      addPoints(points, body, { file, method, code: undefined, input, entry }, 0);
    }
    return points;
  }

  return Object.assign(find, {
    instructionsOnly,
    endOfProgram: (file: ClassFile, method: MethodInfo, input: string, entry: string) => {
      const points: Point[] = [];
      if (candidates.endProgram)
        addPoints(points, endOfProgram, { file, method, code: readCode(file, method), input, entry }, 0);
      return points;
    },
  });
}

/** Where join points are. */
interface Place {
  readonly file: ClassFile;
  readonly method: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags' | 'index'>;
  /** Undefined for the initialiser of a class that has none. */
  readonly code: Code | undefined;
  readonly input: string;
  readonly entry: string;
}

const noLambdas: ReadonlySet<string> = new Set();

const endOfProgram: EndOfProgram = {
  kind: 'endProgram',
  invocation: 'static',
  owner: '',
  name: '',
  descriptor: '()V',
};

function pointKind(joinPoint: JoinPoint): Point['kind'] {
  switch (joinPoint.kind) {
    case 'call':
      return joinPoint.via === 'methodReference' ? 'methodReference' : 'call';
    case 'get':
    case 'set':
      return 'fieldAccess';
    case 'execution':
    case 'staticInitialization':
      return 'body';
    case 'endProgram':
      return 'endProgram';
  }
}

/** Whether it is a class that could have an initialiser and has none: its initialisation is an event all the same. */
function lacksInitialiser(file: ClassFile): boolean {
  const isInterface = (file.accessFlags & AccessFlag.interface) !== 0;
  return !isInterface && file.methods.every(({ name }) => name !== classInitialiser);
}
