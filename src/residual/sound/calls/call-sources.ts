import type { CallRequest } from '../../call-graph/request.ts';
import type { LibraryKind } from '../values/call-knowledge.ts';
import { callAt, instructionAt, type MethodCode, operandSlotAt } from '../values/method-code.ts';
import { elsewhere, nullConstant } from '../values/origin.ts';
import { originsByCall, returnedOrigins } from '../values/origins-by-call.ts';
import type { LibraryResults } from './library-results.ts';
import { rememberingAnswers } from './looked-into.ts';
import type { SummaryContext } from './summary-context.ts';

/** What is returned: objects of some kinds, where methods say which, and perhaps null. */
export interface Source {
  readonly methods: readonly number[];
  readonly library: LibraryKind | undefined;
  readonly mayBeNull: boolean;
}

/** The result of a call: from such a source, or one of its operands. */
export type CallSource = Source | { readonly operand: 'receiver' | number };

/** An instruction of a method that makes what the method returns, or calls one that does. */
export interface Origin extends Source {
  readonly site: number;
  readonly made: string | undefined;
}

/** What a method returns, where that is known. */
export interface Returning {
  readonly code: MethodCode;
  readonly origins: readonly Origin[];
  readonly mayBeNull: boolean;
}

/** Methods that hand on each other's results; beyond it nothing is known. */
const maxReturning = 2_000;

/** Where the results of calls come from. */
export interface CallSources {
  /** Undefined: nothing is known. */
  ofCall(call: CallRequest): CallSource | undefined;
  /** What an instruction calls on objects whose class it is known to have made; undefined: other objects, too. */
  onExactReceivers(code: MethodCode, instruction: number): readonly CallRequest[] | undefined;
  /** The methods, and those whose results they return; undefined: a result comes from elsewhere, too. */
  returningFrom(methods: readonly number[]): ReadonlyMap<number, Returning> | undefined;
}

/** Answers are found when they are first asked for, and kept. O(instructions) for each method. */
export function callSources(
  { program, lookedAt, weakenings }: SummaryContext,
  libraryResults: LibraryResults,
): CallSources {
  const { graph } = program;
  const sourceOf = rememberingAnswers(lookedAt, findSource);

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
    const from = returnedOrigins(code, values);
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
        const slot = operandSlotAt(code, site, source.operand);
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
    const call = callAt(code, index, graph);
    const values = originsByCall(code);
    if (call?.dispatch !== 'virtual' || values === undefined) return undefined;
    const slot = operandSlotAt(code, index, 'receiver');
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

  return { ofCall: sourceOf, onExactReceivers, returningFrom };
}
