import { classOfDescriptor, toBinaryName } from '../../classfile/descriptors.ts';
import { currentThread, invoke, pushText } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import type { DynamicTest } from '../../events/point.ts';
import { type Assembly, type AssemblyLabel, newLabel } from './assembly.ts';
import { runtimeClass } from './runtime-class.ts';

/** What the code of a test needs to know of the entry point that it stands in. */
export interface TestContext {
  /** Loads a value of the point. */
  readonly load: (value: number) => Instruction;
  /** Names the entry point among all. */
  readonly entryPointName: string;
  readonly isPublic: (className: string) => boolean;
}

/** Jumps to the target when the test has the given outcome, else falls through. */
export function jumpWhen(
  code: Assembly,
  test: DynamicTest,
  outcome: boolean,
  target: AssemblyLabel,
  context: TestContext,
): void {
  switch (test.kind) {
    case 'always':
      if (outcome) code.jump(Op.goto, target);
      return;
    case 'instanceof':
    case 'threadName':
    case 'controlFlow':
    case 'threadStart':
      code.emit(...testResult(test, context));
      code.jump(outcome ? Op.ifne : Op.ifeq, target);
      return;
    case 'not':
      jumpWhen(code, test.operand, !outcome, target, context);
      return;
    case 'and':
    case 'or': {
      // One operand with this outcome decides the whole: false for `and`, true for `or`.
      const decisive = test.kind === 'or';
      if (outcome === decisive) {
        for (const operand of test.operands) jumpWhen(code, operand, outcome, target, context);
        return;
      }
      const otherwise = newLabel();
      test.operands.forEach((operand, index) => {
        const isLast = index === test.operands.length - 1;
        jumpWhen(code, operand, isLast ? outcome : decisive, isLast ? target : otherwise, context);
      });
      code.place(otherwise);
    }
  }
}

/** Pushes whether the test holds. */
function testResult(
  test: Extract<DynamicTest, { kind: 'instanceof' | 'threadName' | 'controlFlow' | 'threadStart' }>,
  { load, entryPointName, isPublic }: TestContext,
): Instruction[] {
  switch (test.kind) {
    case 'instanceof':
      if (isPublic(elementOf(test.type)))
        return [load(test.value), { form: 'type', opcode: Op.instanceof, type: test.type }];
      return [
        load(test.value),
        pushText(toBinaryName(test.type)),
        invoke(
          Op.invokestatic,
          runtimeClass.instanceTest,
          'isInstance',
          '(Ljava/lang/Object;Ljava/lang/String;)Z',
        ),
      ];
    case 'threadName':
      return [
        currentThread,
        invoke(Op.invokevirtual, 'java/lang/Thread', 'getName', '()Ljava/lang/String;'),
        pushText(test.name),
        invoke(Op.invokevirtual, 'java/lang/String', 'equals', '(Ljava/lang/Object;)Z'),
      ];
    case 'controlFlow':
      return [
        pushText(test.key),
        invoke(Op.invokestatic, runtimeClass.controlFlow, 'isIn', '(Ljava/lang/String;)Z'),
      ];
    case 'threadStart':
      return [
        pushText(entryPointName),
        invoke(Op.invokestatic, runtimeClass.threadStart, 'isNow', '(Ljava/lang/String;)Z'),
      ];
  }
}

/** The class in an array type, or the type itself; java/lang/Object for primitives, which need no access. */
function elementOf(type: string): string {
  if (!type.startsWith('[')) return type;
  return classOfDescriptor(type.replace(/^\[+/, '')) ?? 'java/lang/Object';
}
