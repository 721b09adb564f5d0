import { expect, test } from 'vitest';
import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { buildClass } from '../../../src/classfile/class-builder.ts';
import { loadLocal, none } from '../../../src/classfile/emit.ts';
import type { Instruction, LoadableConstant, MethodHandle } from '../../../src/classfile/instruction.ts';
import { Op } from '../../../src/classfile/opcodes.ts';
import { openedBy } from '../../../src/residual/call-graph/dynamic-code.ts';
import { requestsOf as requestsIn } from '../../../src/residual/call-graph/instruction-requests.ts';
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
type DynamicConstant = Extract<LoadableConstant, { kind: 'Dynamic' }>;
const dynamic = (bootstrap: MethodHandle, ...given: readonly LoadableConstant[]): DynamicConstant => ({
  kind: 'Dynamic',
  name: 'x',
  descriptor: 'Ljava/lang/Object;',
  bootstrap: { handle: bootstrap, arguments: given },
});
type CallSite = Extract<Instruction, { form: 'invokedynamic' }>;
const callSite = (owner: string, ...given: readonly LoadableConstant[]): Instruction => ({
  form: 'invokedynamic',
  opcode: Op.invokedynamic,
  name: 'x',
  descriptor: '()Ljava/lang/Runnable;',
  bootstrap: { handle: handle(owner, 'bootstrap'), arguments: given },
});
const own = handle('p/Own', 'make');
const requestsOf = (instruction: Instruction) =>
  requestsIn(instruction, { className: 'p/R', superName: 'java/lang/Object' });
const anything = [{ kind: 'anything' }];

