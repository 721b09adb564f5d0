import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJImage } from '../../../src/archive/jimage.ts';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { pointFinder } from '../../../src/events/find-points.ts';
import type { Point } from '../../../src/events/point.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import { imageClassSource } from '../../../src/hierarchy/class-sources.ts';
import type { Property } from '../../../src/property/model.ts';
import type { Program, ProgramClass } from '../../../src/residual/analysis.ts';
import { fileAccess } from '../../support/file-access.ts';
import { compileSources, defaultJdk, type Jdk } from '../../support/jdk.ts';

export interface JavaProgram {
  readonly program: Program;
  readonly points: readonly Point[];
  readonly classes: ReadonlyMap<string, Uint8Array>;
}

interface JdkClasses {
  readonly source: ClassSource;
  /** Reading every header of the JDK for each program would take most of the time: no class of these programs has subtypes in the packages left out. */
  readonly names: readonly string[];
}

const byHome = new Map<string, JdkClasses>();

/** Opened once. */
function classesOf(jdk: Jdk): JdkClasses {
  let classes = byHome.get(jdk.home);
  if (classes === undefined) {
    const source = imageClassSource(openJImage(fileAccess(join(jdk.home, 'lib/modules'))), 'JDK');
    const names = [...source.names()].filter((name) =>
      /^java\/(?:lang|util|util\/function|io)\/[^/]*$/.test(name),
    );
    classes = { source, names };
    byHome.set(jdk.home, classes);
  }
  return classes;
}

/** The JDK that tests use, as a class source. */
export function theJdk(): ClassSource {
  return classesOf(defaultJdk()).source;
}

/** Compiles source files (`Name.java` to text) and returns the classes by internal name. */
export function compile(
  sources: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): ReadonlyMap<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-sound-'));
  try {
    const output = join(folder, 'classes');
    compileSources(sources, join(folder, 'src'), output, ['-g', ...options]);
    const classes = new Map<string, Uint8Array>();
    for (const name of readdirSync(output, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.class')) classes.set(name.slice(0, -6), readFileSync(join(output, name)));
    return classes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program made of the classes, with the points of the properties, on a JDK. */
export function javaProgram(
  classes: ReadonlyMap<string, Uint8Array>,
  properties: readonly Property[],
  jdk: Jdk = defaultJdk(),
): JavaProgram {
  const application: ClassSource = {
    origin: 'application',
    label: 'test',
    read: (name) => classes.get(name),
    names: () => classes.keys(),
  };
  const { source: whole, names } = classesOf(jdk);
  const hierarchy = classHierarchy([
    application,
    { origin: whole.origin, label: whole.label, read: (name) => whole.read(name), names: () => names },
  ]);
  const find = pointFinder(properties, hierarchy);
  const programClasses = new Map<string, ProgramClass>();
  const points: Point[] = [];
  for (const [name, bytes] of [...classes].sort(([left], [right]) => (left < right ? -1 : 1))) {
    programClasses.set(name, {
      name,
      input: 'test',
      entry: `${name}.class`,
      instrumented: true,
      classFile: () => readClassFile(bytes),
    });
    points.push(...find(readClassFile(bytes), 'test', `${name}.class`));
  }
  const program: Program = {
    classes: () => programClasses.values(),
    classOf: (point) => programClasses.get(point.className)!,
    pointsOf: (one, methodIndex) =>
      points.filter((point) => point.className === one.name && point.methodIndex === methodIndex),
    hierarchy,
  };
  return { program, points, classes };
}
