import { AccessFlag } from '../classfile/access-flags.ts';
import type { MethodInfo } from '../classfile/class-file.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { Candidate, CandidateEvents } from './candidate-events.ts';
import { type JoinPoint, startsThread } from './join-point.ts';
import type { Match } from './match.ts';
import { matchPointcut } from './match-pointcut.ts';

/** An event whose pointcut matches a join point, always or with a test at run time. */
export interface MatchedEvent {
  readonly candidate: Candidate;
  readonly match: Exclude<Match, { readonly kind: 'never' }>;
  /** Of `event.conditionParts`. */
  readonly parts: readonly Match[] | undefined;
}

/**
 * The events that a join point in a method of a class matches, in the order of properties and events.
 * Undefined: no event has its name, whatever the types.
 */
export type EventMatcher = (
  joinPoint: JoinPoint,
  enclosingClass: string,
  method: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags'>,
) => readonly MatchedEvent[] | undefined;

/** Remembers the answer for all join points that differ in their places alone, where these do not matter: then O(1). */
export function eventMatcher(
  candidates: Pick<CandidateEvents, 'named'>,
  hierarchy: ClassHierarchy,
): EventMatcher {
  const known = rememberedAnswers();
  return (joinPoint, enclosingClass, method) => {
    const ofName = candidates.named(joinPoint);
    if (ofName.length === 0) return undefined;
    const answers = known.of(joinPoint);
    answers.possible ??= possibleEvents(ofName, joinPoint, hierarchy);
    if (answers.possible.length === 0) return noMatches;
    if (answers.matches !== undefined) return answers.matches;
    const caller = {
      className: enclosingClass,
      name: method.name,
      descriptor: method.descriptor,
      isStatic: (method.accessFlags & AccessFlag.static) !== 0,
    };
    const matches = answers.possible.flatMap((candidate): readonly MatchedEvent[] => {
      const { pointcut, conditionParts } = candidate.event;
      const match = matchPointcut(pointcut, joinPoint, hierarchy, caller);
      if (match.kind === 'never') return noMatches;
      const parts = conditionParts?.map((part) => matchPointcut(part, joinPoint, hierarchy, caller));
      return [{ candidate, match, parts }];
    });
    if (!answers.possible.some(({ dependsOnCaller }) => dependsOnCaller)) answers.matches = matches;
    return matches;
  };
}

/**
 * Those of the events with the name of the join point that do not ask for methods of other classes than the
 * one that a call names, and of those that depend on the caller the ones that may match for some caller.
 */
function possibleEvents(
  ofName: readonly Candidate[],
  joinPoint: JoinPoint,
  hierarchy: ClassHierarchy,
): readonly Candidate[] {
  const isOwned = ({ owners }: Candidate): boolean =>
    joinPoint.kind !== 'call' ||
    (owners?.some((type) => hierarchy.isSubtype(joinPoint.owner, type) === true) ?? true);
  const mayMatch = ({ dependsOnCaller, event }: Candidate): boolean =>
    !dependsOnCaller || matchPointcut(event.pointcut, joinPoint, hierarchy, undefined).kind !== 'never';
  return ofName.filter((candidate) => isOwned(candidate) && mayMatch(candidate));
}

const noMatches: readonly MatchedEvent[] = [];

/** What is known of all join points that differ in their places alone. */
interface Answers {
  possible?: readonly Candidate[];
  /** Absent, too, where they depend on the place. */
  matches?: readonly MatchedEvent[];
}

/** By the parts of a join point: strings of a constant pool are hashed once, those put together from them each time. */
function rememberedAnswers() {
  type ByOwner = Map<string, Map<string, Map<string, Answers>>>;
  const groups = new Map<string, Map<string, ByOwner>>();
  return {
    of(joinPoint: JoinPoint): Answers {
      const { kind, invocation, owner, name, descriptor } = joinPoint;
      const ofKind = orMade(groups, startsThread(joinPoint) ? `${kind} that starts a thread` : kind);
      const ofName = orMade(orMade(orMade(ofKind, invocation), owner), name);
      let answers = ofName.get(descriptor);
      if (answers === undefined) {
        answers = {};
        ofName.set(descriptor, answers);
      }
      return answers;
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
