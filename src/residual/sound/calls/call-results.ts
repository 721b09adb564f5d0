import { operandSlot } from '../../../cfg/slot-moves.ts';
import { computationalType, returnTypeOf } from '../../../classfile/descriptors.ts';
import { Op } from '../../../classfile/opcodes.ts';
import type { CallRequest } from '../../call-graph/scanned-code.ts';
import type { Weakenings } from '../../weakening.ts';
import type { CallResult, LibraryKind, ObjectKind, OneKind } from '../values/call-knowledge.ts';
import type { MethodCode } from '../values/method-code.ts';
import { callAt, instructionAt } from '../values/method-code.ts';
import { kindKey, kindOfAny } from '../values/object-kind.ts';
import { elsewhere, nullConstant } from '../values/origin.ts';
import { originsByCall } from '../values/origins-by-call.ts';
import { bothUses, noUse, type Use } from '../values/use.ts';
import type { AskedProgram } from './asked-program.ts';
import type { LibraryResults } from './library-results.ts';
import { type LookedInto, rememberingAnswers } from './looked-into.ts';

export interface ResultContext {
  readonly program: AskedProgram;
  readonly lookedAt: LookedInto;
  readonly libraryResults: LibraryResults;
  /** What a method, and those that it calls, do with the object that one of its instructions makes, until it is returned. */
  readonly useUntilReturned: (method: number, code: MethodCode, site: number, object: ObjectKind) => Use;
  readonly weakenings: Weakenings;
}

export interface CallResults {
  /** What a call returns. */
  ofCall(call: CallRequest): CallResult;
  /** What an instruction calls on objects whose class it is known to have made; undefined: other objects, too. */
  onExactReceivers(code: MethodCode, instruction: number): readonly CallRequest[] | undefined;
  /** Kinds of the objects that some methods of the graph return, shared ones excluded; undefined: not known. */
  kindsReturned(methods: readonly number[]): readonly OneKind[] | undefined;
}

/** What is returned: objects of some kinds, where methods say which, and perhaps null. */
interface Source {
  readonly methods: readonly number[];
  readonly library: LibraryKind | undefined;
  readonly mayBeNull: boolean;
}

/** The result of a call: from such a source, or one of its operands. */
type CallSource = Source | { readonly operand: 'receiver' | number };

/** An instruction of a method that makes what the method returns, or calls one that does. */
interface Origin extends Source {
  readonly site: number;
  readonly made: string | undefined;
}

interface Returning {
  readonly code: MethodCode;
  readonly origins: readonly Origin[];
  readonly mayBeNull: boolean;
}

/** Methods that hand on each other's results; beyond it nothing is known. */
const maxReturning = 2_000;

/**
 * A call returns a fresh object when everything that it may return was made during the call, and nobody kept it on the way
 * here: the methods that it may run, and those whose results they return, are searched for where their results
 * come from. Methods that return each other's results are no obstacle: what comes back was made somewhere
 * among them. O(methods that hand on results x their origins) per call, besides what following the objects takes.
 */
