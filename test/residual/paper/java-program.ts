import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJImage } from '../../../src/archive/jimage.ts';
import { type ClassFile, readClassFile } from '../../../src/classfile/class-file.ts';
import { readCode } from '../../../src/classfile/code.ts';
import type { Point, PointId } from '../../../src/events/point.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import type { Property } from '../../../src/property/model.ts';
import type { Program, ProgramClass } from '../../../src/residual/analysis.ts';
import { placeAt } from '../../support/every-event.ts';
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

const jdk = defaultJdk();
const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));

/** All fixtures, compiled once. */
const compiled: readonly ClassFile[] = compileFixtures();

function compileFixtures(): readonly ClassFile[] {
  const output = mkdtempSync(join(tmpdir(), 'rrv-paper-'));
  const sources = readdirSync(fixtures).filter((file) => file.endsWith('.java'));
  compileJava(
    jdk,
    sources.map((file) => join(fixtures, file)),
    output,
    ['-g'],
  );
  const files = readdirSync(output)
    .sort()
    .map((entry) => readClassFile(new Uint8Array(readFileSync(join(output, entry)))));
  rmSync(output, { recursive: true });
  return files;
}

/** Presents a fixture, by name, as a program. */
export function javaProgram(name: string): JavaProgram {
  const files = new Map(
    compiled
      .filter((file) => file.name === name || file.name.startsWith(`${name}$`))
      .map((file) => [file.name, file]),
  );
  const application: ClassSource = {
    origin: 'application',
    label: name,
    read: (className) => files.get(className)?.bytes,
    names: () => files.keys(),
  };
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
      [...files.values()]
        .flatMap((file) => pointsOf(file, property, hierarchy.isSubtype))
        .map((point, index) => ({ ...point, id: index as PointId })),
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
    if (code === undefined) continue;
    code.instructions.forEach((instruction, index) => {
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
        id: 0 as PointId,
        property,
        event,
        input: file.name,
        ...placeAt(file, method, code, index),
        kind: 'call',
        position: event.advice === 'before' ? 'before' : 'afterReturning',
        values: [],
      });
    });
  }
  return points;
}