test('a call site that is linked with a constant of the program may run anything', () => {
  const constant = dynamic(own, handleConstant(handle('p/Own', 'more')));
  for (const owner of [
    'java/lang/invoke/StringConcatFactory',
    'java/lang/invoke/LambdaMetafactory',
    'java/lang/runtime/SwitchBootstraps',
  ]) {
    expect(requestsOf(callSite(owner, constant))).toEqual(anything);
    expect(openedBy(callSite(owner, constant)).handles.map(({ name }) => name)).toEqual([
      'bootstrap',
      'make',
      'more',
    ]);
    expect(requestsOf(callSite(owner))).not.toEqual(anything);
    expect(openedBy(callSite(owner))).toEqual({ handles: [], fields: [] });
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
  expect(openedBy(callSite('java/lang/runtime/SwitchBootstraps', nested(own))).handles).toHaveLength(183);
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
  expect(openedBy(site)).toEqual({ handles: [], fields: [] });
  const calling = dynamic(made, handleConstant(own));
  expect(requestsOf(callSite('java/lang/runtime/SwitchBootstraps', calling))).toEqual(anything);
});

test('a switch with labels of type int asks a number of the program', () => {
  const one: LoadableConstant = { kind: 'Integer', value: 1 };
  const over = (type: string, ...labels: readonly LoadableConstant[]): Instruction => ({
    ...(callSite('java/lang/runtime/SwitchBootstraps', ...labels) as CallSite),
    descriptor: `(${type}I)I`,
  });
  for (const type of ['Ljava/lang/Object;', 'Ljava/lang/Number;', 'Lp/Number;', 'Ljava/io/Serializable;'])
    expect(requestsOf(over(type, one))).toEqual(anything);
  for (const type of ['I', 'Ljava/lang/Integer;', 'Ljava/lang/Character;'])
    expect(requestsOf(over(type, one))).toEqual([]);
  expect(requestsOf(over('Ljava/lang/Object;', { kind: 'String', value: 'a' }))).toEqual([]);
});

test('components of a record are fields, or what a method says', () => {
  const site = (referenceKind: number): Instruction =>
    callSite('java/lang/runtime/ObjectMethods', handleConstant(handle('p/R', 'left', referenceKind)));
  expect(requestsOf(site(1))).toEqual([{ kind: 'objectProtocol' }]);
  expect(requestsOf(site(5))).toEqual(anything);
});

/** Points of SafeIterator that stay in a closed world without reflection, where `Made.make()` loads the constant. */
function keptWith(
  source: string,
  returns: string,
  constant: LoadableConstant,
  reflection: readonly string[] = [],
): readonly string[] {
  const load: Instruction = { form: 'constant', opcode: Op.ldc, constant };
  return keptWhere(source, { returns, instructions: [load, none(Op.areturn)] }, reflection);
}

/** The same, where `Made.make()` has these instructions, and takes a list if `takes` says so. */
function keptWhere(
  source: string,
  {
    returns,
    takes = '',
    instructions,
  }: { readonly returns: string; readonly takes?: string; readonly instructions: readonly Instruction[] },
  reflection: readonly string[],
): readonly string[] {
  const parameters = takes === '' ? '' : 'java.util.List<Object> taken';
  const java = compile({
    'T.java': source,
    'Made.java': `class Made { static ${returns.replaceAll('/', '.')} make(${parameters}) { return null; } }`,
  });
  // For the compiler's, which cannot say this.
  const made = buildClass({
    majorVersion: 55,
    accessFlags: AccessFlag.super,
    name: 'Made',
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: [
      {
        accessFlags: AccessFlag.static,
        name: 'make',
        descriptor: `(${takes})L${returns};`,
        instructions,
      },
    ],
  });
  const { program, points } = javaProgram(new Map([...java, ['Made', made]]), [safeIterator]);
  const world = { kind: 'closed', entries: ['main'], reflection } as const;
  const decisions = sound(program, safeIterator, points, { threads: 'confined', facts: [], world });
  const kept = points.filter(({ id }) => decisions.get(id)!.kept);
  return kept.map(({ event }) => event.name).sort();
}

test('a method whose handle is a constant may be called with any object', () => {
  const source = `import java.util.*;
public class T {
  static void grow(List<Object> list) { list.add("x"); }
  public static void main(String[] args) throws Throwable {
    List<Object> list = new ArrayList<>(List.of("a"));
    Iterator<Object> i = list.iterator();
    Made.make().invokeExact(list);
    i.next();
  } }`;
  const constant = handleConstant({ ...handle('T', 'grow'), descriptor: '(Ljava/util/List;)V' });
  expect(keptWith(source, 'java/lang/invoke/MethodHandle', constant)).toEqual(['create', 'next', 'update']);
});

/** A constant that a method of ConstantBootstraps makes. */
const made = (
  method: string,
  name: string,
  descriptor: string,
  ...given: LoadableConstant[]
): DynamicConstant => ({
  ...dynamic(handle('java/lang/invoke/ConstantBootstraps', method), ...given),
  name,
  descriptor,
});
const classConstant = (name: string): LoadableConstant => ({ kind: 'Class', name });
const list = 'Ljava/util/List;';
const variable = 'Ljava/lang/invoke/VarHandle;';
const all = ['create', 'next', 'update'];

/** Something of `T` has a list, which `grow` gets by way of the constant. */
const withField = (field: string, grow: string): string => `import java.util.*;
@SuppressWarnings("unchecked")
public class T {
  static final T SELF = new T();
  ${field} = new ArrayList<>(List.of("a"));
  public static void main(String[] args) throws Throwable {
    Iterator<Object> i = SELF.f.iterator();
    ((List<Object>) ${grow}).add("x");
    i.next();
  } }`;

test('a field that a dynamic constant is the value of has an object that other code knows', () => {
  const isStatic = withField('static final List<Object> f', '(Object) Made.make()');
  const ofT = made('getStaticFinal', 'f', list, classConstant('T'));
  expect(keptWith(isStatic, 'java/lang/Object', ofT)).toEqual(all);
  // Two constants that only their names make different.
  const other = made('getStaticFinal', 'g', list, classConstant('T'));
  const { bootstrap } = ofT;
  const both = dynamic(own, { ...other, bootstrap }, ofT);
  expect(keptWith(isStatic, 'java/lang/Object', both)).toEqual(all);
  const noClass = made('getStaticFinal', 'SELF', 'LT;');
  expect(openedBy({ form: 'constant', opcode: Op.ldc, constant: noClass }).fields).toEqual([
    { owner: 'T', name: 'SELF', descriptor: 'LT;' },
  ]);
});

test('so has one that a dynamic constant is a variable handle of', () => {
  const isStatic = withField('static List<Object> f', 'Made.make().get()');
  const ofClass = made(
    'staticFieldVarHandle',
    'f',
    variable,
    classConstant('T'),
    classConstant('java/util/List'),
  );
  expect(keptWith(isStatic, 'java/lang/invoke/VarHandle', ofClass)).toEqual(all);
  const ofObject = withField('List<Object> f', 'Made.make().get(SELF)');
  const inObject = made('fieldVarHandle', 'f', variable, classConstant('T'), classConstant('java/util/List'));
  expect(keptWith(ofObject, 'java/lang/invoke/VarHandle', inObject)).toEqual(all);
  const ofInt = made(
    'fieldVarHandle',
    'n',
    variable,
    classConstant('T'),
    made('primitiveClass', 'I', 'Ljava/lang/Class;'),
  );
  expect(openedBy({ form: 'constant', opcode: Op.ldc, constant: ofInt }).fields).toEqual([]);
});

test('a dynamic constant that reflects reaches what reflection may', () => {
  const source = withField('static List<Object> f', '(Object) Made.make()');
  const getField: MethodHandle = {
    ...handle('java/lang/Class', 'getDeclaredField', 5),
    descriptor: '(Ljava/lang/String;)Ljava/lang/reflect/Field;',
  };
  const get: MethodHandle = {
    ...handle('java/lang/reflect/Field', 'get', 5),
    descriptor: '(Ljava/lang/Object;)Ljava/lang/Object;',
  };
  const field = made(
    'invoke',
    'x',
    'Ljava/lang/reflect/Field;',
    handleConstant(getField),
    classConstant('T'),
    {
      kind: 'String',
      value: 'f',
    },
  );
  const nothing = made('nullConstant', 'x', 'Ljava/lang/Object;');
  const value = made('invoke', 'x', 'Ljava/lang/Object;', handleConstant(get), field, nothing);
  expect(keptWith(source, 'java/lang/Object', value, ['**'])).toEqual(all);
  expect(keptWith(source, 'java/lang/Object', value, [])).toEqual([]);
  // Which class it is, another constant says.
  const computed = made('invoke', 'x', 'Ljava/lang/Class;', handleConstant(getField));
  const ofComputed = made('getStaticFinal', 'f', list, computed);
  expect(keptWith(source, 'java/lang/Object', ofComputed, ['**'])).toEqual(all);
});

test('a call site puts text together if its bootstrap method does, whatever it is called', () => {
  const source = `import java.lang.invoke.*;
import java.util.*;
public class T {
  static List<Object> kept;
  static String keep(List<Object> list) { kept = list; return ""; }
  static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type) throws Throwable {
    return new ConstantCallSite(lookup.findStatic(T.class, "keep", type));
  }
  public static void main(String[] args) throws Throwable {
    List<Object> list = new ArrayList<>(List.of("a"));
    Made.make(list);
    Iterator<Object> i = list.iterator();
    kept.add("x");
    i.next();
  } }`;
  const link: MethodHandle = {
    ...handle('T', 'link'),
    descriptor:
      '(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;',
  };
  const site: Instruction = {
    ...(callSite('T') as CallSite),
    name: 'makeConcat',
    descriptor: `(${list})Ljava/lang/String;`,
    bootstrap: { handle: link, arguments: [] },
  };
  const instructions = [loadLocal(list, 0), site, none(Op.areturn)];
  expect(keptWhere(source, { returns: 'java/lang/String', takes: list, instructions }, ['**'])).toEqual(all);
});
