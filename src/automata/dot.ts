import { addTo } from '../group-by.ts';
import type { Dfa } from './dfa.ts';

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

function graph(name: string, lines: readonly string[]): string {
  return [
    `digraph ${quote(name)} {`,
    '  rankdir=LR;',
    '  node [shape=circle];',
    '  start [shape=point];',
    ...lines.map((line) => `  ${line}`),
    '}',
    '',
  ].join('\n');
}

/** Edges between the same two states share one arrow, labels joined. */
function arrows(
  edges: Iterable<{ readonly from: number; readonly to: number; readonly label: string }>,
): string[] {
  const labels = new Map<string, string[]>();
  for (const { from, to, label } of edges) addTo(labels, `${from} -> ${to}`, label);
  return [...labels].map(([key, names]) => `${key} [label=${quote(names.join(', '))}];`);
}

/** A monitor in Graphviz's DOT language: states with categories are double circles that name them. Linear. */
export function dfaToDot(dfa: Dfa, name = 'monitor'): string {
  const letters = dfa.alphabet.length;
  const states = dfa.stateNames.map((stateName, state) => {
    const extra = dfa.categories[state]!.filter((category) => category !== stateName);
    const label = [stateName, ...extra].join('\n');
    const shape = dfa.categories[state]!.length > 0 ? ', shape=doublecircle' : '';
    return `${state} [label=${quote(label)}${shape}];`;
  });
  const edges = Array.from(dfa.next, (to, index) => ({
    from: Math.floor(index / letters),
    to,
    label: dfa.alphabet[index % letters]!,
  }));
  return graph(name, [...states, `start -> ${dfa.initial};`, ...arrows(edges)]);
}
