import type { EventId } from '../automata/dfa.ts';
import { toInternalName } from '../classfile/descriptors.ts';
import { addTo } from '../group-by.ts';
import type { EventDefinition, Property } from '../property/model.ts';
import { controlFlows, mentions, type Pointcut, type TypePattern } from '../property/pointcut.ts';
import { pointcutText } from '../property/pointcut-text.ts';
import { isWild } from '../property/wildcard.ts';
import { remembering } from '../remembering.ts';
import { inAdviceOrder } from './advice-order.ts';
import { classInitialiser, type JoinPoint, startsThread } from './join-point.ts';
import type { ControlFlowChange, Point } from './point.ts';
import { matchesMemberName } from './type-pattern.ts';

/** An event of a property, or the beginning or end of a control flow that one asks for. */
export interface Candidate {
  readonly property: Property;
  readonly event: EventDefinition;
  /** Where the event happens, seen from the instruction. */
  readonly position: Point['position'];
  /** The pointcut looks at the calling method, not only at the call. */
  readonly dependsOnCaller: boolean;
  /**
   * Internal names: a call that matches names one of them, or a subtype of one, as the class of the method.
   * Undefined: any.
   */
  readonly owners: readonly string[] | undefined;
  /** The event is one that rrv added, to know when a control flow is entered and left. */
  readonly controlFlow?: ControlFlowChange;
}

/** The events of some properties by the join points that they may match. */
export interface CandidateEvents {
  /** Whether any event is an access to a field: then the field instructions are looked at. */
  readonly accessFields: boolean;
  /** Whether any event is the body of a method. */
  readonly bodies: boolean;
  /** Whether any is the initialisation of a class, which classes without an initialiser have, too. */
  readonly initialisers: boolean;
  /** Whether any is the start of a thread. */
  readonly startThreads: boolean;
  readonly endProgram: boolean;
  /** Whether a call of a method with this name may be an event. */
  callsNamed(name: string): boolean;
  /** The events that have the kind and the name of the join point, in the order of properties and events. */
  named(joinPoint: JoinPoint): readonly Candidate[];
}

/** Names are looked at once each: O(names x events whose pattern has a wildcard), then O(1). */
export function candidateEvents(properties: readonly Property[]): CandidateEvents {
  const all = properties.flatMap((property) =>
    eventsAndControlFlows(property).map(({ event, ...change }) => {
      const { pointcut } = event;
      // A control flow is entered with a body, whatever of it is asked for.
      const namesOfBodies = change.controlFlow === undefined ? namesUnlessCallsAlone : memberNames;
      return {
        candidate: {
          property,
          event,
          position: positionOf(event),
          dependsOnCaller: dependsOnCaller(pointcut),
          owners: ownersOfCalls(pointcut),
          ...change,
        },
        names: {
          call: memberNames(pointcut, ['call']),
          field: namesUnlessCallsAlone(pointcut, ['get', 'set']),
          execution: namesOfBodies(pointcut, ['execution']),
          staticInitialization: namesOfBodies(pointcut, ['staticInitialization']),
          endProgram: namesUnlessCallsAlone(pointcut, ['endProgram']),
        },
        startsThread: mentions(pointcut, 'startThread'),
      };
    }),
  );
  const named = (starts: boolean) =>
    remembering((group: keyof (typeof all)[number]['names']) =>
      byName(
        all.map(({ candidate, names, startsThread }) => ({
          value: candidate,
          patterns: starts && startsThread ? undefined : names[group],
        })),
      ),
    );
  const plain = named(false);
  const starting = named(true);
  const startThreads = all.some((each) => each.startsThread);
  const initialisers = all.some(({ names }) => mayMatch(names.staticInitialization));
  return {
    accessFields: all.some(({ names }) => mayMatch(names.field)),
    bodies: startThreads || initialisers || all.some(({ names }) => mayMatch(names.execution)),
    initialisers,
    startThreads,
    endProgram: all.some(({ names }) => mayMatch(names.endProgram)),
    callsNamed: (name) => plain('call')(name).length > 0,
    named(joinPoint) {
      const { kind, name } = joinPoint;
      const byGroup = startsThread(joinPoint) ? starting : plain;
      return byGroup(kind === 'get' || kind === 'set' ? 'field' : kind)(name);
    },
  };
}

