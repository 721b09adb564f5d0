import { expect, test } from 'vitest';
import { pushInt } from '../../src/classfile/emit.ts';
import { mnemonicOf } from '../../src/classfile/opcodes.ts';

test.each([
  ['ldc', [-32_769, 32_768]],
  ['sipush', [-32_768, -129, 128, 32_767]],
  ['bipush', [-128, -2, 6, 127]],
  ['iconst_m1', [-1]],
  ['iconst_0', [0]],
  ['iconst_5', [5]],
])('an int is pushed by the shortest instruction: %s', (mnemonic, values) => {
  for (const value of values) {
    const instruction = pushInt(value);
    expect(mnemonicOf(instruction.opcode)).toBe(mnemonic);
    if (instruction.form === 'immediate') expect(instruction.value).toBe(value);
    if (instruction.form === 'constant') expect(instruction.constant).toEqual({ kind: 'Integer', value });
  }
});
