import type { CallRequest } from '../../call-graph/request.ts';
import { fieldKey, type SharedField } from '../../shared-field.ts';
import type { CallResult, ObjectKind, OneKind } from '../values/call-knowledge.ts';
import { callAt, instructionAt, type MethodCode, operandSlotAt } from '../values/method-code.ts';
import { kindKey, kindOfAny, kindsIn } from '../values/object-kind.ts';
import { elsewhere, nullConstant, thisObject, type ValueOrigins } from '../values/origin.ts';
import { originsToReturn, returnedOrigins } from '../values/origins-by-call.ts';
import { bothUses, noUse, type Use, unionOf } from '../values/use.ts';
import type { SummaryContext } from './summary-context.ts';

/**
 * What a call returns: a new object of these kinds that nobody else knows, or what one of the fields holds. No
 * null but of a field.
 */
export interface NewOrShared {
  readonly kinds: readonly OneKind[];
  readonly shared: readonly SharedField[];
  /** What the call may have done with a new object: events of the points that there are when it is asked. */
  past(): Use;
}

/** What one of two calls returns. */
export function bothReturned(one: NewOrShared, other: NewOrShared): NewOrShared {
  return {
    kinds: distinct([...one.kinds, ...other.kinds], kindKey),
    shared: distinct([...one.shared, ...other.shared], fieldKey),
    past: () => bothUses(one.past(), other.past()),
  };
}

function distinct<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/**
 * What a method returns that is called on an object of exactly one class. Followed are the calls whose results it returns,
 * as far as they are on the same object or of static methods; what others return has to be new.
 * Undefined: something else may be returned, or nothing new. O(instructions of these methods).
 */
export function newOrShared(
  { program: { graph, codeOf }, isShared, weakenings }: SummaryContext,
  resultOf: (call: CallRequest) => CallResult,
  useUntilReturned: (method: number, code: MethodCode, site: number, object: ObjectKind) => Use,
): (call: CallRequest, className: string) => NewOrShared | undefined {
  return (call, className) => {
    const kinds = new Map<string, OneKind>();
    const shared = new Map<string, SharedField>();
    const calls: CallRequest[] = [];
    const makers: { readonly method: number; readonly code: MethodCode; readonly site: number }[] = [];
    const methods = new Set<number>();

    /** Whether methods of the program alone may run, whose results are followed. */
    const follow = (request: CallRequest): boolean => {
      const targets = graph.targets(request);
      if (targets.anything || targets.library || targets.functions.length > 0) return false;
      for (const method of targets.methods) if (!graph.methods[method]!.isAbstract) methods.add(method);
      return true;
    };

    /** The call as it is made on the object, or of a static method; undefined: on another object. */
    const ofSame = (code: MethodCode, site: number, made: CallRequest, values: ValueOrigins) => {
      if (made.dispatch === 'static') return made;
      const slot = operandSlotAt(code, site, 'receiver');
      const from = slot === undefined ? [] : values.before(site, slot);
      if (from.length !== 1 || from[0] !== thisObject) return undefined;
      return made.dispatch === 'virtual' ? graph.onClass(made, className) : made;
    };

    /** Where else a value may come from that one of these calls returns; undefined: nothing is known of it. */
    const handedOn = (
      code: MethodCode,
      site: number,
      values: ValueOrigins,
    ): readonly number[] | undefined => {
      const made = callAt(code, site, graph);
      if (made === undefined) return undefined;
      const same = ofSame(code, site, made, values);
      if (same !== undefined && follow(same)) return [];
      const result = resultOf(made);
      if (result.kind === 'operand') {
        const slot = operandSlotAt(code, site, result.operand);
        return slot === undefined ? undefined : values.before(site, slot);
      }
      if (result.kind === 'unknown' || result.object.kind === 'unknown' || result.mayBeNull) return undefined;
      for (const kind of kindsIn(result.object)) kinds.set(kindKey(kind), kind);
      calls.push(made);
      return [];
    };

    const readsAll = (method: number): boolean => {
      const code = graph.methods[method]!.isNative ? undefined : codeOf(method);
      const values = code && originsToReturn(code);
      if (code === undefined || values === undefined) return false;
      const from = returnedOrigins(code, values);
      for (const site of from) {
        if (site === elsewhere || site === thisObject || site === nullConstant) return false;
        const instruction = instructionAt(code, site);
        if (instruction.form === 'field') {
          if (!isShared(instruction)) return false;
          const { owner, name, descriptor } = instruction;
          shared.set(fieldKey(instruction), { owner, name, descriptor });
          continue;
        }
        makers.push({ method, code, site });
        if (instruction.form === 'type') {
          const kind: OneKind = { kind: 'exact', className: instruction.type };
          kinds.set(kindKey(kind), kind);
          continue;
        }
        const further = handedOn(code, site, values);
        if (further === undefined) return false;
        for (const one of further) from.add(one);
      }
      return true;
    };

    if (!follow(call)) return undefined;
    for (const method of methods) if (!readsAll(method)) return undefined;
    if (kinds.size === 0) return undefined;
    const any = kindOfAny([...kinds.values()], weakenings);
    const past = (): Use =>
      bothUses(
        unionOf(calls, (made) => pastOf(resultOf(made))),
        unionOf(makers, ({ method, code, site }) => useUntilReturned(method, code, site, any)),
      );
    return past().keeps ? undefined : { kinds: [...kinds.values()], shared: [...shared.values()], past };
  };
}

function pastOf(result: CallResult): Use {
  return result.kind === 'fresh' ? result.past : noUse;
}
