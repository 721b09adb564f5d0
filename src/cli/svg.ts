import { instance } from '@viz-js/viz';

/** A picture of a graph in Graphviz's DOT language, laid out by Graphviz itself (compiled to WebAssembly). */
export async function renderSvg(dot: string): Promise<string> {
  const viz = await instance();
  return viz.renderString(dot, { format: 'svg' }).trimEnd();
}
