import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesAccess } from '../../src/archive/random-access.ts';
import { openZip } from '../../src/archive/zip-reader.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { type ProgramName, prepareProgram } from '../dacapo/programs.ts';

/** What one row of the benchmark instruments: each jar once, whichever programs it belongs to. */
export interface Input {
  readonly name: string;
  readonly jars: readonly string[];
  readonly classes: number;
  readonly instructions: number;
}

/** The programs with their libraries, each input larger than the one before; the last is all of them together. */
export function allInputs(): readonly Input[] {
  const sunflow = jarsOf('sunflow');
  const pmd = jarsOf('pmd');
  const fop = jarsOf('fop');
  return [
    input('sunflow and its library', sunflow),
    input('pmd and its libraries', pmd),
    input('fop and its libraries', fop),
    input('all three', [...sunflow, ...pmd, ...fop]),
  ];
}

function jarsOf(name: ProgramName): readonly string[] {
  return prepareProgram(name).jars;
}

function input(name: string, all: readonly string[]): Input {
  const byName = new Map(all.map((jar) => [basename(jar), jar]));
  const jars = [...byName.values()];
  return { name, jars, ...sizeOf(jars) };
}

/** Classes and instructions of jars. */
function sizeOf(jars: readonly string[]): { classes: number; instructions: number } {
  let classes = 0;
  let instructions = 0;
  for (const jar of jars)
    for (const bytes of classesOf(jar)) {
      const file = readClassFile(bytes);
      classes++;
      for (const method of file.methods) instructions += readCode(file, method)?.instructions.length ?? 0;
    }
  return { classes, instructions };
}

/** The class files of a jar, decompressed. */
export function* classesOf(jar: string): Generator<Uint8Array> {
  const zip = openZip(bytesAccess(readFileSync(jar)), { file: jar });
  for (const entry of zip.entries) if (entry.name.endsWith('.class')) yield zip.read(entry);
}
