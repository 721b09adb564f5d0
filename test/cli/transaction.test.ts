import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { openInput } from '../../src/cli/inputs/inputs.ts';
import { replacements } from '../../src/cli/outputs/replacements.ts';
import { checkStillWritable, targetsOf } from '../../src/cli/outputs/targets.ts';
import { inTransaction, transaction } from '../../src/cli/outputs/transaction.ts';
import { usedPaths } from '../../src/cli/outputs/used-paths.ts';
import { RrvError } from '../../src/diagnostics.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-transaction-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pieces = ['one ', 'two'].map((text) => Buffer.from(text));

test.skipIf(process.platform === 'win32')('links and pipes stay, and are written through', async () => {
  const place = mkdtempSync(join(folder, 'links-'));
  const [target, link, pipe, copy] = ['target', 'link', 'pipe', 'copy'].map((name) => join(place, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(target, 'old');
  symlinkSync('target', link);
  const reader = spawn('sh', ['-c', `mkfifo "${pipe}" && cat "${pipe}" > "${copy}"`]);
  const read = new Promise((done) => reader.on('exit', done));
  while (!existsSync(pipe)) await new Promise((done) => setTimeout(done, 20));
  const outputs = transaction();
  await outputs.file(link, pieces);
  await outputs.file(pipe, pieces, 0o755);
  expect(readFileSync(target, 'utf8')).toBe('old');
  outputs.commit();
  await read;
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect([target, copy].map((file) => readFileSync(file, 'utf8'))).toEqual(['one two', 'one two']);
  expect(readdirSync(place).sort()).toEqual(['copy', 'link', 'pipe', 'target']);
  // What goes into a pipe waits where temporary files are.
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`.rrv-${process.pid}-`))).toEqual([]);
});

test('where an output cannot be put in its place, those before it are what they were', async () => {
  const place = mkdtempSync(join(folder, 'before-'));
  const [file, made, folderBefore, merged] = ['a-file', 'made', 'a-folder', 'merged'].map((name) =>
    join(place, name),
  ) as [string, string, string, string];
  const blocked = join(place, 'blocked');
  const before = new Map([
    [file, 'old'],
    [join(folderBefore, 'one'), 'old one'],
    [join(merged, 'one'), 'old one'],
    [join(merged, 'two'), 'old two'],
    [join(merged, 'gone'), 'old gone'],
  ]);
  for (const [path, text] of before) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const one = { path: 'one', content: Buffer.from('new') };
  const gone = { path: 'gone', content: 'removed' } as const;
  const write = async (): Promise<ReturnType<typeof transaction>> => {
    const outputs = transaction();
    await outputs.file(file, pieces);
    await outputs.file(made, pieces);
    await outputs.directory(folderBefore, [one], false);
    await outputs.directory(merged, [one, { path: 'three', content: Buffer.from('3') }, gone], true);
    await outputs.file(blocked, pieces);
    return outputs;
  };
  const outputs = await write();
  mkdirSync(join(blocked, 'full'), { recursive: true });
  expect(() => outputs.commit()).toThrow(RrvError);
  outputs.rollback();
  for (const [path, text] of before) expect(readFileSync(path, 'utf8'), path).toBe(text);
  expect(readdirSync(place).sort()).toEqual(['a-file', 'a-folder', 'blocked', 'merged']);
  expect(readdirSync(merged).sort()).toEqual(['gone', 'one', 'two']);
  rmSync(blocked, { recursive: true });
  (await write()).commit();
  expect(readdirSync(place).sort()).toEqual(['a-file', 'a-folder', 'blocked', 'made', 'merged']);
  expect([file, made].map((path) => readFileSync(path, 'utf8'))).toEqual(['one two', 'one two']);
  expect(readdirSync(folderBefore)).toEqual(['one']);
  expect(readdirSync(merged).sort()).toEqual(['one', 'three', 'two']);
  expect(['one', 'three', 'two'].map((name) => readFileSync(join(merged, name), 'utf8'))).toEqual([
    'new',
    '3',
    'old two',
  ]);
});

test('names may be as long as the system lets them be', async () => {
  const place = mkdtempSync(join(folder, 'long-'));
  const [file, directory] = ['f', 'd'].map((letter) => join(place, letter.repeat(255))) as [string, string];
  const one = { path: 'o'.repeat(255), content: Buffer.from('1') };
  for (const time of ['made', 'replaced', 'merged']) {
    const outputs = transaction();
    await outputs.file(file, pieces);
    await outputs.directory(directory, [one], time === 'merged');
    outputs.commit();
    expect(readFileSync(file, 'utf8'), time).toBe('one two');
    expect(readFileSync(join(directory, one.path), 'utf8'), time).toBe('1');
  }
  expect(readdirSync(place).length).toBe(2);
});

