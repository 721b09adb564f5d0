import { parse, type Spec, View } from 'vega';
import { type Results, type TimeRow, tableLines, timeLines } from './results.ts';
import type { Summary } from './statistics.ts';

/** One self-contained HTML page: Table 1, and Figure 6 as one plot per program for time and one for memory. */
export async function page(results: Results): Promise<string> {
  const programs = [...new Set(results.times.map((row) => row.program))];
  const figures: string[] = [];
  for (const program of programs) {
    const rows = results.times.filter((row) => row.program === program);
    const time = await plot(
      bars(rows, (row) => row.time, 1),
      'ms, last iteration',
    );
    const heap = await plot(
      bars(rows, (row) => row.heap, 1e6),
      'MB of heap after a forced collection',
    );
    figures.push(`<figure><figcaption>${htmlText(program)}</figcaption>${time}${heap}</figure>`);
  }
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>rrv: the paper's Table 1 and Figure 6</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: 2px 8px; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
.scroll { overflow-x: auto; } figcaption { font-weight: 600; } figure { margin: 1rem 0; } svg { margin-right: 2rem; }
tr.paper td { background: #f3f3f3; }
</style>
<h1>Table 1 and Figure 6</h1>
<p>${htmlText(results.machine)}; ${htmlText(results.jdk)}; input size ${htmlText(results.size)};
${results.iterations} iterations per JVM, of which the last is timed.</p>
<h2>Table 1</h2><div class="scroll">${table(tableLines(results.table))}</div>
<h2>Figure 6: the properties together</h2>
<p>Bars are means over fresh JVMs, lines one standard deviation.</p>
${figures.join('\n')}
<div class="scroll">${table(timeLines(results.times))}</div>
${results.notes.map((note) => `<p>${htmlText(note)}</p>`).join('\n')}
</html>
`;
}

function table([header, ...rows]: readonly string[][]): string {
  const cells = (tag: string, line: readonly string[]) =>
    line.map((cell) => `<${tag}>${htmlText(cell)}</${tag}>`).join('');
  const body = rows.map((row) => {
    const kind = row[2] === "the paper's" ? ' class="paper"' : '';
    return `<tr${kind}>${cells('td', row)}</tr>`;
  });
  return `<table><thead><tr>${cells('th', header ?? [])}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

interface Bar {
  readonly variant: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

function bars(rows: readonly TimeRow[], pick: (row: TimeRow) => Summary | undefined, unit: number): Bar[] {
  return rows.flatMap((row) => {
    const picked = pick(row);
    if (picked === undefined) return [];
    const [mean, deviation] = [picked.mean / unit, picked.deviation / unit];
    return [{ variant: row.variant, mean, low: mean - deviation, high: mean + deviation }];
  });
}

/** Bars with standard deviations, as SVG; nothing where there are none. */
async function plot(bars: readonly Bar[], title: string): Promise<string> {
  if (bars.length === 0) return '';
  const spec: Spec = {
    $schema: 'https://vega.github.io/schema/vega/v6.json',
    width: 320,
    height: 200,
    padding: 5,
    title: { text: title, fontSize: 12 },
    data: [{ name: 'bars', values: [...bars] }],
    scales: [
      { name: 'x', type: 'band', domain: { data: 'bars', field: 'variant' }, range: 'width', padding: 0.3 },
      { name: 'y', domain: { data: 'bars', field: 'high' }, range: 'height', zero: true, nice: true },
    ],
    axes: [
      { orient: 'bottom', scale: 'x' },
      { orient: 'left', scale: 'y', grid: true, tickCount: 5 },
    ],
    marks: [
      {
        type: 'rect',
        from: { data: 'bars' },
        encode: {
          enter: {
            x: { scale: 'x', field: 'variant' },
            width: { scale: 'x', band: 1 },
            y: { scale: 'y', field: 'mean' },
            y2: { scale: 'y', value: 0 },
            fill: { value: '#4c78a8' },
          },
        },
      },
      {
        type: 'rule',
        from: { data: 'bars' },
        encode: {
          enter: {
            x: { scale: 'x', field: 'variant', band: 0.5 },
            y: { scale: 'y', field: 'low' },
            y2: { scale: 'y', field: 'high' },
            stroke: { value: '#222' },
          },
        },
      },
    ],
  };
  return new View(parse(spec), { renderer: 'none' }).toSVG();
}
