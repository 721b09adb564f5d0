import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtCli } from '../support/cli.ts';
import { repositoryRoot } from '../support/repository.ts';

const root = repositoryRoot();
/** Paths of the files in the npm package. */
let files: ReadonlySet<string>;

beforeAll(() => {
  builtCli();
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 26,
  });
  const [{ files: listed }] = JSON.parse(listing) as [{ files: { path: string }[] }];
  files = new Set(listed.map(({ path }) => path));
});

const pages = () => [...files].filter((file) => file.endsWith('.md')).sort();
const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

/** Without code, in which brackets mean something else. */
function prose(page: string): string {
  return textOf(page)
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, '');
}

/** What a heading is called in an address. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

describe('the npm package', () => {
  it('has the command, the runtime and the pages', () => {
    expect([...files]).toEqual(
      expect.arrayContaining([
        'dist/cli/main.js',
        'dist/maven/rrv-maven.jar',
        'dist/runtime/rrv-runtime.jar',
        'gradle/rrv.init.gradle',
        'README.md',
        'LICENSE',
      ]),
    );
    expect(pages().length).toBeGreaterThan(10);
  });

  it('has what the links of its pages lead to', () => {
    const dead: string[] = [];
    let count = 0;
    for (const page of pages())
      for (const [, target = ''] of prose(page).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        count++;
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/');
        const headings = files.has(file) ? [...textOf(file).matchAll(/^#+ (.+)$/gm)] : [];
        if (!files.has(file)) dead.push(`${page}: ${target}`);
        else if (anchor !== undefined && !headings.some(([, heading]) => anchorOf(heading!) === anchor))
          dead.push(`${page}: ${target}`);
      }
    expect(dead).toEqual([]);
    expect(count).toBeGreaterThan(15);
  });
});

/** Whether a path in the repository begins so: tests are named with or without the end of their names, as vitest takes them. */
function isBeginOfPath(path: string): boolean {
  const folder = join(root, dirname(path));
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(basename(path)));
}

it('pages name files that are there', () => {
  const missing: string[] = [];
  // Those of the user's own build are none of ours.
  for (const page of pages())
    for (const [, path = ''] of textOf(page).matchAll(
      /(?<![\w./-])((?:src|test|docs|benchmarks|runtime-java|scripts|examples|maven)\/[\w./-]*\w)/g,
    ))
      if (!isBeginOfPath(path) && !/^src\/(?:main|test)\/java$/.test(path)) missing.push(`${page}: ${path}`);
  expect(missing).toEqual([]);
});
