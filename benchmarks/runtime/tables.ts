import type { Cell, CellFigures } from './cells.ts';

export const allMonitors = ['empty', 'weakmap', 'aspectj', 'rrv'];
/** For one thread and SafeHasNext only. */
export const floor = 'floor';
const columns = [...allMonitors, floor];

/** Methods of rrvbench.Creation, in order: each does what the one before it does, and one thing more. */
export const creationSteps: Readonly<Record<string, string>> = {
  allocate: 'the object itself',
  hash: '+ its identity hash (the first call installs it)',
  weak: '+ a weak reference that nobody holds',
  held: '+ it is held: copied, found, cleared and handed over by the collector',
  swept: '+ five held references are looked at and dropped when cleared',
  slot: '+ an int at a random place in 8 MB is read and written',
  lock: '+ a lock',
  queue: 'held, with a reference queue that is polled',
  byHand: 'SafeHasNext by hand for one thread, chained buckets',
  runtime: 'SafeHasNext by the runtime',
};

/** `use` and `scattered` of SafeHasNext are two events; everything else is one. */
function eventsOf(cell: Cell): number {
  return cell.operation !== 'create' && cell.parameters.property === 'SafeHasNext' ? 2 : 1;
}

function perEvent(cell: Cell): CellFigures | string {
  if (typeof cell.figures === 'string') return cell.figures;
  const { wall, cpu, bytes, pause } = cell.figures;
  const events = eventsOf(cell);
  return { wall: wall / events, cpu: cpu / events, bytes: bytes / events, pause: pause / events };
}

/** A row for each property, operation, number of threads and of live objects; a column for each monitor. */
export function eventTable(cells: readonly Cell[]): string {
  const rows = new Map<string, string[]>();
  for (const cell of cells) {
    const { property, monitor, live } = cell.parameters;
    const key = `| ${property} | ${cell.operation} | ${cell.threads} | ${live} |`;
    const row = rows.get(key) ?? columns.map(() => '');
    const figures = perEvent(cell);
    row[columns.indexOf(String(monitor))] =
      typeof figures === 'string'
        ? figures
        : `${figures.wall.toFixed(1)} / ${figures.cpu.toFixed(1)} (${figures.bytes.toFixed(0)})`;
    rows.set(key, row);
  }
  return lines([
    `| property | operation | threads | live | ${columns.join(' | ')} |`,
    `|---|---|---|---|${columns.map(() => '---|').join('')}`,
    ...[...rows].sort(byOperation).map(([key, row]) => `${key} ${row.join(' | ')} |`),
  ]);
}

/** Operations together, then threads, properties and live objects as they were run. */
function byOperation([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  const order = (key: string) => {
    const [, , operation = '', threads = ''] = key.split('|').map((part) => part.trim());
    return ['use', 'scattered', 'create'].indexOf(operation) * 100 + Number(threads);
  };
  return order(a) - order(b);
}

/** Processor time per event at the most live objects, and how many times that at the fewest; one thread. */
export function growthTable(cells: readonly Cell[], operation: string, least: number, most: number): string {
  const cost = (property: unknown, monitor: string, live: number): number => {
    const found = cells.find(
      (cell) =>
        cell.threads === 1 &&
        cell.operation === operation &&
        cell.parameters.property === property &&
        cell.parameters.monitor === monitor &&
        cell.parameters.live === live,
    );
    const figures = found === undefined ? '' : perEvent(found);
    return typeof figures === 'string' ? Number.NaN : figures.cpu;
  };
  const row = (property: unknown) =>
    columns.map((monitor) => {
      const at = cost(property, monitor, most);
      return Number.isNaN(at) ? '' : `${at.toFixed(1)} (${(at / cost(property, monitor, least)).toFixed(1)})`;
    });
  return lines([
    `Processor time of \`${operation}\` with ${most} live objects, one thread (times the cost with ${least}):`,
    '',
    `| property | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...[...new Set(cells.map((cell) => cell.parameters.property))].map(
      (property) => `| ${property} | ${row(property).join(' | ')} |`,
    ),
  ]);
}

/** What the creation of a slice consists of: steps, and for each setting of the survivor spaces what they cost. */
export function floorTable(cells: readonly Cell[]): string {
  const settings = [...new Set(cells.map((cell) => cell.options.join(' ')))];
  const cellOf = (operation: string, setting: string): string => {
    const figures = cells.find(
      (cell) => cell.operation === operation && cell.options.join(' ') === setting,
    )?.figures;
    if (figures === undefined || typeof figures === 'string') return figures ?? '';
    return `${figures.wall.toFixed(1)} / ${figures.cpu.toFixed(1)} / ${figures.pause.toFixed(1)}`;
  };
  return lines([
    'Creating a slice of SafeHasNext, step by step (nanoseconds / processor time of the JVM / pauses of the collector):',
    '',
    `| step | ${settings.map((setting) => setting || 'default survivor spaces').join(' | ')} |`,
    `|---|${settings.map(() => '---|').join('')}`,
    ...[...new Set(cells.map((cell) => cell.operation))].map(
      (operation) =>
        `| ${creationSteps[operation]} | ${settings.map((setting) => cellOf(operation, setting)).join(' | ')} |`,
    ),
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
