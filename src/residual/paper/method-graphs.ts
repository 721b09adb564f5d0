import { controlFlowGraph } from '../../cfg/control-flow-graph.ts';
import { controlFlowStatements } from '../../cfg/dot.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { toBinaryName } from '../../classfile/descriptors.ts';
import type { InstructionIndex } from '../../classfile/instruction.ts';
import { graphImpossible, RrvError } from '../../diagnostics.ts';
import type { Point } from '../../events/point.ts';
import type { TypeLookup } from '../facts/library-facts.ts';
import { prefixKind } from './bad-prefixes.ts';
import { mappedCfg } from './cfg-automaton.ts';
import { automatonCluster, cfgAutomatonCluster, type DotCluster, dotDocument } from './dot.ts';
import { isEscape } from './escape-events.ts';
import { exclusionOf } from './exclusions.ts';
import type { GraphName } from './graph-names.ts';
import { mergeEpsilon } from './merge-epsilon.ts';
import { markViolating } from './one-pass-marking.ts';
import type { PaperSetting } from './paper-analysis.ts';

/**
 * The pictures of the paper for one method and property, as one DOT document: the CFG automaton with its
 * marking (Figure 5), the monitor (Figure 2), the extended automaton (Figure 4), and the control-flow graph
 * by instruction. `points` are those of the property in the method. Throws RRV_GRAPH_IMPOSSIBLE for a method
 * without code or with too many edges.
 */
export function methodGraphs(
  file: ClassFile,
  method: MethodInfo,
  points: readonly Point[],
  setting: PaperSetting,
  types: TypeLookup,
  names: readonly GraphName[],
): string {
  const { property, bad, extended } = setting;
  const title = `${toBinaryName(file.name)}#${method.name}${method.descriptor}`;
  const code = readCode(file, method);
  if (code === undefined) throw new RrvError(graphImpossible(title, 'it has no code'));
  const cfg = controlFlowGraph(code);
  if (!cfg.ok) throw new RrvError(graphImpossible(title, `it has more than ${cfg.limit} edges`));
  const lineOf = (instruction: number): number | undefined => code.lineOf(instruction as InstructionIndex);
  const letters = property.monitor.alphabet;
  const draw: Readonly<Record<GraphName, () => DotCluster>> = {
    automaton: () => {
      const excluded = exclusionOf(method.descriptor, code.instructions, setting.eventTypes, types);
      const merged = mergeEpsilon(
        mappedCfg(
          cfg.graph,
          points.filter((point) => point.kind === 'call'),
          (instruction) => isEscape(code.instructions[instruction]!, method, setting.safe),
          bad.letterCount,
        ),
      );
      const events = merged.stateCount - 1;
      const marked = markViolating(merged, extended).violating;
      const violating =
        excluded !== undefined
          ? new Uint8Array(merged.stateCount).fill(1, 0, events)
          : prefixKind(property) === 'bad'
            ? marked
            : marked.map((one, state) => (state < events ? 1 - one : 0));
      const note = excluded === undefined ? '' : ` (not analysed: ${excluded})`;
      return cfgAutomatonCluster(
        `${title}, ${property.name}${note}`,
        'q',
        merged,
        violating,
        letters,
        lineOf,
      );
    },
    monitor: () => automatonCluster(`bad prefixes of ${property.name}`, 'm', bad, letters),
    extended: () => automatonCluster(`extended automaton of ${property.name}`, 'e', extended, letters),
    cfg: () => ({
      title: `control flow of ${title}`,
      statements: controlFlowStatements(cfg.graph, 'i', lineOf),
    }),
  };
  return dotDocument(
    `${title} ${property.name}`,
    names.map((name) => draw[name]()),
  );
}
