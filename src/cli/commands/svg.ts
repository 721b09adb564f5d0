/** A picture of a graph in Graphviz's DOT language, laid out by Graphviz itself (compiled to WebAssembly). */
export async function renderSvg(dot: string): Promise<string> {
  // A megabyte of code, which only pictures need.
  const { instance } = await import('@viz-js/viz');
  const viz = await instance();
  return viz.renderString(dot, { format: 'svg' }).trimEnd();
}
