import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import { type Code, readCode } from '../classfile/code.ts';
import { codeReferences } from '../classfile/code-references.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { Property } from '../property/model.ts';
import { type Candidate, candidateEvents } from './candidate-events.ts';
import { type ConstructorCalls, constructorCalls } from './constructor-calls.ts';
import {
  type BodyJoinPoint,
  callJoinPoint,
  classInitialiser,
  fieldJoinPoint,
  type JoinPoint,
  runnableLambdas,
  startsThread,
} from './join-point.ts';
import { type Match, matchPointcut } from './match-pointcut.ts';
import { placeValues } from './place-values.ts';
import type { Point, PointId } from './point.ts';

/** Finds the points of one class after the other; ids count up from 0 over all calls. */
export interface PointFinder {
  (file: ClassFile, input: string, entry: string, methods?: MethodFilter): Point[];
  /** Whether all points are at instructions: then a class without an instruction that has the name of an event has none. */
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
  const callees = remembered();
  const instructionsOnly = !candidates.bodies && !candidates.initialisers && !candidates.startThreads;
  let nextId = 0;
  /** Whether a join point had the name of an event since this was last set. */
  let named = false;

  function matchesOf(
    call: JoinPoint,
    file: ClassFile,
    method: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags'>,
  ): readonly Matched[] {
    if (candidates.named(call).length === 0) return noMatches;
    named = true;
    const known = callees.of(call);
    known.possible ??= possibleEvents(call);
    if (known.possible.length === 0) return noMatches;
    if (known.matches !== undefined) return known.matches;
    const enclosingMethod = {
      name: method.name,
      descriptor: method.descriptor,
      isStatic: (method.accessFlags & AccessFlag.static) !== 0,
    };
    const context = { hierarchy, enclosingClass: file.name, enclosingMethod };
    const matches = known.possible.flatMap((candidate): readonly Matched[] => {
      const { pointcut, conditionParts } = candidate.event;
      const match = matchPointcut(pointcut, call, context);
      if (match.kind === 'never') return noMatches;
      return [{ candidate, match, parts: conditionParts?.map((part) => matchPointcut(part, call, context)) }];
    });
    if (!known.possible.some(({ dependsOnContext }) => dependsOnContext)) known.matches = matches;
    return matches;
  }

  /** The events that have the name of the join point and, where it is a call, do not ask for methods of other classes. */
  function possibleEvents(joinPoint: JoinPoint): readonly Candidate[] {
    const ofName = candidates.named(joinPoint);
    if (joinPoint.kind !== 'call') return ofName;
    const { owner } = joinPoint;
    const superTypes = hierarchy.superTypes(owner);
    return ofName.filter(
      ({ owners }) => owners?.some((type) => type === owner || superTypes.has(type)) ?? true,
    );
  }

