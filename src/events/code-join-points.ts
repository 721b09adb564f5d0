import { AccessFlag } from '../classfile/access-flags.ts';
import type { ClassFile, MethodInfo } from '../classfile/class-file.ts';
import type { Code } from '../classfile/code.ts';
import { codeReferences } from '../classfile/code-references.ts';
import type { Instruction } from '../classfile/instruction.ts';
import { Op } from '../classfile/opcodes.ts';
import type { CandidateEvents } from './candidate-events.ts';
import { type ConstructorCalls, constructorCalls } from './constructor-calls.ts';
import {
  type BodyJoinPoint,
  callJoinPoint,
  classInitialiser,
  fieldJoinPoint,
  type JoinPoint,
} from './join-point.ts';

/**
 * Visits the calls and field accesses of a method that may be events, in the order of its instructions.
 * Linear; the calls of a constructor that begin it are found when the first of them could matter.
 */
export function visitJoinPoints(
  candidates: Pick<CandidateEvents, 'callsNamed' | 'accessFields'>,
  file: ClassFile,
  method: Pick<MethodInfo, 'name' | 'accessFlags'>,
  code: Code,
  visit: (joinPoint: JoinPoint, position: number) => void,
): void {
  let known: ConstructorCalls | undefined;
  const constructors = (): ConstructorCalls =>
    (known ??= constructorCalls(file.name, file.superName, method, code));
  const joinPointAt = (instruction: Instruction, position: number): JoinPoint | undefined => {
    switch (instruction.form) {
      case 'invoke': {
        const { name } = instruction;
        if (!candidates.callsNamed(name)) return undefined;
        if (name === '<init>' && constructors().calls.includes(position)) return undefined;
        return callJoinPoint(instruction, file.name);
      }
      case 'invokedynamic':
        return callJoinPoint(instruction, file.name);
      case 'field': {
        if (!candidates.accessFields) return undefined;
        const mayBeUninitialized =
          instruction.opcode === Op.putfield &&
          instruction.owner === file.name &&
          constructors().maySetEarly(position);
        return mayBeUninitialized ? undefined : fieldJoinPoint(instruction);
      }
      default:
        return undefined;
    }
  };
  code.instructions.forEach((instruction, position) => {
    const joinPoint = joinPointAt(instruction, position);
    if (joinPoint !== undefined) visit(joinPoint, position);
  });
}

/**
 * The body of a method. `isRunnable`: the class may be a Runnable; `lambdas`: its methods that are
 * (`runnableLambdas`).
 */
export function bodyJoinPoint(
  className: string,
  { name, descriptor, accessFlags }: Pick<MethodInfo, 'name' | 'descriptor' | 'accessFlags'>,
  isRunnable: boolean,
  lambdas: ReadonlySet<string>,
): BodyJoinPoint {
  const isStatic = (accessFlags & AccessFlag.static) !== 0;
  return {
    kind: name === classInitialiser ? 'staticInitialization' : 'execution',
    invocation: name === '<init>' ? 'constructor' : isStatic ? 'static' : 'instance',
    owner: className,
    name,
    descriptor,
    startsThread:
      (isRunnable && !isStatic && name === 'run' && descriptor === '()V') || lambdas.has(name + descriptor),
  };
}

/** Of a constant, whether the method that it names has the name of an event. */
const notAsked = 0;
const hasEventName = 1;
const hasOtherName = 2;

/**
 * Whether a method of the class has an instruction that may have the name of an event. The code is not
 * decoded for it: most methods have none.
 */
export function namesEvents(
  candidates: Pick<CandidateEvents, 'callsNamed' | 'accessFields'>,
  file: ClassFile,
): (method: MethodInfo) => boolean {
  const isNamed = new Uint8Array(file.pool.count);
  return (method) => {
    const references = codeReferences(file, method);
    for (let at = 0; at < (references?.count ?? 0); at++) {
      const opcode = references!.opcodes[at]!;
      if (opcode < Op.getstatic || opcode > Op.invokedynamic) continue;
      if (opcode === Op.invokedynamic) return true;
      if (opcode < Op.invokevirtual) {
        if (candidates.accessFields) return true;
        continue;
      }
      const constant = references!.constants[at]!;
      if (isNamed[constant] === notAsked)
        isNamed[constant] = candidates.callsNamed(file.pool.memberName(constant))
          ? hasEventName
          : hasOtherName;
      if (isNamed[constant] === hasEventName) return true;
    }
    return false;
  };
}