export function callResults(context: ResultContext): CallResults {
  const { program, lookedAt, libraryResults, useUntilReturned, weakenings } = context;
  const { graph } = program;

  function ofCall(call: CallRequest): CallResult {
    if (computationalType(returnTypeOf(call.descriptor)) !== 'A') return unknown;
    if (weakenings.has('everyIteratorIsFresh') && call.name === 'iterator') return someIterator;
    const source = sourceOf(call);
    if (source === undefined) return unknown;
    return 'operand' in source ? { kind: 'operand', operand: source.operand } : fresh(source);
  }

  const sourceOf = rememberingAnswers(lookedAt, findSource);

  /** Where the result of a call comes from; undefined: nothing is known. */
  function findSource(call: CallRequest): CallSource | undefined {
    const direct = graph.targets(call);
    const all = direct.library ? [direct, ...libraryResults.handedOn(call)] : [direct];
    if (all.some(({ anything, functions }) => anything || functions.length > 0)) return undefined;
    const methods = [...new Set(all.flatMap((targets) => targets.methods))].filter(
      (method) => !graph.methods[method]!.isAbstract,
    );
    if (!direct.library) return { methods, library: undefined, mayBeNull: false };
    const result = libraryResults.result(call);
    if (result.kind === 'operand') return methods.length === 0 ? { operand: result.operand } : undefined;
    if (result.kind === 'unknown' || result.object.kind !== 'library') return undefined;
    return { methods, library: result.object, mayBeNull: result.mayBeNull };
  }

  /** The object that a source hands out, if it is new and known to nobody else. */
  function fresh({ methods, library, mayBeNull }: Source): CallResult {
    const returning = returningFrom(methods);
    if (returning === undefined) return unknown;
    const kinds = kindsFrom(returning);
    let past = noUse;
    for (const [method, { code, origins }] of returning)
      for (const origin of origins) {
        const object = kinds.of(origin);
        if (object.length === 0) continue;
        if (origin.made === undefined && weakenings.has('forgetHandingOn')) continue;
        const kind = kindOfAny(object, weakenings);
        past = bothUses(past, useUntilReturned(method, code, origin.site, kind));
        if (past.keeps) return unknown;
      }
    const object = kinds.of({ methods, library });
    if (object.length === 0) return unknown;
    const nulls = mayBeNull || [...returning.values()].some((one) => one.mayBeNull);
    return { kind: 'fresh', object: kindOfAny(object, weakenings), mayBeNull: nulls, past };
  }

  /** The methods, and those whose results they return; undefined: a result comes from elsewhere, too. */
  function returningFrom(methods: readonly number[]): ReadonlyMap<number, Returning> | undefined {
    const found = new Map<number, Returning>();
    const queue = new Set(methods);
    for (const method of queue) {
      const returning = returningIn(method);
      if (returning === undefined || found.size >= maxReturning) return undefined;
      found.set(method, returning);
      for (const origin of returning.origins) for (const further of origin.methods) queue.add(further);
    }
    return found;
  }

  const returningIn = rememberingAnswers(lookedAt, findReturning);
  function findReturning(method: number): Returning | undefined {
    // Code without a call and without `new` has nothing fresh to return.
    if (graph.methods[method]!.isNative || !program.hasRequests(method)) return undefined;
    const code = program.codeOf(method);
    return code === undefined ? undefined : returned(code);
  }

  function returned(code: MethodCode): Returning | undefined {
    const values = originsByCall(code);
    if (values === undefined) return undefined;
    const from = new Set<number>();
    for (let index = 0; index < code.graph.nodeCount; index++)
      if (instructionAt(code, index).opcode === Op.areturn && code.depths[index]! >= 0)
        for (const one of values.before(index, code.code.maxLocals + code.depths[index]! - 1)) from.add(one);
    const origins: Origin[] = [];
    for (const site of from) {
      if (site === elsewhere) return undefined;
      if (site === nullConstant) continue;
      const instruction = instructionAt(code, site);
      if (instruction.form === 'type') {
        origins.push({ site, made: instruction.type, methods: [], library: undefined, mayBeNull: false });
        continue;
      }
      const source = sourceAt(code, site);
      if (source === undefined) return undefined;
      if (!('operand' in source)) origins.push({ site, made: undefined, ...source });
      else {
        const slot = operandSlot(instruction, source.operand, code.code.maxLocals, code.depths[site]!);
        if (slot === undefined) return undefined;
        for (const one of values.before(site, slot)) from.add(one);
      }
    }
    const mayBeNull = from.has(nullConstant) || origins.some((origin) => origin.mayBeNull);
    return { code, origins, mayBeNull };
  }

  function sourceAt(code: MethodCode, site: number): CallSource | undefined {
    const call = callAt(code, site, graph);
    if (call === undefined) return undefined;
    const exact = onExactReceivers(code, site);
    if (exact === undefined) return sourceOf(call);
    const methods: number[] = [];
    let library: LibraryKind | undefined;
    let mayBeNull = false;
    for (const one of exact.map(sourceOf)) {
      if (one === undefined || 'operand' in one || (library !== undefined && one.library !== undefined))
        return sourceOf(call);
      methods.push(...one.methods);
      library ??= one.library;
      mayBeNull ||= one.mayBeNull;
    }
    return { methods, library, mayBeNull };
  }

  function onExactReceivers(code: MethodCode, index: number): readonly CallRequest[] | undefined {
    const instruction = instructionAt(code, index);
    const call = callAt(code, index, graph);
    const values = originsByCall(code);
    if (call?.dispatch !== 'virtual' || values === undefined) return undefined;
    const slot = operandSlot(instruction, 'receiver', code.code.maxLocals, code.depths[index]!);
    if (slot === undefined) return undefined;
    const calls = new Set<CallRequest>();
    for (const site of values.before(index, slot)) {
      if (site === nullConstant || (site === elsewhere && weakenings.has('forgetOtherReceivers'))) continue;
      const made = site === elsewhere ? undefined : instructionAt(code, site);
      if (made?.form !== 'type') return undefined;
      calls.add(graph.onClass(call, made.type));
    }
    return calls.size === 0 ? undefined : [...calls];
  }

  return {
    ofCall,
    onExactReceivers,
    kindsReturned(methods) {
      const returning = returningFrom(methods);
      return returning && kindsFrom(returning).of({ methods, library: undefined });
    },
  };
}

const unknown: CallResult = { kind: 'unknown' };

/** For the mistake `everyIteratorIsFresh`. */
const someIterator: CallResult = {
  kind: 'fresh',
  object: { kind: 'library', callsBack: [], isCollectionIterator: true, isPlain: false },
  mayBeNull: false,
  past: noUse,
};

/** What decides the kinds of the objects that a source or an origin stands for. */
type KindSource = Pick<Source, 'methods' | 'library'> & Partial<Pick<Origin, 'made'>>;

/** Kinds of the objects that methods return which hand on each other's results: the least fixed point. */
function kindsFrom(returning: ReadonlyMap<number, Returning>): { of(source: KindSource): OneKind[] } {
  const byMethod = new Map<number, Map<string, OneKind>>();
  const callers = new Map<number, Set<number>>();
  const work = new Set<number>();
  for (const [method, { origins }] of returning) {
    byMethod.set(method, new Map());
    work.add(method);
    for (const origin of origins)
      for (const callee of origin.methods)
        callers.set(callee, (callers.get(callee) ?? new Set()).add(method));
  }
  const add = (kinds: Map<string, OneKind>, { made, library, methods }: KindSource): void => {
    if (made !== undefined) put(kinds, { kind: 'exact', className: made });
    if (library !== undefined) put(kinds, library);
    for (const method of methods) for (const kind of byMethod.get(method)!.values()) put(kinds, kind);
  };
  for (const method of work) {
    // Added again, it is met again.
    work.delete(method);
    const kinds = byMethod.get(method)!;
    const before = kinds.size;
    for (const origin of returning.get(method)!.origins) add(kinds, origin);
    if (kinds.size > before) for (const caller of callers.get(method) ?? []) work.add(caller);
  }
  return {
    of: (source) => {
      const kinds = new Map<string, OneKind>();
      add(kinds, source);
      return [...kinds.values()];
    },
  };
}

function put(kinds: Map<string, OneKind>, kind: OneKind): void {
  kinds.set(kindKey(kind), kind);
}