  /** The points of one join point; the initialiser of a class that has none has no code. */
  function pointsAt(
    joinPoint: JoinPoint,
    kind: Point['kind'],
    { file, method, code, input, entry }: Place,
    position: number,
    into: Point[],
  ): void {
    for (const { candidate, match, parts } of matchesOf(joinPoint, file, method)) {
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
        kind,
        position: candidate.position,
        ...placed,
        ...(match.ambiguous === undefined ? {} : { ambiguousBinding: match.ambiguous }),
        ...(controlFlow === undefined ? {} : { controlFlow }),
      });
    }
  }

  function pointsOfMethod(place: Place & { readonly code: Code }, into: Point[]): void {
    const { file, method, code } = place;
    let known: ConstructorCalls | undefined;
    const constructors = (): ConstructorCalls =>
      (known ??= constructorCalls(file.name, file.superName, method, code));
    code.instructions.forEach((instruction, position) => {
      let call: JoinPoint | undefined;
      if (instruction.form === 'invoke') {
        const { name } = instruction;
        if (candidates.callsNamed(name) && (name !== '<init>' || !constructors().calls.includes(position)))
          call = callJoinPoint(instruction, file.name);
      } else if (instruction.form === 'invokedynamic') call = callJoinPoint(instruction, file.name);
      // Before the call of the other constructor, an object of the class whose field is set may be one that is not initialized.
      else if (
        instruction.form === 'field' &&
        candidates.accessFields &&
        (instruction.opcode !== Op.putfield ||
          instruction.owner !== file.name ||
          !constructors().mayPrecede(position))
      )
        call = fieldJoinPoint(instruction);
      if (call === undefined) return;
      const kind =
        call.kind !== 'call' ? 'fieldAccess' : call.via === 'methodReference' ? 'methodReference' : 'call';
      pointsAt(call, kind, place, position, into);
    });
  }

  const noLambdas: ReadonlySet<string> = new Set();

  /** Whether a method has an instruction that may have the name of an event; the code is not decoded for it. */
  function mayHavePoints(file: ClassFile, method: MethodInfo, isNamed: Uint8Array): boolean {
    const references = codeReferences(file, method);
    for (let at = 0; at < (references?.count ?? 0); at++) {
      const opcode = references!.opcodes[at]!;
      if (opcode < Op.getstatic || opcode > Op.invokedynamic) continue;
      if (opcode === Op.invokedynamic) return true;
      if (opcode < Op.invokevirtual) {
        if (candidates.accessFields) return true;
        continue;
      }
      const constant = references!.constants[at]!;
      if (isNamed[constant] === notAsked)
        isNamed[constant] = candidates.callsNamed(file.pool.memberName(constant))
          ? hasEventName
          : hasOtherName;
      if (isNamed[constant] === hasEventName) return true;
    }
    return false;
  }

  function find(file: ClassFile, input: string, entry: string, methods?: MethodFilter): Point[] {
    const points: Point[] = [];
    const isNamed = new Uint8Array(file.pool.count);
    const skips = (method: MethodInfo): boolean =>
      instructionsOnly && (methods?.skips(method.index) === true || !mayHavePoints(file, method, isNamed));
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
      if (candidates.bodies) {
        const body = bodyOf(file.name, method, isRunnable, lambdas);
        pointsAt(body, 'body', place, 0, points);
      }
      named = false;
      pointsOfMethod(place, points);
      if (named) methods?.note(method.index);
    }
    if (
      candidates.initialisers &&
      (file.accessFlags & AccessFlag.interface) === 0 &&
      file.methods.every(({ name }) => name !== classInitialiser)
    ) {
      const method = { name: classInitialiser, descriptor: '()V', accessFlags: AccessFlag.static, index: -1 };
      const body = bodyOf(file.name, method, false, noLambdas);
      pointsAt(body, 'body', { file, method, code: undefined, input, entry }, 0, points);
    }
    return points;
  }

  return Object.assign(find, {
    instructionsOnly,
    endOfProgram: (file: ClassFile, method: MethodInfo, input: string, entry: string) => {
      const points: Point[] = [];
      if (!candidates.endProgram) return points;
      const end = {
        kind: 'endProgram',
        invocation: 'static',
        owner: '',
        name: '',
        descriptor: '()V',
      } as const;
      pointsAt(end, 'endProgram', { file, method, code: readCode(file, method), input, entry }, 0, points);
      return points;
    },
  });
}

const noMatches: readonly Matched[] = [];

/** What is known of all join points that differ in their places alone. */
interface Callee {
  possible?: readonly Candidate[];
  /** Absent, too, where they depend on the place. */
  matches?: readonly Matched[];
}

/** By the parts of a join point: strings of a constant pool are hashed once, those put together from them each time. */
function remembered() {
  type ByOwner = Map<string, Map<string, Map<string, Callee>>>;
  const groups = new Map<string, Map<string, ByOwner>>();
  return {
    of(joinPoint: JoinPoint): Callee {
      const { kind, invocation, owner, name, descriptor } = joinPoint;
      const ofKind = orMade(groups, startsThread(joinPoint) ? `${kind} that starts a thread` : kind);
      const ofName = orMade(orMade(orMade(ofKind, invocation), owner), name);
      let callee = ofName.get(descriptor);
      if (callee === undefined) {
        callee = {};
        ofName.set(descriptor, callee);
      }
      return callee;
    },
  };
}

function orMade<V>(map: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let found = map.get(key);
  if (found === undefined) {
    found = new Map();
    map.set(key, found);
  }
  return found;
}

/** Of a constant, in `mayHavePoints`. */
const notAsked = 0;
const hasEventName = 1;
const hasOtherName = 2;

function bodyOf(
  className: string,
  { name, descriptor, accessFlags }: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags'>,
  isRunnable: boolean,
  lambdas: ReadonlySet<string>,
): BodyJoinPoint {
  const isStatic = (accessFlags & AccessFlag.static) !== 0;
  return {
    kind: name === classInitialiser ? 'staticInitialization' : 'execution',
    invocation: name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance',
    owner: className,
    name,
    descriptor,
    startsThread:
      (isRunnable && !isStatic && name === 'run' && descriptor === '()V') || lambdas.has(name + descriptor),
  };
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

interface Matched {
  readonly candidate: Candidate;
  readonly match: Exclude<Match, { readonly kind: 'never' }>;
  /** Of `event.conditionParts`. */
  readonly parts: readonly Match[] | undefined;
}
