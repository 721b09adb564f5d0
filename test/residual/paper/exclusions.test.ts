import { expect, test } from 'vitest';
import type { Instruction } from '../../../src/classfile/instruction.ts';
import { Op } from '../../../src/classfile/opcodes.ts';
import type { TypeLookup } from '../../../src/residual/facts/library-facts.ts';
import { safeList } from '../../../src/residual/facts/safe-list.ts';
import { isEscape } from '../../../src/residual/paper/escape-events.ts';
import { eventTypes } from '../../../src/residual/paper/event-types.ts';
import { exclusionOf } from '../../../src/residual/paper/exclusions.ts';
import { safeIterator } from '../../support/named-properties.ts';

const collections = new Set(['java/util/Collection', 'java/util/ArrayList', 'java/util/Iterator']);
const types: TypeLookup = {
  superTypes: (name) => new Set([name]),
  isSubtype: (sub, superName) =>
    sub.startsWith('missing/')
      ? undefined
      : sub === superName || (sub === 'java/util/ArrayList' && superName === 'java/util/Collection'),
};
const events = eventTypes(safeIterator);

const field = (opcode: number, descriptor: string): Instruction => ({
  form: 'field',
  opcode,
  owner: 'a/B',
  name: 'f',
  descriptor,
});
const call = (descriptor: string): Instruction => ({
  form: 'invoke',
  opcode: Op.invokevirtual,
  owner: 'a/B',
  name: 'm',
  descriptor,
  isInterface: false,
});

test('the event types of SafeIterator are those of its parameters', () => {
  expect(events.every((name) => collections.has(name))).toBe(true);
  expect(events).toHaveLength(2);
});

test('methods with an argument of an event type are excluded, by its declared type', () => {
  const excluded = (descriptor: string): boolean => exclusionOf(descriptor, [], events, types) !== undefined;
  expect(excluded('(ILjava/util/Iterator;)V')).toBe(true);
  expect(excluded('(Ljava/util/ArrayList;)V')).toBe(true);
  expect(excluded('(Lmissing/Type;)V')).toBe(true);
  expect(excluded('(Ljava/lang/Object;I)Ljava/util/Iterator;')).toBe(false);
  expect(excluded('([Ljava/util/ArrayList;)V')).toBe(false);
});

test('methods that read or write a static field of an event type are excluded', () => {
  const excluded = (instruction: Instruction): boolean =>
    exclusionOf('()V', [instruction], events, types) !== undefined;
  expect(excluded(field(Op.getstatic, 'Ljava/util/ArrayList;'))).toBe(true);
  expect(excluded(field(Op.putstatic, 'Ljava/util/Iterator;'))).toBe(true);
  expect(excluded(field(Op.getfield, 'Ljava/util/ArrayList;'))).toBe(false);
  expect(excluded(field(Op.getstatic, 'Ljava/lang/Object;'))).toBe(false);
});

test('escapes are field assignments, calls with references and returns of references', () => {
  const none = safeList([], types);
  const escapes = (instruction: Instruction): boolean =>
    isEscape(instruction, { descriptor: '()La/B;' }, none);
  expect(escapes(field(Op.putfield, 'La/B;'))).toBe(true);
  expect(escapes(field(Op.putstatic, '[I'))).toBe(true);
  expect(escapes(field(Op.putfield, 'I'))).toBe(false);
  expect(escapes(field(Op.getfield, 'La/B;'))).toBe(false);
  expect(escapes(call('(ILa/B;)V'))).toBe(true);
  expect(escapes(call('(IJ)La/B;'))).toBe(false);
  expect(escapes({ form: 'none', opcode: Op.areturn })).toBe(true);
  expect(escapes({ form: 'none', opcode: Op.ireturn })).toBe(false);
  expect(escapes({ form: 'none', opcode: Op.aastore })).toBe(false);
  expect(escapes({ form: 'none', opcode: Op.athrow })).toBe(false);
  const all = safeList([], types, () => true);
  expect(isEscape(call('(La/B;)V'), { descriptor: '()V' }, all)).toBe(false);
});