/** Whether there is any name that the patterns match. */
function mayMatch(patterns: readonly string[] | undefined): boolean {
  return patterns === undefined || patterns.length > 0;
}

/**
 * The values with a pattern that matches a name, in their order; undefined patterns match every name. Patterns that
 * are names are found by a table: O(values with other patterns) for each name, once.
 */
function byName<V>(
  all: readonly { readonly value: V; readonly patterns: readonly string[] | undefined }[],
): (name: string) => readonly V[] {
  const exact = new Map<string, number[]>();
  const wild: number[] = [];
  all.forEach(({ patterns }, index) => {
    if (patterns === undefined || patterns.some(isWild)) wild.push(index);
    else for (const name of new Set(patterns)) addTo(exact, name, index);
  });
  return remembering((name) => {
    const found = wild.filter(
      (index) => all[index]!.patterns?.some((pattern) => matchesMemberName(pattern, name)) ?? true,
    );
    return [...found, ...(exact.get(name) ?? [])].sort((a, b) => a - b).map((index) => all[index]!.value);
  });
}

const positions: Readonly<Record<EventDefinition['advice'], Point['position']>> = {
  before: 'before',
  after: 'after',
  'after returning': 'afterReturning',
  'after throwing': 'afterThrowing',
};

function positionOf({ pointcut, advice }: EventDefinition): Point['position'] {
  // The start of a thread is a moment: there is nothing to be after.
  return mentions(pointcut, 'startThread') ? 'before' : positions[advice];
}

type MemberPointcut = 'call' | 'get' | 'set' | 'execution' | 'staticInitialization' | 'endProgram';

/**
 * The events of a property in the order of their advice, amid those that enter and leave the control flows that
 * they ask for. At one join point, `cflow` is entered before all events and left after them, `cflowbelow` the
 * other way round.
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
    ...inAdviceOrder(property.events).map((event) => ({ event })),
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
    case 'or':
      return unionOf(pointcut.operands.map((operand) => memberNames(operand, kinds)));
    default:
      return undefined;
  }
}

/**
 * The same, but a pointcut that names no join point of these kinds, also in what it excludes, is not about
 * them: where it names none at all, it is about calls.
 */
function namesUnlessCallsAlone(
  pointcut: Pointcut,
  kinds: readonly MemberPointcut[],
): readonly string[] | undefined {
  const names = memberNames(pointcut, kinds);
  return names === undefined && !kinds.some((kind) => mentions(pointcut, kind)) ? [] : names;
}

/**
 * Types of which one is above the class that a matching call names, or is that class: a signature is declared
 * by it or by something above it. Undefined when the pointcut does not say.
 */
function ownersOfCalls(pointcut: Pointcut): readonly string[] | undefined {
  switch (pointcut.kind) {
    case 'call': {
      const { declaringType } = pointcut.pattern;
      return declaringType === undefined ? undefined : typesAbove(declaringType);
    }
    case 'get':
    case 'set':
    case 'execution':
    case 'staticInitialization':
    case 'endProgram':
      return [];
    case 'and':
      return pointcut.operands.map(ownersOfCalls).find((owners) => owners !== undefined);
    case 'or':
      return unionOf(pointcut.operands.map(ownersOfCalls));
    default:
      return undefined;
  }
}

/** Types of which one is above each class that the pattern matches, or is that class. */
function typesAbove(pattern: TypePattern): readonly string[] | undefined {
  switch (pattern.kind) {
    case 'name':
      return isWild(pattern.name) || pattern.dimensions > 0 ? undefined : [toInternalName(pattern.name)];
    case 'and':
      return pattern.operands.map(typesAbove).find((types) => types !== undefined);
    case 'or':
      return unionOf(pattern.operands.map(typesAbove));
    case 'not':
      return undefined;
  }
}

function unionOf(all: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const known = all.filter((names) => names !== undefined);
  return known.length < all.length ? undefined : known.flat();
}

function dependsOnCaller(pointcut: Pointcut): boolean {
  switch (pointcut.kind) {
    case 'this':
    case 'within':
    case 'withincode':
      return true;
    case 'and':
    case 'or':
      return pointcut.operands.some(dependsOnCaller);
    case 'not':
      return dependsOnCaller(pointcut.operand);
    default:
      return false;
  }
}
