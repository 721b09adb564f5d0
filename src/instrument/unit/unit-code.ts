import { descriptorOfClass } from '../../classfile/descriptors.ts';
import { currentThread, invoke, none, pushInt, pushText } from '../../classfile/emit.ts';
import type { Instruction } from '../../classfile/instruction.ts';
import { Op } from '../../classfile/opcodes.ts';
import { assembly, newLabel } from './assembly.ts';
import type { CalledMethod } from './called-methods.ts';
import { type CollectionQuestion, questionField } from './collection-question.ts';
import { monitorDescriptor, monitorField } from './monitor-field.ts';
import { runtimeClass } from './runtime-class.ts';
import type { UnitSpec } from './unit-class.ts';

export function constructorCode(): Instruction[] {
  return [loadThis, invoke(Op.invokespecial, runtimeClass.unit, '<init>', '()V'), none(Op.return)];
}

/** Hands the object, and what else is loaded, to a static method of the runtime of the same descriptor. */
export function delegate(
  owner: string,
  name: string,
  { descriptor }: CalledMethod,
  loads: readonly Instruction[] = [],
): Instruction[] {
  const returns = descriptor.endsWith(')V') ? Op.return : Op.ireturn;
  return [loadThis, ...loads, invoke(Op.invokestatic, owner, name, descriptor), none(returns)];
}

export function ownTestCode(unit: string, question: CollectionQuestion): Instruction[] {
  return [
    questionField(Op.getstatic, unit, question),
    loadThis,
    invoke(
      Op.invokestatic,
      runtimeClass.ownCollections,
      'contains',
      `(${descriptorOfClass(runtimeClass.ownCollections)}Ljava/lang/Object;)Z`,
    ),
    none(Op.ireturn),
  ];
}

/** Indices of those that have a monitor here. */
export function monitoredProperties({ properties, used }: UnitSpec): number[] {
  return [...properties.keys()].filter((index) => used.has(properties[index]!));
}

/**
 * `Registration r = Registry.register(new Events()); m0 = r.monitor(0); ...; base = r.base;
 * isOwn_1 = OwnCollections.of("1"); ...;` Registering comes first, as classes that are loaded before it are loaded as
 * the program's own: what its class loader does for them has events.
 */
export function initialiserCode(spec: UnitSpec): Instruction[] {
  const unit = spec.name;
  const code: Instruction[] = [
    { form: 'type', opcode: Op.new, type: unit },
    none(Op.dup),
    invoke(Op.invokespecial, unit, '<init>', '()V'),
    invoke(
      Op.invokestatic,
      runtimeClass.registry,
      'register',
      `(L${runtimeClass.unit};)L${runtimeClass.registration};`,
    ),
  ];
  for (const property of monitoredProperties(spec)) {
    code.push(
      none(Op.dup),
      pushInt(property),
      invoke(Op.invokevirtual, runtimeClass.registration, 'monitor', `(I)${monitorDescriptor}`),
      monitorField(Op.putstatic, unit, property),
    );
  }
  code.push(
    { form: 'field', opcode: Op.getfield, owner: runtimeClass.registration, name: 'base', descriptor: 'I' },
    { form: 'field', opcode: Op.putstatic, owner: unit, name: 'base', descriptor: 'I' },
    ...spec.questions.flatMap((question): Instruction[] => [
      pushText(question.name),
      invoke(
        Op.invokestatic,
        runtimeClass.ownCollections,
        'of',
        `(Ljava/lang/String;)${descriptorOfClass(runtimeClass.ownCollections)}`,
      ),
      questionField(Op.putstatic, unit, question),
    ]),
    none(Op.return),
  );
  return code;
}

/** `return new String[] {"...", ...};` */
export function textsCode(texts: readonly string[]): Instruction[] {
  return arrayCode('java/lang/String', texts.map(pushText));
}

/** `return new Class[] {Body_1f.class, ...};`, each once. */
export function classesCode(names: readonly (string | undefined)[]): Instruction[] {
  const different = new Set(names.filter((name) => name !== undefined));
  return arrayCode(
    'java/lang/Class',
    [...different].map((name) => ({ form: 'constant', opcode: Op.ldc, constant: { kind: 'Class', name } })),
  );
}

/** Returns an array of what the instructions load. */
function arrayCode(type: string, elements: readonly Instruction[]): Instruction[] {
  return [
    pushInt(elements.length),
    { form: 'type', opcode: Op.anewarray, type },
    ...elements.flatMap((load, index) => [none(Op.dup), pushInt(index), load, none(Op.aastore)]),
    none(Op.areturn),
  ];
}

/**
 * `switch (property) { case 0: return (SliceBody) new Body_1f(); ...; default: return null; }`. Without the
 * cast the verifier would load the class to see what it extends, when the program's code links the unit and
 * its class loader counts as the program.
 */
export function newBodyCode(bodies: readonly (string | undefined)[]): Instruction[] {
  const code = assembly();
  const without = newLabel();
  const targets = bodies.map((body) => (body === undefined ? without : newLabel()));
  code.emit({ form: 'local', opcode: Op.iload, index: 1 });
  code.tableswitch(Op.tableswitch, targets, without);
  bodies.forEach((body, index) => {
    if (body === undefined) return;
    code.place(targets[index]!);
    code.emit(
      { form: 'type', opcode: Op.new, type: body },
      none(Op.dup),
      invoke(Op.invokespecial, body, '<init>', '()V'),
      { form: 'type', opcode: Op.checkcast, type: runtimeClass.sliceBody },
      none(Op.areturn),
    );
  });
  code.place(without);
  code.emit(none(Op.aconst_null), none(Op.areturn));
  return code.finish();
}

/** `if (property == 0) p0_end(Thread.currentThread(), 7); ...` */
export function endProgramCode({ name, endOfProgram }: UnitSpec): Instruction[] {
  const code = assembly();
  for (const { entryPoint, site } of endOfProgram) {
    const next = newLabel();
    code.emit({ form: 'local', opcode: Op.iload, index: 1 }, pushInt(entryPoint.property));
    code.jump(Op.if_icmpne, next);
    code.emit(
      ...entryPoint.valueDescriptors.map(() => currentThread),
      pushInt(site),
      invoke(Op.invokestatic, name, entryPoint.name, entryPoint.descriptor),
    );
    code.place(next);
  }
  code.emit(none(Op.return));
  return code.finish();
}

const loadThis: Instruction = { form: 'local', opcode: Op.aload, index: 0 };
