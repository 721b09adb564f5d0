import type { EventId } from '../automata/dfa.ts';
import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import { type Code, readCode } from '../classfile/code.ts';
import type { InstructionIndex } from '../classfile/instruction.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { EventDefinition, Property } from '../property/model.ts';
import { controlFlows, mentions, type Pointcut } from '../property/pointcut.ts';
import { pointcutText } from '../property/pointcut-text.ts';
import { constructorCall } from './constructor-call.ts';
import {
  type BodyJoinPoint,
  callJoinPoint,
  classInitialiser,
  fieldJoinPoint,
  type JoinPoint,
  runnableLambdas,
} from './join-point.ts';
import {
  type AvailableValue,
  conjunction,
  hasType,
  type Match,
  matchPointcut,
  type ValueTest,
} from './match-pointcut.ts';
import type { ControlFlowChange, DynamicTest, Point, PointId, PointValue } from './point.ts';
import { descriptorOfSourceType, matchesMemberName } from './type-pattern.ts';

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
  const remembered = new Map<string, readonly Matched[]>();
  const instructionsOnly = !candidates.bodies && !candidates.initialisers && !candidates.startThreads;
  let nextId = 0;
  /** Whether a join point had the name of an event since this was last set. */
  let named = false;

  function matchesOf(
    call: JoinPoint,
    file: ClassFile,
    method: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags'>,
  ): readonly Matched[] {
    const possible = candidates.named(call);
    if (possible.length === 0) return [];
    named = true;
    const enclosingMethod = {
      name: method.name,
      descriptor: method.descriptor,
      isStatic: (method.accessFlags & AccessFlag.static) !== 0,
    };
    const context = { hierarchy, enclosingClass: file.name, enclosingMethod };
    const evaluate = (candidate: Candidate): Matched => ({
      candidate,
      match: matchPointcut(candidate.event.pointcut, call, context),
      parts: candidate.event.conditionParts?.map((part) => matchPointcut(part, call, context)),
    });
    if (possible.some((candidate) => candidate.dependsOnContext)) return possible.map(evaluate);
    const key = `${call.kind} ${startsThread(call)} ${call.invocation} ${call.owner}.${call.name}${call.descriptor}`;
    let matches = remembered.get(key);
    if (matches === undefined) {
      matches = possible.map(evaluate).filter(({ match }) => match.kind === 'match');
      remembered.set(key, matches);
    }
    return matches;
  }

  /** The points of one join point; the initialiser of a class that has none has no code. */
  function pointsAt(
    joinPoint: JoinPoint,
    kind: Point['kind'],
    file: ClassFile,
    method: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags' | 'index'>,
    code: Code | undefined,
    position: number,
    input: string,
    entry: string,
    into: Point[],
  ): void {
    for (const { candidate, match, parts } of matchesOf(joinPoint, file, method)) {
      if (match.kind === 'never') continue;
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
        // The start of a thread is a moment: there is nothing to be after.
        position: mentions(event.pointcut, 'startThread') ? 'before' : positions[event.advice],
        ...placed,
        ...(controlFlow === undefined ? {} : { controlFlow }),
      });
    }
  }

  function pointsOfMethod(
    file: ClassFile,
    method: MethodInfo,
    code: Code,
    input: string,
    entry: string,
    into: Point[],
  ): void {
    const constructed = candidates.accessFields
      ? constructorCall(file.name, file.superName, method, code)
      : -1;
    code.instructions.forEach((instruction, position) => {
      let call: JoinPoint | undefined;
      if (instruction.form === 'invoke' || instruction.form === 'invokedynamic')
        call = callJoinPoint(instruction, file.name);
      // Before the call of the other constructor, the object whose field is set is not initialized.
      else if (instruction.form === 'field' && candidates.accessFields && position > constructed)
        call = fieldJoinPoint(instruction);
      if (call === undefined) return;
      const kind =
        call.kind !== 'call' ? 'fieldAccess' : call.via === 'methodReference' ? 'methodReference' : 'call';
      pointsAt(call, kind, file, method, code, position, input, entry, into);
    });
  }

  const noLambdas: readonly string[] = [];

  function find(file: ClassFile, input: string, entry: string, methods?: MethodFilter): Point[] {
    const points: Point[] = [];
    const skips = (index: number): boolean => instructionsOnly && methods?.skips(index) === true;
    const codes = file.methods.map((method) => (skips(method.index) ? undefined : readCode(file, method)));
    const lambdas = candidates.startThreads
      ? codes.flatMap((code) => runnableLambdas(file.name, code?.instructions ?? []))
      : noLambdas;
    const isRunnable =
      candidates.startThreads && hierarchy.isSubtype(file.name, 'java/lang/Runnable') !== false;
    for (const method of file.methods) {
      // A bridge (JLS 15.12.4.5) only passes a call on that is an event where it was made; AspectJ skips it, too.
      if ((method.accessFlags & AccessFlag.bridge) !== 0) continue;
      const code = codes[method.index];
      if (code === undefined) continue;
      if (candidates.bodies) {
        const body = bodyOf(file.name, method, isRunnable, lambdas);
        pointsAt(body, 'body', file, method, code, 0, input, entry, points);
      }
      named = false;
      pointsOfMethod(file, method, code, input, entry, points);
      if (named) methods?.note(method.index);
    }
    if (
      candidates.initialisers &&
      (file.accessFlags & AccessFlag.interface) === 0 &&
      file.methods.every(({ name }) => name !== classInitialiser)
    ) {
      const method = { name: classInitialiser, descriptor: '()V', accessFlags: AccessFlag.static, index: -1 };
      const body = bodyOf(file.name, method, false, noLambdas);
      pointsAt(body, 'body', file, method, undefined, 0, input, entry, points);
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
      const code = readCode(file, method);
      pointsAt(end, 'endProgram', file, method, code, 0, input, entry, points);
      return points;
    },
  });
}

