import type { VerificationType } from './attributes/stack-map-table.ts';
import {
  classOfDescriptor,
  computationalType,
  descriptorOfClass,
  parameterWords,
  parseMethodDescriptor,
  returnTypeOf,
} from './descriptors.ts';
import type { Instruction, LoadableConstant } from './instruction.ts';
import { mnemonicOf, Op, opcodeInfo } from './opcodes.ts';

/** The second word of a long or double. */
const secondWord = Symbol('second word');
type Word = VerificationType | typeof secondWord;

const top: VerificationType = { kind: 'Top' };
const integer: VerificationType = { kind: 'Integer' };
const float: VerificationType = { kind: 'Float' };
const long: VerificationType = { kind: 'Long' };
const double: VerificationType = { kind: 'Double' };
const nullType: VerificationType = { kind: 'Null' };

/** The code does not say what type a value has there: it would not pass the verifier either. */
export class NotTypable extends Error {}

/**
 * Types of the local variables and the operand stack at one place in a method, as the type checker of JVMS
 * 4.10.1 has them, moved forward over straight-line code. It derives types, it does not check them: code that
 * the verifier accepts gets the verifier's types, other code gets some types or `NotTypable`. It needs no
 * class hierarchy because nothing is merged. Not modelled: jsr and ret (no StackMapTable goes with them).
 */
export class TypeState {
  private readonly locals: Word[];
  private readonly stack: Word[];
  /** Class that the code is in. */
  private readonly thisClass: string;

  /** Lists as in a frame: one item for a long or double. */
  constructor(thisClass: string, locals: readonly VerificationType[], stack: readonly VerificationType[]) {
    this.thisClass = thisClass;
    this.locals = inWords(locals);
    this.stack = inWords(stack);
  }

  /** The types as a frame lists them; trailing unusable locals are left out. */
  inItems(): { readonly locals: VerificationType[]; readonly stack: VerificationType[] } {
    const locals = inItems(this.locals);
    while (locals.at(-1)?.kind === 'Top') locals.pop();
    return { locals, stack: inItems(this.stack) };
  }

  /** Whether the local variable holds `this` before the superclass is initialised. */
  isUninitializedThis(local: number): boolean {
    const word = this.locals[local];
    return word !== undefined && word !== secondWord && word.kind === 'UninitializedThis';
  }

  /** Whether any does. O(local variables). */
  hasUninitializedThis(): boolean {
    return this.locals.some((_, local) => this.isUninitializedThis(local));
  }

  /**
   * Executes an instruction that falls through or is a conditional jump that is not taken. `created` is
   * the type that `new` pushes. Throws NotTypable.
   */
  execute(instruction: Instruction, created: VerificationType): void {
    const { opcode } = instruction;
    switch (instruction.form) {
      case 'none':
        this.executeSimple(opcode);
        return;
      case 'local':
        this.executeLocal(opcode, instruction.index);
        return;
      case 'iinc':
        return;
      case 'constant':
        this.push(typeOfConstant(instruction.constant));
        return;
      case 'immediate':
        if (opcode === Op.newarray) {
          this.pop(1);
          this.push({ kind: 'Object', name: `[${arrayTypeCodes[instruction.value - 4]}` });
        } else this.push(integer);
        return;
      case 'field': {
        const type = typeOfDescriptor(instruction.descriptor);
        if (opcode === Op.putfield || opcode === Op.putstatic) this.popType(type);
        if (opcode === Op.getfield || opcode === Op.putfield) this.pop(1);
        if (opcode === Op.getfield || opcode === Op.getstatic) this.push(type);
        return;
      }
      case 'invoke': {
        this.pop(parameterWords(instruction.descriptor));
        if (opcode !== Op.invokestatic) {
          const receiver = this.popWord();
          if (instruction.name === '<init>') this.initialise(receiver, instruction.owner);
        }
        this.pushResult(instruction.descriptor);
        return;
      }
      case 'invokedynamic':
        this.pop(parameterWords(instruction.descriptor));
        this.pushResult(instruction.descriptor);
        return;
      case 'type':
        if (opcode === Op.new) this.push(created);
        else {
          this.pop(1);
          if (opcode === Op.instanceof) this.push(integer);
          else if (opcode === Op.checkcast) this.push({ kind: 'Object', name: instruction.type });
          else this.push({ kind: 'Object', name: `[${descriptorOfClass(instruction.type)}` });
        }
        return;
      case 'multianewarray':
        this.pop(instruction.dimensions);
        this.push({ kind: 'Object', name: instruction.type });
        return;
      case 'jump':
        if (opcodeInfo(opcode).controlFlow !== 'branch') throw new NotTypable(`after ${mnemonicOf(opcode)}`);
        this.pop(opcodeInfo(opcode).pops!.length);
        return;
      case 'tableswitch':
      case 'lookupswitch':
        throw new NotTypable(`after ${mnemonicOf(opcode)}`);
    }
  }

  private executeSimple(opcode: number): void {
    const { stack } = this;
    switch (opcode) {
      case Op.aconst_null:
        this.push(nullType);
        return;
      case Op.aaload: {
        this.pop(1);
        this.push(componentType(this.popWord()));
        return;
      }
      case Op.dup:
        this.duplicate(1, 0);
        return;
      case Op.dup_x1:
        this.duplicate(1, 1);
        return;
      case Op.dup_x2:
        this.duplicate(1, 2);
        return;
      case Op.dup2:
        this.duplicate(2, 0);
        return;
      case Op.dup2_x1:
        this.duplicate(2, 1);
        return;
      case Op.dup2_x2:
        this.duplicate(2, 2);
        return;
      case Op.swap: {
        const upper = this.popWord();
        const lower = this.popWord();
        stack.push(upper, lower);
        return;
      }
    }
    const { controlFlow, pops, pushes } = opcodeInfo(opcode);
    if (controlFlow !== 'next') throw new NotTypable(`after ${mnemonicOf(opcode)}`);
    for (const type of pops!) this.pop(type === 'J' || type === 'D' ? 2 : 1);
    for (const type of pushes!) this.push(primitives[type]!);
  }

