import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rrv } from '../support/cli.ts';
import { compileJava, defaultJdk } from '../support/jdk.ts';

const jdk = defaultJdk();
const folder = mkdtempSync(join(tmpdir(), 'rrv-chosen-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) => rrv(args, { cwd: folder, environment: { JAVA_HOME: jdk.home } });

const head = 'package p;\nimport java.util.*;\n\n';
const property = (name: string, event = 'before(Iterator i)') => `/** What ${name} says. */
${name}(Iterator i) {
  event e ${event} : call(* Iterator+.next()) && target(i) { }
  ere : e e @match { }
}
`;
const third = property('Third');
/** Files of JavaMOP's may have in one of their properties what rrv does not read. */
const unread = [
  property('Typing').replace('event e', 'evnt e'),
  property('Stack').replace('ere : e e', 'srs : e e -> #'),
  'aspect Advice { before(Iterator i) : call(* Iterator+.next()) && target(i) { } }',
].join('\n');

beforeAll(() => {
  for (const directory of ['below/deeper', 'one', 'one#two', 'classes', 'old'])
    mkdirSync(join(folder, directory), { recursive: true });
  const several = [property('First'), property('Second'), property('Wrong', 'before(Nothing i)')].join('\n');
  const files = {
    'several.mop': `${head}${several}`,
    'below/third.mop': `${head}${third}`,
    'below/deeper/fourth.mop': `${head}${property('Fourth')}`,
    'below/damaged.mop': 'Damaged(',
    'old/some.mop': `\uFEFF${head}${unread}\n${property('Fifth')}\n${property('Fifth')}${property('Sixth')}`,
    'old/types.mop': `${head}${property('Wrong', 'before(Nothing i)')}`,
    'one/two.mop': `${head}${property('two')}`,
    'one#two/a#First.mop': `${head}${property('Sharp')}${property('Flat')}`,
    'A.java': 'class A { Object m(java.util.Iterator<?> i) { i.next(); return i.next(); } }',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  compileJava(jdk, [join(folder, 'A.java')], join(folder, 'classes'));
});

const namesOf = (...args: string[]): string[] => {
  const { stdout, stderr } = run(...args, '--json');
  if (stdout === '') return [stderr];
  const json = JSON.parse(stdout);
  return (json.properties ?? [json]).map(({ name }: { name: string }) => name);
};

test.each([
  [['several.mop#Second'], ['Second']],
  [['several.mop#Second,SafeIterator,several.mop#First'], ['First', 'Second', 'SafeIterator']],
  [
    ['below#Fourth', '--prop', './below#Third'],
    ['Fourth', 'Third'],
  ],
  [['below/third.mop#Third,below/third.mop'], ['Third']],
  [['old/some.mop#Sixth'], ['Sixth']],
  [['old#Sixth'], ['Sixth']],
  [['one#two,one#two#Flat'], ['Sharp', 'Flat']],
  // What is there under the whole name is meant by it.
  [['one#two/a#First.mop'], ['Sharp', 'Flat']],
  [['one/two.mop#two'], ['two']],
  [['one#two'], ['Sharp', 'Flat']],
  [['one#two/a#First.mop#Flat'], ['Flat']],
  [['one#two#Flat'], ['Flat']],
])('--prop %s', (props, expected) => {
  expect(namesOf('analyze', 'classes', '--prop', ...props)).toEqual(expected);
});

test('other properties of the file are not looked at', () => {
  expect(run('analyze', 'classes', '--prop', 'several.mop').stderr).toContain('type Nothing is not imported');
  expect(run('analyze', 'classes', '--prop', 'several.mop#First')).toMatchObject({
    status: 0,
    stderr: expect.not.stringContaining('Nothing'),
  });
});

test('the other commands take it, too', () => {
  expect(namesOf('properties', 'check', 'several.mop#Second', 'below#Third')).toEqual(['Second', 'Third']);
  expect(namesOf('properties', 'show', 'several.mop#Second')).toEqual(['Second']);
  expect(namesOf('properties', 'show', 'below#Third')).toEqual(['Third']);
  expect(run('explain', 'classes', 'A#m', '--prop', 'several.mop#Second').stdout).toContain('Second.e');
  const graph = ['graph', 'classes', 'A#m', '--prop'];
  expect(run(...graph, 'several.mop#Second')).toMatchObject({ status: 0 });
  expect(run(...graph, 'one#two').stderr).toContain('file.mop#Name');
});

test('show --format mop gives a file with that property alone', () => {
  const show = (name: string) => run('properties', 'show', name, '--format', 'mop').stdout.trimEnd();
  expect(`${show('several.mop#Second')}\n`).toBe(`${head}${property('Second')}`);
  expect(`${show('below#Third')}\n`).toBe(`${head}${third}`);
  expect(`${show('old#Sixth')}\n`).toBe(`${head}${property('Sixth')}`);
});

test.each([
  ['several.mop#Secnd', 'RRV_PROPERTY_UNKNOWN: there is no property named Secnd\n  at several.mop\n'],
  ['several.mop#Secnd', 'Did you mean several.mop#Second?'],
  ['several.mop#Safe', 'There is First, Second, Wrong; without # all are taken.'],
  ['several.mop#', 'a name is missing behind the #'],
  ['several.mop#Wrong', 'type Nothing is not imported'],
  ['none.mop#First', 'RRV_INPUT_UNREADABLE: cannot read: no such file or directory\n  at none.mop\n'],
  ['none#First', 'RRV_PROPERTY_UNKNOWN: there is no property, group or severity named none#First'],
  ['old/some.mop#Typing', 'found `evnt`'],
  ['old#Stack', 'the formalism srs'],
  ['old/some.mop#Advice', 'an aspect of AspectJ'],
  ['old/some.mop#Fifth', 'property Fifth is declared twice'],
  ['old#Seventh', 'there is no property named Seventh'],
  // One that cannot be read may have had it.
  ['below#Damaged', 'below/damaged.mop:1:9'],
])('--prop %s says %s', (element, said) => {
  expect(run('analyze', 'classes', '--prop', element)).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining(said),
  });
});

test('what is wrong with each of several files is said in one run', () => {
  const { status, stderr } = run('analyze', 'classes', '--prop', 'old,below,SafeIterator');
  expect(status).toBe(2);
  for (const place of ['old/some.mop:', 'old/types.mop:', 'below/damaged.mop:'])
    expect(stderr).toContain(place);
});
