import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { buildClass, type ClassSpec } from '../../src/classfile/class-builder.ts';

type Method = ClassSpec['methods'][number];

/** The bytes of a class `a/B` with `static void f()` alone, which has this code. `more`: what else is not usual. */
export function classOfMethod(
  code: Omit<Method, 'accessFlags' | 'name' | 'descriptor'>,
  more: Partial<Pick<ClassSpec, 'majorVersion' | 'sourceFile'>> = {},
): Uint8Array {
  return buildClass({
    ...more,
    accessFlags: AccessFlag.public | AccessFlag.super,
    name: 'a/B',
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: [{ accessFlags: AccessFlag.static, name: 'f', descriptor: '()V', ...code }],
  });
}
