import { AccessFlag } from '../../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../../classfile/class-file.ts';
import { type Code, readCode } from '../../classfile/code.ts';
import { packageOf, parameterWords } from '../../classfile/descriptors.ts';
import type { InstructionIndex, Invoke } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { isSerializableReference } from '../../events/join-point.ts';
import type { Point, PointId } from '../../events/point.ts';
import { groupBy } from '../../group-by.ts';
import type { ApplicationClass } from '../program/application.ts';
import { thisVariable } from './this-variable.ts';
import type { WeavingTypes } from './weaving-types.ts';

/**
 * How a method's points at calls are woven: around the call, or in methods of their own when there is no
 * room.
 */
export type Mode = 'inline' | 'outOfLine';

export interface MethodToWeave {
  readonly file: ClassFile;
  readonly method: MethodInfo;
  readonly code: Code;
  /** `thisAt`, of the method's points. */
  readonly hasThis: (at: InstructionIndex) => boolean;
  readonly types: WeavingTypes;
  readonly mode: Mode;
}

/** JVMS 4.3.3. */
export const maxParameterWords = 255;

/** JVMS table 4.1-A: class version of Java 8, the first with private static methods in interfaces. */
const java8 = 52;

/**
 * The points of a class whose events no code can be woven for, but for limits of size, and why. It is asked
 * before the analysis, of all points: so the same events are seen whatever the analysis removes, and it
 * counts on no event that nobody sees. Decodes methods with points that ask for more than the operands of a
 * call.
 */
export function unweavablePoints(
  { classFile, points, copiedMethods }: Pick<ApplicationClass, 'classFile' | 'points' | 'copiedMethods'>,
  types: WeavingTypes,
): ReadonlyMap<PointId, string> {
  const found = new Map<PointId, string>();
  for (const { id, kind, methodIndex } of points)
    if (kind !== 'endProgram' && copiedMethods.includes(methodIndex))
      found.set(id, 'the code of the method is copied into other classes, which need not see the monitor');
  for (const { id, ambiguousBinding } of points)
    if (ambiguousBinding !== undefined)
      found.set(id, `alternatives of the pointcut bind ${ambiguousBinding} to different values here`);
  for (const [methodIndex, asking] of groupBy(points.filter(asksForMore), (point) => point.methodIndex)) {
    const file = classFile();
    const method = file.methods[methodIndex]!;
    const code = readCode(file, method)!;
    const hasThis = thisAt(asking, file, method, code);
    const toWeave = { file, method, code, hasThis, types, mode: 'inline' } as const;
    for (const point of asking) {
      const obstacle = obstacleTo(point, toWeave);
      if (obstacle !== undefined) found.set(point.id, obstacle);
    }
  }
  return found;
}

function asksForMore(point: Point): boolean {
  if (point.kind === 'methodReference') return true;
  if (point.kind === 'body' || point.kind === 'endProgram') return false;
  return usesThis(point);
}

/**
 * Why the point of an instruction cannot be woven, whatever else is there; undefined: it can. Limits of size
 * are not asked.
 */
export function obstacleTo(
  point: Point,
  { code, method, hasThis, file, mode, types }: MethodToWeave,
): string | undefined {
  const needsThis = usesThis(point);
  if (needsThis && !hasThis(point.instruction)) return '`this` is not available at the call';
  const call = code.instructions[point.instruction]!;
  if (call.form === 'invokedynamic') {
    if (isSerializableReference(call))
      return 'the method reference is serializable: its serial form names the method';
    return needsThis ? '`this` is not available inside a method reference' : undefined;
  }
  if (call.form === 'field')
    return mode === 'outOfLine'
      ? 'the method is too large, and a field access cannot be moved out of it'
      : undefined;
  if (call.form !== 'invoke')
    throw new Error(`point at an instruction that makes no call: ${method.name} @${point.instruction}`);
  if (mode === 'inline') return undefined;
  const why = 'the method is too large';
  if (needsThis && operandWords(call) === maxParameterWords)
    return `${why}, and the call has so many parameters that \`this\` is one too many`;
  if (call.name === '<init>') return `${why}, and a constructor call cannot be moved out of it`;
  if (isInterface(file) && file.majorVersion < java8)
    return `${why}, and an interface of this class version has no static methods`;
  return isProtectedElsewhere(call, file, types)
    ? `${why}, and the protected method cannot be called outside it`
    : undefined;
}

/** `after` is after returning and after throwing. */
export function seesThrows({ position }: Point): boolean {
  return position === 'after' || position === 'afterThrowing';
}

/** Whether the event is given `this` of the method that holds the point. */
export function usesThis(point: Point): boolean {
  return point.values.some((value) => value.source.kind === 'this');
}

/** Words of what a call takes from the operand stack. */
export function operandWords({ opcode, descriptor }: Invoke): number {
  return parameterWords(descriptor) + (opcode === Op.invokestatic ? 0 : 1);
}

/**
 * At which instructions of a method local variable 0 holds `this`; nowhere if none of the points asks for it.
 */
export function thisAt(
  points: readonly Point[],
  file: ClassFile,
  method: MethodInfo,
  code: Code,
): (at: InstructionIndex) => boolean {
  return points.some(usesThis) ? thisVariable(file, method, code) : () => false;
}

/**
 * JVMS 4.10.1.8: a protected member of a superclass may be called only on the class itself or a subclass of
 * it.
 */
function isProtectedElsewhere(call: Invoke, file: ClassFile, types: WeavingTypes): boolean {
  if (call.opcode !== Op.invokevirtual) return false;
  const resolved = types.resolveMethod(call.owner, call.name, call.descriptor);
  if (resolved === undefined) return true;
  return (
    (resolved.accessFlags & AccessFlag.protected) !== 0 && packageOf(resolved.owner) !== packageOf(file.name)
  );
}

/** Whether the class file is that of an interface. */
export function isInterface({ accessFlags }: ClassFile): boolean {
  return (accessFlags & AccessFlag.interface) !== 0;
}
