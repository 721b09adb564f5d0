import { controlFlowGraph } from '../../cfg/control-flow-graph.ts';
import { readCode } from '../../classfile/code.ts';
import type { Point, PointId } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import type { ClassHierarchy } from '../../hierarchy/class-hierarchy.ts';
import type { Property } from '../../property/model.ts';
import { type Decision, keepAll, type Program, type ResidualAnalysis } from '../analysis.ts';
import type { FactsFile } from '../facts/facts-file.ts';
import { type SafeList, safeList } from '../facts/safe-list.ts';
import type { Automaton } from './automaton.ts';
import { badPrefixesOf, prefixKind } from './bad-prefixes.ts';
import { mappedCfg } from './cfg-automaton.ts';
import { isClassLibraryCall } from './default-safe-list.ts';
import { isEscape } from './escape-events.ts';
import { eventTypes } from './event-types.ts';
import { exclusionOf } from './exclusions.ts';
import { extendedAutomaton } from './extended-automaton.ts';
import { markViolating } from './one-pass-marking.ts';

/**
 * The residual analysis of "Residual Runtime Verification via Reachability Analysis" (VSTTE 2022), section 5,
 * to the letter: each method alone, no data flow. docs/paper.md says which readings were needed, and which
 * programs it gets wrong; `--analysis sound` is the one for users.
 *
 * Linear in the instructions of methods that hold points, for a fixed property and SafeList.
 */
export const paper: ResidualAnalysis = (program, property, points, options) => {
  // No handler: the Java code of the events reports, which is no prefix of anything that the paper looks at.
  if (property.handlers.length === 0) return withoutFormula(program, property, points, options);
  const decisions = new Map<PointId, Decision>();
  const setting = paperSetting(program.hierarchy, property, options.facts);
  options.onProgress?.({ phase: 'analysing', property: property.name, done: 0, total: 0 });
  for (const method of byMethod(points))
    for (const [point, decision] of decideMethod(program, setting, method)) decisions.set(point, decision);
  return decisions;
};

const withoutFormula = keepAll(
  'every point is kept: the property has no formula, its Java code is the check',
);

/** What is the same for all methods. */
export interface PaperSetting {
  readonly property: Property;
  readonly bad: Automaton;
  readonly extended: Automaton;
  readonly eventTypes: readonly string[];
  readonly safe: SafeList;
}

/** Prepares the analysis of a property. O(states² + transitions of its monitor). */
export function paperSetting(
  hierarchy: ClassHierarchy,
  property: Property,
  facts: readonly FactsFile[],
): PaperSetting {
  const bad = badPrefixesOf(property);
  return {
    property,
    bad,
    extended: extendedAutomaton(bad),
    eventTypes: eventTypes(property),
    safe: safeList(
      facts.flatMap((file) => file.safe),
      hierarchy,
      (instruction) => isClassLibraryCall(instruction, hierarchy),
    ),
  };
}

/** Points grouped by the method that holds them, in order of first appearance. O(points). */
function byMethod(points: readonly Point[]): readonly (readonly Point[])[] {
  const groups = groupBy(
    points,
    ({ input, entry, className, methodIndex }) => `${input}\0${entry}\0${className}\0${methodIndex}`,
  );
  return [...groups.values()];
}

function decideMethod(
  program: Program,
  setting: PaperSetting,
  points: readonly Point[],
): readonly (readonly [PointId, Decision])[] {
  const all = (reason: string) => points.map((point) => [point.id, { kept: true, reason }] as const);
  const [some] = points;
  if (some === undefined) return [];
  const { hierarchy } = program;
  const file = program.classOf(some).classFile();
  const method = file.methods[some.methodIndex];
  const code = method === undefined ? undefined : readCode(file, method);
  if (method === undefined || code === undefined) return all('the method has no code to analyse');
  const excluded = exclusionOf(method.descriptor, code.instructions, setting.eventTypes, hierarchy);
  if (excluded !== undefined) return all(`${excluded} (section 5.1)`);
  const cfg = controlFlowGraph(code);
  if (!cfg.ok) return all(`the control-flow graph has more than ${cfg.limit} edges`);
  // The event of a method reference happens wherever it is called, so no path of this method has it.
  const own = points.filter((point) => point.kind === 'call');
  const automaton = mappedCfg(
    cfg.graph,
    own,
    (instruction) => isEscape(code.instructions[instruction]!, method, setting.safe),
    setting.bad.letterCount,
  );
  const marking = markViolating(automaton, setting.extended);
  const decisions = new Map<PointId, Decision>(
    points.map((point) => [
      point.id,
      { kept: true, reason: 'the event happens where the method reference is called' },
    ]),
  );
  const kind = prefixKind(setting.property);
  for (const point of own) decisions.set(point.id, unmarked[kind]);
  for (let state = 0; state < automaton.stateCount; state++) {
    const point = automaton.point[state]!;
    if (point < 0 || marking.violating[state] === 0) continue;
    const word = wordForPeople(marking.wordFrom(state, maxWord + 1), setting.property);
    decisions.set(point as PointId, {
      kept: kind === 'bad',
      reason: `a path from here can complete a ${kind} prefix: ${word}`,
    });
  }
  return [...decisions];
}

/** Section 5.3: paths that match bad prefixes are the violating ones, paths that match good prefixes the safe ones. */
const unmarked: Readonly<Record<'bad' | 'good', Decision>> = {
  bad: { kept: false, reason: 'no path from here completes a bad prefix within the method' },
  good: { kept: true, reason: 'no path from here completes a good prefix within the method' },
};

/** Letters of a reason before it is cut. */
const maxWord = 8;

function wordForPeople(word: readonly number[], property: Property): string {
  const names = word.slice(0, maxWord).map((letter) => property.monitor.alphabet[letter] ?? '#');
  return `${names.join(' ')}${word.length > maxWord ? ' ...' : ''}`;
}