function bodyOf(
  className: string,
  { name, descriptor, accessFlags }: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags'>,
  isRunnable: boolean,
  lambdas: readonly string[],
): BodyJoinPoint {
  const isStatic = (accessFlags & AccessFlag.static) !== 0;
  return {
    kind: name === classInitialiser ? 'staticInitialization' : 'execution',
    invocation: name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance',
    owner: className,
    name,
    descriptor,
    startsThread:
      (isRunnable && !isStatic && name === 'run' && descriptor === '()V') ||
      lambdas.includes(name + descriptor),
  };
}

function startsThread(joinPoint: JoinPoint): boolean {
  return (joinPoint.kind === 'execution' || joinPoint.kind === 'call') && joinPoint.startsThread === true;
}

const positions: Readonly<Record<EventDefinition['advice'], Point['position']>> = {
  before: 'before',
  after: 'after',
  'after returning': 'afterReturning',
  'after throwing': 'afterThrowing',
};

interface Matched {
  readonly candidate: Candidate;
  readonly match: Match;
  /** Of `event.conditionParts`. */
  readonly parts: readonly Match[] | undefined;
}

interface Candidate {
  readonly property: Property;
  readonly event: EventDefinition;
  /** The pointcut looks at the calling method, not only at the call. */
  readonly dependsOnContext: boolean;
  /** The event is one that rrv added, to know when a control flow is entered and left. */
  readonly controlFlow?: ControlFlowChange;
}

function candidateEvents(properties: readonly Property[]) {
  const all = properties.flatMap((property) =>
    eventsAndControlFlows(property).map(({ event, ...change }) => ({
      candidate: { property, event, dependsOnContext: dependsOnContext(event.pointcut), ...change },
      names: {
        call: memberNames(event.pointcut, ['call']),
        // A pointcut that names no join point is about calls.
        field: memberNames(event.pointcut, ['get', 'set']) ?? [],
        execution: memberNames(event.pointcut, ['execution']) ?? [],
        staticInitialization: memberNames(event.pointcut, ['staticInitialization']) ?? [],
        endProgram: memberNames(event.pointcut, ['endProgram']) ?? [],
      },
      startsThread: mentions(event.pointcut, 'startThread'),
    })),
  );
  const byName = new Map<string, readonly Candidate[]>();
  const startThreads = all.some((each) => each.startsThread);
  const initialisers = all.some(({ names }) => names.staticInitialization.length > 0);
  return {
    /** Whether any event is an access to a field: then the field instructions are looked at. */
    accessFields: all.some(({ names }) => names.field.length > 0),
    /** Whether any event is the body of a method. */
    bodies: startThreads || initialisers || all.some(({ names }) => names.execution.length > 0),
    initialisers,
    startThreads,
    endProgram: all.some(({ names }) => names.endProgram.length > 0),
    named(joinPoint: JoinPoint): readonly Candidate[] {
      const { kind, name } = joinPoint;
      const group = kind === 'get' || kind === 'set' ? 'field' : kind;
      const starts = startsThread(joinPoint);
      const key = `${group} ${starts} ${name}`;
      let found = byName.get(key);
      if (found === undefined) {
        found = all
          .filter((each) => {
            if (starts && each.startsThread) return true;
            const names = each.names[group];
            return names === undefined || names.some((pattern) => matchesMemberName(pattern, name));
          })
          .map(({ candidate }) => candidate);
        byName.set(key, found);
      }
      return found;
    },
  };
}

type MemberPointcut = 'call' | 'get' | 'set' | 'execution' | 'staticInitialization' | 'endProgram';

/**
 * The events of a property, amid those that enter and leave the control flows that they ask for. At one join point,
 * `cflow` is entered before all events and left after them, `cflowbelow` the other way round.
 */
