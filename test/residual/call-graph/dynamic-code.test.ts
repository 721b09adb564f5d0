import { expect, test } from 'vitest';
import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { buildClass } from '../../../src/classfile/class-builder.ts';
import { none } from '../../../src/classfile/emit.ts';
import type { Instruction, LoadableConstant, MethodHandle } from '../../../src/classfile/instruction.ts';
import { Op } from '../../../src/classfile/opcodes.ts';
import { openedHandles } from '../../../src/residual/call-graph/dynamic-code.ts';
import { requestsOf } from '../../../src/residual/call-graph/instruction-requests.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { safeIterator } from '../../support/named-properties.ts';
import { compile, javaProgram } from '../sound/java-program.ts';

const handle = (owner: string, name: string, referenceKind = 6): MethodHandle => ({
  referenceKind,
  owner,
  name,
  descriptor: '()V',
  isInterface: false,
});
const handleConstant = (one: MethodHandle): LoadableConstant => ({ kind: 'MethodHandle', handle: one });
const dynamic = (bootstrap: MethodHandle, ...given: readonly LoadableConstant[]): LoadableConstant => ({
  kind: 'Dynamic',
  name: 'x',
  descriptor: 'Ljava/lang/Object;',
  bootstrap: { handle: bootstrap, arguments: given },
});
const callSite = (owner: string, ...given: readonly LoadableConstant[]): Instruction => ({
  form: 'invokedynamic',
  opcode: Op.invokedynamic,
  name: 'x',
  descriptor: '()Ljava/lang/Runnable;',
  bootstrap: { handle: handle(owner, 'bootstrap'), arguments: given },
});
const own = handle('p/Own', 'make');
const anything = [{ kind: 'anything' }];

test('a call site that is linked with a constant of the program may run anything', () => {
  const constant = dynamic(own, handleConstant(handle('p/Own', 'more')));
  for (const owner of [
    'java/lang/invoke/StringConcatFactory',
    'java/lang/invoke/LambdaMetafactory',
    'java/lang/runtime/SwitchBootstraps',
  ]) {
    expect(requestsOf(callSite(owner, constant))).toEqual(anything);
    expect(openedHandles(callSite(owner, constant)).map(({ name }) => name)).toEqual([
      'bootstrap',
      'make',
      'more',
    ]);
    expect(requestsOf(callSite(owner))).not.toEqual(anything);
    expect(openedHandles(callSite(owner))).toEqual([]);
  }
  expect(requestsOf({ form: 'constant', opcode: Op.ldc, constant: dynamic(own) })).toEqual(anything);
});

test('constants that have others in common are looked at once', () => {
  const nested = (bootstrap: MethodHandle): LoadableConstant => {
    const made = handleConstant(handle('java/lang/constant/ClassDesc', 'of'));
    let constant = dynamic(bootstrap, made);
    for (let depth = 0; depth < 90; depth++) constant = dynamic(bootstrap, made, constant, constant);
    return constant;
  };
  const ofLibrary = nested(handle('java/lang/invoke/ConstantBootstraps', 'invoke'));
  expect(requestsOf(callSite('java/lang/runtime/SwitchBootstraps', ofLibrary))).not.toEqual(anything);
  expect(openedHandles(callSite('java/lang/runtime/SwitchBootstraps', nested(own)))).toHaveLength(183);
});

test('a switch over constants of enums runs nothing', () => {
  const made = handle('java/lang/invoke/ConstantBootstraps', 'invoke');
  const name = dynamic(made, handleConstant(handle('java/lang/constant/ClassDesc', 'of')), {
    kind: 'String',
    value: 'p.E',
  });
  const label = dynamic(made, handleConstant(handle('java/lang/Enum$EnumDesc', 'of')), name, {
    kind: 'String',
    value: 'A',
  });
  const site = callSite('java/lang/runtime/SwitchBootstraps', label, { kind: 'Class', name: 'p/R' });
  expect(requestsOf(site)).toEqual([]);
  expect(openedHandles(site)).toEqual([]);
  const calling = dynamic(made, handleConstant(own));
  expect(requestsOf(callSite('java/lang/runtime/SwitchBootstraps', calling))).toEqual(anything);
});

test('components of a record are fields, or what a method says', () => {
  const site = (referenceKind: number): Instruction =>
    callSite('java/lang/runtime/ObjectMethods', handleConstant(handle('p/R', 'left', referenceKind)));
  expect(requestsOf(site(1))).toEqual([{ kind: 'objectProtocol' }]);
  expect(requestsOf(site(5))).toEqual(anything);
});

test('a method whose handle is a constant may be called with any object', () => {
  const java = compile({
    'T.java': `import java.util.*;
public class T {
  static void grow(List<Object> list) { list.add("x"); }
  public static void main(String[] args) throws Throwable {
    List<Object> list = new ArrayList<>(List.of("a"));
    Iterator<Object> i = list.iterator();
    Made.make().invokeExact(list);
    i.next();
  } }`,
    'Made.java': 'class Made { static java.lang.invoke.MethodHandle make() { return null; } }',
  });
  // For the compiler's, which cannot say this.
  const made = buildClass({
    majorVersion: 51,
    accessFlags: AccessFlag.super,
    name: 'Made',
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: [
      {
        accessFlags: AccessFlag.static,
        name: 'make',
        descriptor: '()Ljava/lang/invoke/MethodHandle;',
        instructions: [
          {
            form: 'constant',
            opcode: Op.ldc,
            constant: handleConstant({ ...handle('T', 'grow'), descriptor: '(Ljava/util/List;)V' }),
          },
          none(Op.areturn),
        ],
      },
    ],
  });
  const { program, points } = javaProgram(new Map([...java, ['Made', made]]), [safeIterator]);
  const world = { kind: 'closed', entries: ['main'], reflection: [] } as const;
  const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
  const kept = points.filter(({ id }) => decisions.get(id)!.kept);
  expect(kept.map(({ event }) => event.name).sort()).toEqual(['create', 'next', 'update']);
});
