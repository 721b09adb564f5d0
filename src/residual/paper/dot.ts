import { arrows, quote } from '../../automata/dot.ts';
import type { Automaton } from './automaton.ts';
import { type CfgAutomaton, epsilon } from './cfg-automaton.ts';

/** A picture, as the body of a DOT cluster: statements whose node names all start with `prefix`. */
export interface DotCluster {
  readonly title: string;
  readonly statements: readonly string[];
}

/** Puts clusters into one DOT document. */
export function dotDocument(name: string, clusters: readonly DotCluster[]): string {
  const body = clusters.flatMap(({ title, statements }, index) => [
    `  subgraph cluster_${index} {`,
    `    label=${quote(title)};`,
    ...statements.map((statement) => `    ${statement}`),
    '  }',
  ]);
  return [
    `digraph ${quote(name)} {`,
    '  rankdir=LR;',
    '  fontname="Helvetica"; node [fontname="Helvetica", fontsize=11]; edge [fontname="Helvetica", fontsize=11];',
    ...body,
    '}',
    '',
  ].join('\n');
}

/** A^bad (Figure 2) or the extended automaton (Figure 4). `letters` names Σ; # is added. O(states + transitions). */
export function automatonCluster(
  title: string,
  prefix: string,
  automaton: Automaton,
  letters: readonly string[],
): DotCluster {
  const symbols = [...letters, '#'];
  const nodes = automaton.stateNames.map((name, state) => {
    const shape = automaton.final[state] === true ? 'doublecircle' : 'circle';
    return `${prefix}${state} [label=${quote(name)}, shape=${shape}];`;
  });
  const edges = arrows(
    automaton.transitions.map(({ from, letter, to }) => ({
      from: `${prefix}${from}`,
      to: `${prefix}${to}`,
      label: symbols[letter] ?? String(letter),
    })),
  );
  return {
    title,
    statements: [...startStatements(prefix, automaton.initial), ...nodes, ...edges],
  };
}

/**
 * The CFG automaton after ε-merging with its marking (Figures 3 and 5): violating states red, safe ones
 * green. `lineOf` gives the source line of an instruction. O(states + transitions).
 */
export function cfgAutomatonCluster(
  title: string,
  prefix: string,
  cfg: CfgAutomaton,
  violating: Uint8Array,
  letters: readonly string[],
  lineOf: (instruction: number) => number | undefined,
): DotCluster {
  const symbols = [...letters, '#'];
  const end = cfg.stateCount - 1;
  const statements = startStatements(prefix, cfg.initial);
  for (let state = 0; state < cfg.stateCount; state++) {
    const instruction = cfg.instruction[state]!;
    const line = instruction < 0 ? undefined : lineOf(instruction);
    const label = state === end ? 'end' : line === undefined ? `instruction ${instruction}` : `line ${line}`;
    const [fill, border] = violating[state] === 1 ? ['#f8c9c4', '#b3261e'] : ['#cfe8cf', '#2e7d32'];
    statements.push(
      `${prefix}${state} [label=${quote(label)}, shape=ellipse, style=filled, fillcolor="${fill}", color="${border}"];`,
    );
    const symbol = cfg.symbol[state]!;
    if (symbol === epsilon) continue;
    for (let edge = cfg.start[state]!; edge < cfg.start[state + 1]!; edge++)
      statements.push(
        `${prefix}${state} -> ${prefix}${cfg.node[edge]} [label=${quote(symbols[symbol] ?? '')}];`,
      );
  }
  return { title, statements };
}

function startStatements(prefix: string, initial: readonly number[]): string[] {
  return [`${prefix}start [shape=point];`, ...initial.map((state) => `${prefix}start -> ${prefix}${state};`)];
}