test('what cannot be written is what is told, also where nothing is left to be removed', async () => {
  const place = mkdtempSync(join(folder, 'gone-'));
  const outputs = transaction();
  await outputs.file(join(place, 'made/x'), pieces);
  await expect(outputs.file(join(place, 'n'.repeat(300)), pieces)).rejects.toThrow('RRV_OUTPUT_UNWRITABLE');
  rmSync(place, { recursive: true });
  expect(() => outputs.rollback()).not.toThrow();
});

test('what fails leaves nothing but what others have put there meanwhile', async () => {
  const place = mkdtempSync(join(folder, 'fails-'));
  const [mine, others] = ['mine', 'others'].map((name) => join(place, name)) as [string, string];
  const failing = inTransaction(async (outputs) => {
    await outputs.file(join(mine, 'x'), pieces);
    await outputs.file(join(others, 'x'), pieces);
    writeFileSync(join(others, 'note'), 'theirs');
    throw new Error('full');
  });
  await expect(failing).rejects.toThrow('full');
  expect(readdirSync(place, { recursive: true }).sort()).toEqual(['others', join('others', 'note')]);
});

test('what other processes have put into places of outputs stays where outputs are taken back', () => {
  const place = mkdtempSync(join(folder, 'others-'));
  const at = (name: string): string => join(place, name);
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  for (const name of ['made/x', 'replaced/x', 'removed', 'file']) write(`by/${name}`, 'ours');
  for (const name of ['replaced/x', 'removed', 'file']) write(name, 'old');
  const ours = replacements();
  for (const name of ['made', 'replaced', 'file']) ours.replace(at(name), at(`by/${name}`));
  ours.remove(at('removed'));
  const theirs = replacements();
  for (const name of ['made/x', 'replaced/x', 'removed', 'file']) write(`by/${name}`, 'theirs');
  for (const name of ['made', 'replaced', 'removed', 'file']) theirs.replace(at(name), at(`by/${name}`));
  ours.undo();
  theirs.settle();
  for (const name of ['made/x', 'replaced/x', 'removed', 'file'])
    expect(readFileSync(at(name), 'utf8'), name).toBe('theirs');
});

test('what is no output, and was put into the place of one meanwhile, is not replaced', async () => {
  const place = mkdtempSync(join(folder, 'meanwhile-'));
  const [classes, output] = ['classes', 'out'].map((name) => join(place, name)) as [string, string];
  mkdirSync(classes);
  writeFileSync(join(classes, 'data.txt'), 'data');
  const input = await openInput(classes, 'classes', false, () => {}, defaultArchiveLimits);
  const targets = targetsOf([input], usedPaths([]), { output, inPlace: false, cache: undefined });
  expect(() => checkStillWritable(targets)).not.toThrow();
  mkdirSync(output);
  expect(() => checkStillWritable(targets)).not.toThrow();
  writeFileSync(join(output, 'mine.txt'), '');
  expect(() => checkStillWritable(targets)).toThrow('RRV_OUTPUT_DIRECTORY_IN_USE');
});

test('a file that is replaced twice is what it was before, and a directory that was merged into is gone if it was made', async () => {
  const place = mkdtempSync(join(folder, 'twice-'));
  const [file, made, blocked] = ['file', 'made', 'blocked'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, 'old');
  const outputs = transaction();
  await outputs.file(file, pieces);
  await outputs.file(file, [Buffer.from('again')]);
  await outputs.directory(made, [{ path: 'a/b', content: Buffer.from('b') }], true);
  await outputs.file(blocked, pieces);
  mkdirSync(join(blocked, 'full'), { recursive: true });
  expect(() => outputs.commit()).toThrow(RrvError);
  outputs.rollback();
  expect(readFileSync(file, 'utf8')).toBe('old');
  expect(readdirSync(place).sort()).toEqual(['blocked', 'file']);
});

