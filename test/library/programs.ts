import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the comments of a program announce: `// Property: count`, several separated by commas. */
export interface Expectation {
  readonly property: string;
  readonly line: number;
  readonly count: number;
}

/** test/library/programs/<property>.java: the nested classes `Violates` and `Respects` are programs. */
export interface LibraryProgram {
  readonly property: string;
  readonly file: string;
  readonly expectations: readonly Expectation[];
  /** Lines of the class `Respects`, first and last. */
  readonly respects: readonly [first: number, last: number];
  /** Its doc comment says that each program `needs a JVM of its own`. */
  readonly alone: boolean;
}

export const programsFolder = join(import.meta.dirname, 'programs');

/** The programs of one property. Throws an error that says what is missing. */
export function libraryProgram(property: string): LibraryProgram {
  const file = join(programsFolder, `${property}.java`);
  if (!existsSync(file)) throw new Error(`no program for ${property}: write ${property}.java`);
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const expectations = lines.flatMap((line, index) => expectationsOf(line, index + 1));
  const first = lines.findIndex((line) => line.includes('static final class Respects {')) + 1;
  const last = lines.findIndex((line, index) => index >= first && line === '    }') + 1;
  if (first === 0 || !lines.some((line) => line.includes('static final class Violates {')))
    throw new Error(`${property}.java must have the classes Violates and Respects`);
  return {
    property,
    file: `${property}.java`,
    expectations,
    respects: [first, last],
    alone: text.includes('a JVM of its own'),
  };
}

/** The properties that have a program, sorted. */
export function programNames(): string[] {
  return readdirSync(programsFolder)
    .filter((name) => name.endsWith('.java'))
    .map((name) => name.slice(0, -'.java'.length))
    .sort();
}

/** The expectations of all lines of a file. */
export function fileExpectations(file: string): Expectation[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => expectationsOf(line, index + 1));
}

function expectationsOf(text: string, line: number): Expectation[] {
  const comment = /\/\/ (\w+: \d+(?:, \w+: \d+)*)$/.exec(text)?.[1];
  if (comment === undefined) return [];
  return comment.split(', ').map((part) => {
    const [property, count] = part.split(': ');
    return { property: property!, line, count: Number(count) };
  });
}
