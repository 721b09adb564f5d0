import type { ApplicationArchive } from '../archive/application.ts';
import { AccessFlag } from '../classfile/access-flags.ts';
import { type ClassFile, readClassFile } from '../classfile/class-file.ts';
import { alreadyInstrumented, RrvError } from '../diagnostics.ts';
import { type PointFinder, pointFinder } from '../events/find-points.ts';
import type { Point } from '../events/point.ts';
import type { ProgramClass } from '../residual/analysis.ts';
import type { InstrumentRequest } from './instrument-types.ts';
import { unitPackage } from './unit-name.ts';

/** A class of the application with its points, of all properties, in the order of methods and instructions. */
export interface ApplicationClass extends ProgramClass {
  readonly archive: ApplicationArchive;
  readonly points: readonly Point[];
  /** Index of `public static void main(String[])` (JLS 12.1.4), when the class may be instrumented. */
  readonly mainMethod: number | undefined;
}

/**
 * Reads every class of the inputs once and finds the points in those that may be instrumented. The bytes stay
 * in memory, what was parsed does not.
 *
 * @throws RrvError RRV_CLASS_MALFORMED, RRV_CLASS_VERSION, RRV_ALREADY_INSTRUMENTED
 */
export function readApplication(request: InstrumentRequest): ApplicationClass[] {
  const findPoints = pointFinder(request.properties, request.hierarchy);
  const archives = request.inputs.flatMap((input) => input.archives);
  const listed = archives.map((archive) => ({ archive, entries: [...archive.entries()].filter(isClass) }));
  const total = listed.reduce((sum, { entries }) => sum + entries.length, 0);
  const classes: ApplicationClass[] = [];
  let done = 0;
  for (const { archive, entries } of listed) {
    const first = classes.length;
    for (const { name: entry, read } of entries) {
      if (entry.includes(unitPackage)) throw new RrvError(alreadyInstrumented(archive.label));
      const bytes = read();
      const classFile = (): ClassFile => readClassFile(bytes, { file: archive.label, entry });
      const file = classFile();
      const instrumented = request.mayInstrument(file.name.replaceAll('/', '.'));
      const points = instrumented ? findPoints(file, archive.label, entry) : [];
      const mainMethod = instrumented ? mainMethodOf(file) : undefined;
      const { name } = file;
      classes.push({
        archive,
        input: archive.label,
        entry,
        name,
        instrumented,
        classFile,
        points,
        mainMethod,
      });
      request.onProgress?.({ phase: 'reading', done: ++done, total });
    }
    listEndOfProgram(findPoints, classes, first);
  }
  return classes;
}

/**
 * The end of the program is listed once for each archive, at its first `main` method, or else at the first method that
 * has points: without one of these the archive has no unit.
 */
function listEndOfProgram(findPoints: PointFinder, classes: ApplicationClass[], first: number): void {
  for (const wanted of [mainOf, firstPointOf])
    for (let index = first; index < classes.length; index++) {
      const one = classes[index]!;
      const methodIndex = wanted(one);
      if (methodIndex === undefined) continue;
      const file = one.classFile();
      const ends = findPoints.endOfProgram(file, file.methods[methodIndex]!, one.input, one.entry);
      if (ends.length > 0) classes[index] = { ...one, points: [...one.points, ...ends] };
      return;
    }
}

const mainOf = (one: ApplicationClass) => one.mainMethod;
const firstPointOf = ({ points }: ApplicationClass) =>
  points.find(({ methodIndex }) => methodIndex >= 0)?.methodIndex;

/** module-info.class holds no code; what rrv itself put in is not the application. */
function isClass(entry: { readonly name: string }): boolean {
  return (
    entry.name.endsWith('.class') &&
    !entry.name.endsWith('module-info.class') &&
    !entry.name.includes('rrv/runtime/')
  );
}

function mainMethodOf(file: ClassFile): number | undefined {
  const flags = AccessFlag.public | AccessFlag.static;
  return file.methods.find(
    ({ accessFlags, name, descriptor }) =>
      name === 'main' && descriptor === '([Ljava/lang/String;)V' && (accessFlags & flags) === flags,
  )?.index;
}