test.skipIf(process.platform === 'win32')(
  'permissions are those of inputs, and of what is merged into',
  async () => {
    const place = mkdtempSync(join(folder, 'modes-'));
    const [file, merged, made] = ['file', 'merged', 'made'].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(merged);
    for (const [path, mode] of [
      [join(merged, 'one'), 0o741],
      [join(place, 'input'), 0o714],
    ] as const) {
      writeFileSync(path, 'old');
      chmodSync(path, mode);
    }
    const content = Buffer.from('new');
    const outputs = transaction();
    await outputs.file(file, pieces, 0o751);
    await outputs.directory(merged, [{ path: 'one', content }], true);
    await outputs.directory(made, [{ path: 'one', content, permissionsOf: join(place, 'input') }], false);
    outputs.commit();
    const modes = [file, join(merged, 'one'), join(made, 'one')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o751, 0o741, 0o714]);
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'what takes the place of a file belongs to whom that did, and what comes into a directory to its owner',
  async () => {
    const [file, tree] = [join(folder, 'owned-file'), join(folder, 'owned-tree')];
    writeFileSync(file, 'old');
    mkdirSync(join(tree, 'a'), { recursive: true });
    writeFileSync(join(tree, 'a', 'A.class'), 'old');
    const all = [file, tree, join(tree, 'a'), join(tree, 'a', 'A.class')];
    for (const path of all) {
      chmodSync(path, path === file ? 0o640 : 0o2770);
      chownSync(path, 1234, 5678);
    }
    const umask = process.umask(0o077);
    try {
      const outputs = transaction();
      await outputs.file(file, pieces, 0o640);
      const content = Buffer.from('new');
      await outputs.directory(
        tree,
        ['a/A.class', 'a/rrv/unit/B.class', 'a/C.class'].map((path) => ({ path, content })),
        true,
      );
      outputs.commit();
    } finally {
      process.umask(umask);
    }
    const seen = (name: string): string => {
      const { uid, gid, mode } = statSync(join(tree, name));
      return `${name} ${uid}:${gid} ${(mode & 0o7777).toString(8)}`;
    };
    expect(
      ['../owned-file', 'a/A.class', 'a/rrv', 'a/rrv/unit', 'a/rrv/unit/B.class', 'a/C.class'].map(seen),
    ).toEqual([
      '../owned-file 1234:5678 640',
      'a/A.class 1234:5678 770',
      'a/rrv 1234:5678 2750',
      'a/rrv/unit 1234:5678 2750',
      'a/rrv/unit/B.class 1234:5678 640',
      'a/C.class 1234:5678 640',
    ]);
  },
);

test.skipIf(process.getuid?.() !== 0)('in a directory of all, nothing of ours is given away', async () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  const file = join(shared, 'out.jar');
  writeFileSync(file, 'a trap');
  chownSync(file, 1234, 1234);
  await inTransaction((outputs) => outputs.file(file, pieces));
  expect(statSync(file).uid).toBe(0);
});

test('an input that cannot be copied is said to be it, and not the output', async () => {
  const [tree, gone] = [join(folder, 'copies'), join(folder, 'gone.txt')];
  const writing = inTransaction((outputs) =>
    outputs.directory(tree, [{ path: 'a.txt', content: { copyOf: gone } }], false),
  );
  await expect(writing).rejects.toMatchObject({
    diagnostic: { code: 'RRV_INPUT_UNREADABLE', where: { file: gone } },
  });
  expect(existsSync(tree)).toBe(false);
});

/** A file system in memory, on Linux. */
const elsewhere = '/dev/shm';

test.skipIf(!existsSync(elsewhere) || statSync(elsewhere).dev === statSync(folder).dev)(
  'a link in a directory may lead to another file system',
  async () => {
    const [tree, other] = [join(folder, 'with-links'), mkdtempSync(join(elsewhere, 'rrv-transaction-'))];
    try {
      mkdirSync(tree);
      symlinkSync(other, join(tree, 'lib'));
      writeFileSync(join(other, 'x.jar'), 'old');
      chmodSync(join(other, 'x.jar'), 0o640);
      const content = Buffer.from('new');
      await inTransaction((outputs) => outputs.directory(tree, [{ path: 'lib/x.jar', content }], true));
      expect(readFileSync(join(other, 'x.jar'), 'utf8')).toBe('new');
      expect(statSync(join(other, 'x.jar')).mode & 0o777).toBe(0o640);
      expect(readdirSync(other)).toEqual(['x.jar']);
      expect(readdirSync(tree)).toEqual(['lib']);
    } finally {
      rmSync(other, { recursive: true });
    }
  },
);

test('directories that were made for what could not come there go', async () => {
  const tree = join(folder, 'half');
  mkdirSync(join(tree, 'blocked'), { recursive: true });
  const files = ['rrv/unit/A.class', 'blocked'].map((path) => ({ path, content: Buffer.from('new') }));
  await expect(inTransaction((outputs) => outputs.directory(tree, files, true))).rejects.toThrow(RrvError);
  expect(readdirSync(tree)).toEqual(['blocked']);
});
