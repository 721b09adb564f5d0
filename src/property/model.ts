import type { Derivations } from '../automata/derivations.ts';
import type { Dfa, EventId } from '../automata/dfa.ts';
import type { Pointcut } from './pointcut.ts';

/** What a violation is, the worst first. */
export const severities = ['error', 'warning', 'suggestion'] as const;
export type Severity = (typeof severities)[number];

/**
 * A property as the rest of rrv sees it, whatever language it was written in: parameters, events bound to
 * pointcuts, and a monitor over the event names. Everything is plain data.
 */
export interface Property {
  readonly name: string;
  readonly documentation: Documentation;
  /** The monitor's parameters X; events bind subsets of them. */
  readonly parameters: readonly Parameter[];
  /** Advice declarations. Several may share one event name (then they share the letter). */
  readonly events: readonly EventDefinition[];
  /** Over the distinct event names, in order of first declaration. */
  readonly monitor: Dfa;
  /** Which categories of `monitor` are reported, with what message, and what happens then. */
  readonly handlers: readonly Handler[];
  /** Java source that belongs to the property, absent for a property that is pure automaton. */
  readonly javaCode?: JavaCode;
  /** Of a pattern that needs a stack: what it reports. Each event of `monitor` may report all that has a handler. */
  readonly derivations?: Derivations;
  /** For the full and the residual monitor side by side (`--audit`): whether slices must stay in one thread. */
  readonly audited?: 'confined' | 'shared';
  /** The runtime notes what reflection reaches, and whether this names it; the automaton is not used. */
  readonly claimed?: readonly ClaimedReflection[];
  /** The formulas as written, for people; absent or empty for a property whose events are the check. */
  readonly formulas?: readonly Formula[];
}

/** What reflection may reach. Classes by binary names, members by name alone. */
export type ClaimedReflection =
  /** Sources of regular expressions over internal names of classes and names of members; absent: all. */
  { readonly kind: 'pattern'; readonly classes?: string; readonly members?: string } | NotedReflection;

/** What a run's reflection reached, as its report says it. */
export type NotedReflection =
  | { readonly kind: 'member'; readonly class: string; readonly member: string }
  /** Members of that name, whatever the class. */
  | { readonly kind: 'name'; readonly member: string }
  /** The class with all of its members. */
  | { readonly kind: 'class'; readonly class: string }
  /** All that objects hold which can be serialized. */
  | { readonly kind: 'serialization' }
  | { readonly kind: 'anything' };

export interface Formula {
  readonly formalism: 'cfg' | 'fsm' | 'ere' | 'ltl' | 'ptltl';
  readonly text: string;
}

export interface Documentation {
  readonly summary: string;
  readonly severity: Severity;
  /** A violation is printed, and the report is written, when it happens: it may keep exit hooks from running. */
  readonly reportsAtOnce?: true;
  /** How often an alarm is real. */
  readonly precision?: 'high' | 'medium' | 'low';
  readonly consequence?: string;
  readonly url?: string;
  readonly groups: readonly string[];
  readonly wrong?: string;
  readonly right?: string;
}

export interface Parameter {
  readonly name: string;
  /** Java source type with a resolved name: `java.util.Iterator`, `int`, `byte[]`. */
  readonly type: string;
}

export interface EventDefinition {
  readonly name: string;
  /** The letter of `Property.monitor` that this event is. */
  readonly letter: EventId;
  /** Slices are created only by creation events when a property has any. */
  readonly creation: boolean;
  readonly advice: 'before' | 'after' | 'after returning' | 'after throwing';
  readonly pointcut: Pointcut;
  /** What the advice declares, in order: the values handed to the monitor's entry point. */
  readonly arguments: readonly Parameter[];
  /** Indices into Property.parameters, ascending, that the event binds: X(e). Each is the name of an argument. */
  readonly binds: readonly number[];
  /** A condition on the arguments that needs no compiler: the named boolean argument must have this value. */
  readonly simpleCondition?: { readonly argument: string; readonly equals: boolean };
  /**
   * The parts without conditions of a pointcut that has conditions below `||` or `!`: whether each holds at a join
   * point is bit k of the `int rrvMatches` that the condition in the Java code asks. At most 31.
   */
  readonly conditionParts?: readonly Pointcut[];
  /** Index into Property.javaCode.events when the event has Java code (a condition or a body) of its own. */
  readonly javaEvent?: number;
}

export interface Handler {
  readonly category: string;
  /** `__DEFAULT_MESSAGE` resolved; what the report prints. */
  readonly message: string;
  /** `__RESET`: the slice goes back to the initial state after the report. */
  readonly reset: boolean;
  /** Index into Property.javaCode.handlers when the handler runs Java of its own. */
  readonly javaHandler?: number;
  /** False for a handler that only runs code and reports nothing. */
  readonly reports: boolean;
}

/** Java source to be compiled by the JDK's javac into the instrumented program. Positions are in the .mop file. */
export interface JavaCode {
  readonly sourceFile: string;
  readonly packageName: string;
  readonly imports: readonly string[];
  /** Where the first of these stand; the others are rrv's. */
  readonly importPlaces: readonly { readonly line: number; readonly column: number }[];
  /** Monitor fields (per slice), verbatim. */
  readonly declarations: string;
  readonly declarationsLine: number;
  readonly declarationsColumn: number;
  readonly events: readonly {
    readonly condition?: JavaCondition;
    readonly body?: string;
    /** Of the body, or of the condition when there is no body. */
    readonly line: number;
    readonly column: number;
  }[];
  readonly handlers: readonly { readonly body: string; readonly line: number; readonly column: number }[];
}

/**
 * An expression, put together from several conditions perhaps: texts of the file, and what is put around
 * these.
 */
export type JavaCondition = readonly (string | PlacedJava)[];

/** The expression as it is compiled. */
export function conditionText(condition: JavaCondition): string {
  return condition.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}

/** Java as the .mop file has it. Line and column, of its first character, are 1-based. */
export interface PlacedJava {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Whether slices have more state than that of `monitor`: the fields of Java code, or a stack. */
export function hasFurtherState({ javaCode, derivations }: Property): boolean {
  return javaCode !== undefined || derivations !== undefined;
}

/** Whether a slice of the property is one object, which all its events bind. */
export function bindsOneObject({ parameters, events }: Property): boolean {
  return parameters.length === 1 && events.every((event) => boundParameters(event) === 1);
}

/** X(e) of the paper as a bit set over Property.parameters. */
export function boundParameters(event: EventDefinition): number {
  let mask = 0;
  for (const parameter of event.binds) mask |= 1 << parameter;
  return mask;
}

/** The names of the parameters that the event binds, in their order. */
export function boundNames({ parameters }: Property, { binds }: EventDefinition): readonly string[] {
  return binds.map((parameter) => parameters[parameter]!.name);
}
