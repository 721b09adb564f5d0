import { addTo } from '../group-by.ts';
import type { Dfa } from './dfa.ts';

/** The text as a string of DOT. */
export function quote(text: string): string {
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

/** Characters of a label's line: Graphviz keeps little room for the label of a loop. */
const labelWidth = 14;

/** Statements for edges between nodes; those between the same two share one arrow, labels joined. Linear. */
export function arrows(
  edges: Iterable<{ readonly from: string; readonly to: string; readonly label: string }>,
): string[] {
  const labels = new Map<string, string[]>();
  for (const { from, to, label } of edges) addTo(labels, `${from} -> ${to}`, label);
  return [...labels].map(([key, names]) => `${key} [label=${quote(joined(names))}];`);
}

/** The names, separated by commas, in lines. */
function joined(names: readonly string[]): string {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const item = index === names.length - 1 ? name : `${name},`;
    const line = lines.at(-1);
    if (line === undefined || line.length + item.length >= labelWidth) lines.push(item);
    else lines[lines.length - 1] = `${line} ${item}`;
  }
  return lines.join('\n');
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
    from: String(Math.floor(index / letters)),
    to: String(to),
    label: dfa.alphabet[index % letters]!,
  }));
  return graph(name, [...states, `start -> ${dfa.initial};`, ...arrows(edges)]);
}
