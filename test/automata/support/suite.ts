import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

/** The cases of test/suite/*.yaml; the format is in its README. */
export interface SuiteCase {
  readonly file: string;
  readonly name: string;
  readonly formalism: 'cfg' | 'ere' | 'ltl' | 'ptltl' | 'fsm';
  readonly alphabet: readonly string[];
  readonly formula: string;
  readonly categories?: readonly string[];
  readonly traces: readonly SuiteTrace[];
}

export interface SuiteTrace {
  readonly text: string;
  /** `categories` are sorted. */
  readonly events: readonly { readonly event: string; readonly categories: readonly string[] }[];
}

export function suiteCases(): SuiteCase[] {
  const folder = resolve(import.meta.dirname, '../../suite');
  const cases = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) =>
      (
        parse(readFileSync(join(folder, file), 'utf8')) as (Omit<SuiteCase, 'file' | 'traces'> & {
          traces: string[];
        })[]
      ).map((each): SuiteCase => ({ ...each, file, traces: each.traces.map(parseTrace) })),
    );
  const names = new Set<string>();
  for (const { file, name, alphabet, traces } of cases) {
    if (names.has(name)) throw new Error(`${file}: two cases are called ${name}`);
    names.add(name);
    if (traces.length === 0) throw new Error(`${file}: ${name} has no trace`);
    for (const { events } of traces)
      for (const { event } of events)
        if (!alphabet.includes(event)) throw new Error(`${file}: ${name}: no event ${event}`);
  }
  return cases;
}

function parseTrace(text: string): SuiteTrace {
  if (text === '-') return { text, events: [] };
  return {
    text,
    events: text
      .trim()
      .split(/\s+/)
      .map((token) => {
        const [event, categories] = token.split('/');
        return { event: event!, categories: categories?.split('+').sort() ?? [] };
      }),
  };
}
