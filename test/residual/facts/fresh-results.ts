import { controlFlowGraph } from '../../../src/cfg/control-flow-graph.ts';
import { isExceptional } from '../../../src/cfg/edge-kind.ts';
import { readCode } from '../../../src/classfile/code.ts';
import { parseMethodDescriptor, wordsOf } from '../../../src/classfile/descriptors.ts';
import type { Instruction } from '../../../src/classfile/instruction.ts';
import { mnemonicOf, Op, opcodeInfo } from '../../../src/classfile/opcodes.ts';
import type { ClassLibrary, Found } from './class-library.ts';

/**
 * Judges "returns a fresh object" by the byte code of the class library: a small value analysis that knows
 * nothing of the facts. A method returns fresh when every returned value was created by `new` in this call, or
 * by a call that returns fresh, and no path hands it to anyone else. `closed` says whether a virtual call on
 * a class that an application could extend counts with the class library's own overrides only.
 */
export interface FreshResults {
  returnsFresh(found: Found, closed: boolean): boolean;
  /** Whether the method may hand its receiver to somebody else. */
  leaksReceiver(found: Found): boolean;
}

/** The creation sites that a value may come from; 0n: anything, null included. */
type Value = bigint;

const anything: Value = 0n;

interface Outcome {
  readonly fresh: boolean;
  /** Whether the parameter (word index) is handed to somebody else. */
  readonly leaks: boolean;
}

const acc = {
  private: 0x0002,
  static: 0x0008,
  final: 0x0010,
  abstract: 0x0400,
  public: 0x0001,
  native: 0x0100,
};

/** Stages of a stream know one another, by private fields and one that its package alone sees, and hand none of them out. */
const streamStage = 'java/util/stream/AbstractPipeline';

/** Whether it returns the stream that it is called on: one of the class library, if it is one that is known. */
function returnsStream({ owner, name }: Instruction & { form: 'invoke' }): boolean {
  return owner.startsWith('java/util/stream/') && ['onClose', 'sequential', 'parallel'].includes(name);
}

