import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJImage } from '../../../src/archive/jimage.ts';
import { type ClassFile, readClassFile } from '../../../src/classfile/class-file.ts';
import { readCode } from '../../../src/classfile/code.ts';
import type { InstructionIndex } from '../../../src/classfile/instruction.ts';
import type { Point, PointId } from '../../../src/events/point.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import type { Property } from '../../../src/property/model.ts';
import type { Program, ProgramClass } from '../../../src/residual/analysis.ts';
import { fileAccess } from '../../support/file-access.ts';
import { compileJava, defaultJdk } from '../../support/jdk.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/paper');

/** The letters of SafeIterator and SafeHasNext by method name, for receivers that are collections or iterators. */
const letters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SafeIterator: {
    iterator: 'create',
    listIterator: 'create',
    add: 'update',
    addAll: 'update',
    remove: 'update',
    clear: 'update',
    next: 'next',
  },
  SafeHasNext: { hasNext: 'hasNext', next: 'next' },
};

export interface JavaProgram {
  readonly program: Program;
  /** Points by method name, so that this test does not depend on pointcut matching. */
  points(property: Property): readonly Point[];
}

/** Compiles a fixture by name and presents it as a program. */
export function javaProgram(name: string): JavaProgram {
  const output = mkdtempSync(join(tmpdir(), 'rrv-paper-'));
  const jdk = defaultJdk();
  compileJava(jdk, [join(fixtures, `${name}.java`)], output, ['-g']);
  const files = new Map<string, ClassFile>();
  for (const entry of readdirSync(output).sort()) {
    const file = readClassFile(new Uint8Array(readFileSync(join(output, entry))));
    files.set(file.name, file);
  }
  rmSync(output, { recursive: true });
  const application: ClassSource = {
    origin: 'application',
    label: name,
    read: (className) => files.get(className)?.bytes,
    names: () => files.keys(),
  };
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  const hierarchy = classHierarchy([application, imageClassSource(image, 'JDK')]);
  const classes = new Map<string, ProgramClass>(
    [...files].map(([className, file]) => [
      className,
      {
        name: className,
        input: name,
        entry: `${className}.class`,
        instrumented: true,
        classFile: () => file,
      },
    ]),
  );
  return {
    program: {
      classes: () => classes.values(),
      classOf: (point) => classes.get(point.className)!,
      pointsOf: () => [],
      hierarchy,
    },
    points: (property) =>
      [...files.values()].flatMap((file) => pointsOf(file, property, hierarchy.isSubtype)),
  };
}

function pointsOf(
  file: ClassFile,
  property: Property,
  isSubtype: (sub: string, superName: string) => boolean | undefined,
): readonly Point[] {
  const points: Point[] = [];
  for (const method of file.methods) {
    const code = readCode(file, method);
    code?.instructions.forEach((instruction, index) => {
      if (instruction.form !== 'invoke') return;
      const name = letters[property.name]?.[instruction.name];
      const event = property.events.find((one) => one.name === name);
      const { owner } = instruction;
      if (
        event === undefined ||
        !(isSubtype(owner, 'java/util/Collection') || isSubtype(owner, 'java/util/Iterator'))
      )
        return;
      points.push({
        id: (file.methods.indexOf(method) * 100_000 + index) as PointId,
        property,
        event,
        input: file.name,
        entry: `${file.name}.class`,
        className: file.name,
        sourceFile: file.sourceFile,
        method: method.name,
        descriptor: method.descriptor,
        methodIndex: method.index,
        instruction: index as InstructionIndex,
        pc: code.pcOf(index as InstructionIndex),
        line: code.lineOf(index as InstructionIndex),
        kind: 'call',
        position: event.advice === 'before' ? 'before' : 'afterReturning',
        values: [],
        test: { kind: 'always' },
      });
    });
  }
  return points;
}