function eventsAndControlFlows(
  property: Property,
): readonly { readonly event: EventDefinition; readonly controlFlow?: ControlFlowChange }[] {
  const flows = new Map(
    property.events.flatMap((event) =>
      [event.pointcut, ...(event.conditionParts ?? [])].flatMap((pointcut) =>
        controlFlows(pointcut).map((flow) => [pointcutText(flow), flow] as const),
      ),
    ),
  );
  const changes = (below: boolean, enters: boolean) =>
    [...flows]
      .filter(([, flow]) => flow.below === below)
      .map(([key, { operand }]) => ({
        controlFlow: { key, enters },
        event: {
          name: key,
          letter: 0 as EventId,
          creation: false,
          advice: enters ? ('before' as const) : ('after' as const),
          pointcut: operand,
          arguments: [],
          binds: [],
        },
      }));
  return [
    ...changes(false, true),
    ...changes(true, false),
    ...property.events.map((event) => ({ event })),
    ...changes(true, true),
    ...changes(false, false),
  ];
}

/** Name patterns of which a matching join point of these kinds has one; undefined when the pointcut does not say. */
function memberNames(pointcut: Pointcut, kinds: readonly MemberPointcut[]): readonly string[] | undefined {
  switch (pointcut.kind) {
    case 'call':
    case 'get':
    case 'set':
    case 'execution':
      return kinds.includes(pointcut.kind) ? [pointcut.pattern.name] : [];
    case 'staticInitialization':
      return kinds.includes(pointcut.kind) ? [classInitialiser] : [];
    case 'endProgram':
      return kinds.includes(pointcut.kind) ? [''] : [];
    case 'startThread':
      return [];
    case 'and':
      return pointcut.operands
        .map((operand) => memberNames(operand, kinds))
        .find((names) => names !== undefined);
    case 'or': {
      const names = pointcut.operands.map((operand) => memberNames(operand, kinds));
      return names.includes(undefined) ? undefined : names.flatMap((some) => some ?? []);
    }
    default:
      return undefined;
  }
}

function dependsOnContext(pointcut: Pointcut): boolean {
  switch (pointcut.kind) {
    case 'this':
    case 'within':
    case 'withincode':
      return true;
    case 'and':
    case 'or':
      return pointcut.operands.some(dependsOnContext);
    case 'not':
      return dependsOnContext(pointcut.operand);
    default:
      return false;
  }
}

/** Numbers the values of a match: those that the advice declares in its order, then those only tested. */
function placeValues(
  event: EventDefinition,
  match: Extract<Match, { kind: 'match' }>,
  parts: readonly Match[] | undefined,
  hierarchy: ClassHierarchy,
): Pick<Point, 'values' | 'test' | 'conditionParts'> {
  const values: PointValue[] = [];
  let whole = match.test;
  for (const { name, type } of event.arguments) {
    const value = match.bindings.get(name);
    if (value === undefined) throw new Error(`event ${event.name}: the pointcut does not bind ${name}`);
    values.push(value);
    if (parts === undefined) continue;
    // The test on the type may stand in a part; the condition must see a value of that type all the same.
    const typed = hasType(value, descriptorOfSourceType(type), hierarchy);
    if (typed.kind === 'match') whole = conjunction(whole, typed.test);
  }
  const indexOf = (value: AvailableValue): number => {
    const found = values.findIndex((other) => sameSource(other, value));
    return found >= 0 ? found : values.push(value) - 1;
  };
  const place = (test: ValueTest): DynamicTest => {
    switch (test.kind) {
      case 'instanceof':
        return { kind: 'instanceof', value: indexOf(test.value), type: test.type };
      case 'and':
      case 'or':
        return { kind: test.kind, operands: test.operands.map(place) };
      case 'not':
        return { kind: 'not', operand: place(test.operand) };
      case 'unknown':
        throw new Error(`event ${event.name}: a condition is no test of its own`);
      default:
        return test;
    }
  };
  const test = place(withoutConditions(whole));
  if (parts === undefined) return { values, test };
  const conditionParts = parts.map(
    (part): DynamicTest =>
      part.kind === 'never' ? { kind: 'not', operand: { kind: 'always' } } : place(part.test),
  );
  return { values, test, conditionParts };
}

/** What must hold whatever the conditions say: the conjuncts that have none. */
function withoutConditions(test: ValueTest): ValueTest {
  if (test.kind === 'and')
    return test.operands.map(withoutConditions).reduce(conjunction, { kind: 'always' });
  return hasCondition(test) ? { kind: 'always' } : test;
}

function hasCondition(test: ValueTest): boolean {
  switch (test.kind) {
    case 'and':
    case 'or':
      return test.operands.some(hasCondition);
    case 'not':
      return hasCondition(test.operand);
    default:
      return test.kind === 'unknown';
  }
}

function sameSource(left: PointValue, right: PointValue): boolean {
  const a = left.source;
  const b = right.source;
  return a.kind === b.kind && (a.kind !== 'argument' || b.kind !== 'argument' || a.index === b.index);
}