export function freshResults(library: ClassLibrary): FreshResults {
  const known = new Map<string, Outcome>();

  /** Every method that the call may run, or undefined when that cannot be said. */
  function targets(call: Instruction & { form: 'invoke' }, closed: boolean): readonly Found[] | undefined {
    const direct = library.find(call.owner, call.name, call.descriptor);
    if (call.opcode === Op.invokestatic || call.opcode === Op.invokespecial)
      return direct === undefined ? undefined : [direct];
    if (direct !== undefined && (direct.method.accessFlags & (acc.final | acc.private)) !== 0)
      return [direct];
    const owner = library.file(call.owner);
    if (owner === undefined) return undefined;
    if ((owner.accessFlags & acc.final) !== 0) return direct === undefined ? undefined : [direct];
    const subtypes = library.subtypes(call.owner);
    if (subtypes.size > 300) return undefined;
    if (!closed && [...subtypes].some((name) => mayBeExtended(name))) return undefined;
    const found = new Map<string, Found>();
    for (const name of subtypes) {
      const file = library.file(name)!;
      if ((file.accessFlags & acc.abstract) !== 0) continue;
      const one = library.find(name, call.name, call.descriptor);
      if (one === undefined) return undefined;
      found.set(one.file.name, one);
    }
    return [...found.values()];
  }

  /** Only a public class that is not final can have a subclass outside its package; its nested ones count by their own flags. */
  function mayBeExtended(name: string): boolean {
    const flags = library.file(name)?.accessFlags ?? 0;
    return (flags & acc.public) !== 0 && (flags & acc.final) === 0;
  }

  /** `tracked`: the word index of the parameter that must not leak, or -1 to ask about the result. */
  function judge(found: Found, tracked: number, closed: boolean): Outcome {
    const key = `${found.file.name}.${found.method.name}${found.method.descriptor}#${tracked}#${closed}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, { fresh: false, leaks: false });
    const outcome = interpret(found, tracked, closed);
    known.set(key, outcome);
    return outcome;
  }

  function interpret(found: Found, tracked: number, closed: boolean): Outcome {
    const unknown: Outcome = { fresh: false, leaks: true };
    const code = readCode(found.file, found.method);
    if (code === undefined) return unknown;
    const cfg = controlFlowGraph(code);
    if (!cfg.ok || code.instructions.length > 3000) return unknown;
    const { graph } = cfg;
    const parameterSite = 1n << BigInt(code.instructions.length);
    const entry: Value[] = Array.from({ length: code.maxLocals }, () => anything);
    if (tracked >= 0) entry[tracked] = parameterSite;
    const frames: ({ locals: Value[]; stack: Value[] } | undefined)[] = [];
    frames[0] = { locals: entry, stack: [] };
    let tainted = 0n;
    let returned: Value | undefined;
    const work = [0];
    const flow = (node: number, locals: readonly Value[], stack: readonly Value[]): void => {
      const old = frames[node];
      if (old === undefined) {
        frames[node] = { locals: [...locals], stack: [...stack] };
        work.push(node);
        return;
      }
      let changed = false;
      const merge = (into: Value[], from: readonly Value[]): void => {
        from.forEach((value, index) => {
          const both = into[index] === anything || value === anything ? anything : into[index]! | value;
          if (both !== into[index]) changed = true;
          into[index] = both;
        });
      };
      merge(old.locals, locals);
      merge(old.stack, stack);
      if (changed) work.push(node);
    };
    for (let node = work.pop(); node !== undefined; node = work.pop()) {
      const locals = [...frames[node]!.locals];
      const before = [...locals];
      const stack = [...frames[node]!.stack];
      const instruction = code.instructions[node]!;
      const result = step(instruction, BigInt(node), locals, stack, closed);
      if (result === undefined) return unknown;
      tainted |= result.tainted;
      if (result.returned !== undefined)
        returned =
          returned === anything || result.returned === anything
            ? anything
            : (returned ?? 0n) | result.returned;
      for (let edge = graph.successors.start[node]!; edge < graph.successors.start[node + 1]!; edge++) {
        const target = graph.successors.node[edge]!;
        if (isExceptional(graph.successors.kind[edge]!)) flow(target, before, [anything]);
        else flow(target, locals, stack);
      }
    }
    // A returned parameter is handed back, which counts as a leak here.
    const leaks = (tainted & parameterSite) !== 0n || ((returned ?? 0n) & parameterSite) !== 0n;
    const fresh =
      returned !== undefined && returned !== anything && (returned & (tainted | parameterSite)) === 0n;
    return { fresh, leaks };
  }

  /** Runs one instruction on the frame; undefined: not understood. Long and double values take two words. */
  function step(
    instruction: Instruction,
    node: bigint,
    locals: Value[],
    stack: Value[],
    closed: boolean,
  ): { tainted: bigint; returned?: Value } | undefined {
    const { opcode } = instruction;
    const pop = (): Value => stack.pop() ?? anything;
    const drop = (words: number): bigint => {
      let sites = 0n;
      for (let index = 0; index < words; index++) sites |= pop();
      return sites;
    };
    const push = (words: number, value: Value = anything): void => {
      for (let index = 0; index < words; index++) stack.push(value);
    };
    switch (instruction.form) {
      case 'local': {
        if (opcode === Op.aload) push(1, locals[instruction.index]!);
        else if (opcode === Op.astore) locals[instruction.index] = pop();
        else if (opcode === Op.ret) return { tainted: 0n };
        else if (opcode < Op.istore) push(wordsOf(opcodeInfo(opcode).pushes ?? 'I'));
        else {
          const words = wordsOf(opcodeInfo(opcode).pops ?? 'I');
          drop(words);
          for (let index = 0; index < words; index++) locals[instruction.index + index] = anything;
        }
        return { tainted: 0n };
      }
      case 'type':
        if (opcode === Op.new) push(1, 1n << node);
        else if (opcode === Op.checkcast) break;
        else {
          drop(1);
          push(1, opcode === Op.anewarray ? 1n << node : anything);
        }
        break;
      case 'field': {
        const words = wordsOf(instruction.descriptor);
        const isPut = opcode === Op.putfield || opcode === Op.putstatic;
        const put = isPut ? drop(words) : 0n;
        const tainted = instruction.owner === streamStage ? 0n : put;
        if (opcode === Op.getfield || opcode === Op.putfield) drop(1);
        if (!isPut) push(words);
        return { tainted };
      }
      case 'invoke':
        return call(instruction, node, stack, closed, pop);
      case 'invokedynamic': {
        const { parameters, returnType } = parseMethodDescriptor(instruction.descriptor);
        const tainted = drop(parameters.reduce((sum, type) => sum + wordsOf(type), 0));
        push(wordsOf(returnType));
        return { tainted };
      }
      case 'constant':
        push(opcode === Op.ldc2_w ? 2 : 1);
        break;
      case 'multianewarray':
        drop(instruction.dimensions);
        push(1, 1n << node);
        break;
      case 'iinc':
        break;
      default:
        switch (mnemonicOf(opcode)) {
          case 'areturn':
            return { tainted: 0n, returned: pop() };
          case 'athrow':
          case 'aastore': {
            const value = pop();
            if (opcode === Op.aastore) drop(2);
            return { tainted: value };
          }
          case 'dup':
            stack.push(stack[stack.length - 1]!);
            break;
          case 'dup_x1':
            stack.splice(-2, 0, stack[stack.length - 1]!);
            break;
          case 'dup_x2':
            stack.splice(-3, 0, stack[stack.length - 1]!);
            break;
          case 'dup2':
            stack.push(...stack.slice(-2));
            break;
          case 'dup2_x1':
            stack.splice(-3, 0, ...stack.slice(-2));
            break;
          case 'dup2_x2':
            stack.splice(-4, 0, ...stack.slice(-2));
            break;
          case 'swap':
            stack.push(...stack.splice(-2).reverse());
            break;
          case 'newarray':
            drop(1);
            push(1, 1n << node);
            break;
          default: {
            const { pops, pushes } = opcodeInfo(opcode);
            if (pops === undefined || pushes === undefined) return undefined;
            drop([...pops].reduce((sum, type) => sum + (type === 'J' || type === 'D' ? 2 : 1), 0));
            push([...pushes].reduce((sum, type) => sum + (type === 'J' || type === 'D' ? 2 : 1), 0));
          }
        }
    }
    return { tainted: 0n };
  }

  function call(
    instruction: Instruction & { form: 'invoke' },
    node: bigint,
    stack: Value[],
    closed: boolean,
    pop: () => Value,
  ): { tainted: bigint } {
    const { parameters, returnType } = parseMethodDescriptor(instruction.descriptor);
    const kinds = instruction.opcode === Op.invokestatic ? parameters : ['A', ...parameters];
    const operands: Value[] = [];
    for (const type of [...kinds].reverse()) {
      const words = type === 'A' ? 1 : wordsOf(type);
      operands.unshift(...Array.from({ length: words }, pop));
    }
    if (returnsStream(instruction)) {
      const [stream, ...others] = operands;
      stack.push(stream!);
      return { tainted: others.reduce((sites, value) => sites | value, 0n) };
    }
    const possible =
      operands.some((value) => value !== 0n) || returnType.startsWith('L')
        ? targets(instruction, closed)
        : undefined;
    let tainted = 0n;
    operands.forEach((value, word) => {
      if (value === 0n) return;
      if (instruction.owner === 'java/lang/Object' && ['<init>', 'getClass'].includes(instruction.name))
        return;
      if (possible === undefined || possible.some((one) => judge(one, word, closed).leaks)) tainted |= value;
    });
    const fresh =
      returnType.startsWith('L') &&
      possible !== undefined &&
      possible.length > 0 &&
      possible.every((one) => judge(one, -1, closed).fresh);
    for (let index = 0; index < wordsOf(returnType); index++) stack.push(fresh ? 1n << node : anything);
    return { tainted };
  }

  return {
    returnsFresh: (found, closed) => judge(found, -1, closed).fresh,
    leaksReceiver: (found) => judge(found, 0, false).leaks,
  };
}