  private executeLocal(opcode: number, index: number): void {
    const { locals } = this;
    if (opcode === Op.ret) throw new NotTypable('after ret');
    if (opcode <= Op.aload) {
      const type = opcode === Op.aload ? locals[index] : primitives['IJFD'[opcode - Op.iload]!];
      if (type === undefined || type === secondWord)
        throw new NotTypable(`local variable ${index} has no type`);
      this.push(type);
      return;
    }
    const words = opcode === Op.lstore || opcode === Op.dstore ? 2 : 1;
    this.stack.length >= words || this.underflow();
    const [type, second] = this.stack.splice(this.stack.length - words, words);
    while (locals.length < index) locals.push(top);
    // overwriting one half of a long or double leaves the other unusable
    if (locals[index] === secondWord) locals[index - 1] = top;
    if (locals[index + words] === secondWord) locals[index + words] = top;
    locals[index] = type!;
    if (second !== undefined) locals[index + 1] = second;
  }

  /** Copies the top `words` words and puts the copy below the `below` words under them. */
  private duplicate(words: number, below: number): void {
    const { stack } = this;
    if (stack.length < words + below) this.underflow();
    stack.splice(stack.length - words - below, 0, ...stack.slice(stack.length - words));
  }

  /** 4.10.1.9.invokespecial: every copy of the uninitialized object becomes an object of its class. */
  private initialise(receiver: Word, owner: string): void {
    if (
      receiver === secondWord ||
      (receiver.kind !== 'Uninitialized' && receiver.kind !== 'UninitializedThis')
    )
      throw new NotTypable('a constructor call on no uninitialized object');
    const name = receiver.kind === 'UninitializedThis' ? this.thisClass : owner;
    const initialised: VerificationType = { kind: 'Object', name };
    for (const words of [this.locals, this.stack])
      for (let k = 0; k < words.length; k++) if (sameType(words[k]!, receiver)) words[k] = initialised;
  }

  private pushResult(descriptor: string): void {
    const type = returnTypeOf(descriptor);
    if (type !== 'V') this.push(typeOfDescriptor(type));
  }

  private push(type: VerificationType): void {
    this.stack.push(type);
    if (type.kind === 'Long' || type.kind === 'Double') this.stack.push(secondWord);
  }

  private pop(words: number): void {
    if (this.stack.length < words) this.underflow();
    this.stack.length -= words;
  }

  private popType(type: VerificationType): void {
    this.pop(type.kind === 'Long' || type.kind === 'Double' ? 2 : 1);
  }

  private popWord(): Word {
    return this.stack.pop() ?? this.underflow();
  }

  private underflow(): never {
    throw new NotTypable('the operand stack is empty');
  }
}

const primitives: Readonly<Record<string, VerificationType>> = { I: integer, J: long, F: float, D: double };

/** JVMS table 6.5.newarray-A, from atype 4. */
const arrayTypeCodes = 'ZCFDBSIJ';

/** The verification type of a field descriptor. */
export function typeOfDescriptor(descriptor: string): VerificationType {
  const name = classOfDescriptor(descriptor);
  return name === undefined ? primitives[computationalType(descriptor)]! : { kind: 'Object', name };
}

/** The types of a method's parameters, as the frame at its start lists them (JVMS 4.10.1.6). */
export function entryLocals(
  thisClass: string,
  method: { readonly name: string; readonly descriptor: string; readonly isStatic: boolean },
): VerificationType[] {
  const locals: VerificationType[] = [];
  if (!method.isStatic)
    locals.push(
      method.name === '<init>' && thisClass !== 'java/lang/Object'
        ? { kind: 'UninitializedThis' }
        : { kind: 'Object', name: thisClass },
    );
  locals.push(...parseMethodDescriptor(method.descriptor).parameters.map(typeOfDescriptor));
  return locals;
}

function typeOfConstant(constant: LoadableConstant): VerificationType {
  switch (constant.kind) {
    case 'Integer':
      return integer;
    case 'Float':
      return float;
    case 'Long':
      return long;
    case 'Double':
      return double;
    case 'Dynamic':
      return typeOfDescriptor(constant.descriptor);
    case 'MethodType':
    case 'MethodHandle':
      return { kind: 'Object', name: `java/lang/invoke/${constant.kind}` };
    case 'String':
    case 'Class':
      return { kind: 'Object', name: `java/lang/${constant.kind}` };
  }
}

/** What aaload pushes. */
function componentType(array: Word): VerificationType {
  if (array !== secondWord && array.kind === 'Null') return nullType;
  if (array === secondWord || array.kind !== 'Object' || !/^\[[[L]/.test(array.name))
    throw new NotTypable('aaload of no array of references');
  return typeOfDescriptor(array.name.slice(1));
}

function sameType(a: Word, b: VerificationType): boolean {
  if (a === secondWord || a.kind !== b.kind) return false;
  return a.kind !== 'Uninitialized' || (b.kind === 'Uninitialized' && a.pc === b.pc);
}

function inWords(items: readonly VerificationType[]): Word[] {
  const words: Word[] = [];
  for (const item of items) {
    words.push(item);
    if (item.kind === 'Long' || item.kind === 'Double') words.push(secondWord);
  }
  return words;
}

function inItems(words: readonly Word[]): VerificationType[] {
  return words.filter((word): word is VerificationType => word !== secondWord);
}
