import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { toInternalName } from '../../classfile/descriptors.ts';
import { Op } from '../../classfile/opcodes.ts';
import { factsMalformed, type Place, RrvError } from '../../diagnostics.ts';
import { internalNameOf } from '../java-type.ts';
import { type CallPattern, parseCallPattern } from './call-pattern.ts';
import { askedOfThread } from './current-thread.ts';
import type { CallBack, CallFact, Operand } from './library-facts.ts';
import type { SafeEntry } from './safe-list.ts';

/**
 * What a facts file says: the paper's SafeList, and facts about library calls. docs/paper.md has the
 * language.
 */
export interface FactsFile {
  readonly safe: readonly SafeEntry[];
  readonly facts: readonly CallFact[];
}

/** The opcodes that can let a reference escape, the only ones that an entry may name. */
const escapeOpcodes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    areturn: Op.areturn,
    putstatic: Op.putstatic,
    putfield: Op.putfield,
    invokevirtual: Op.invokevirtual,
    invokespecial: Op.invokespecial,
    invokestatic: Op.invokestatic,
    invokeinterface: Op.invokeinterface,
    invokedynamic: Op.invokedynamic,
  }),
);

/** A value in the file with the way to say where it is. */
interface Cursor {
  readonly node: unknown;
  readonly path: string;
  fail(what: string): never;
  place(): Place;
}

/**
 * Reads a facts file. `file` is the name used in positions. Throws RrvError(RRV_FACTS_MALFORMED) with line
 * and column at the first mistake: unknown keys, wrong types and unreadable patterns are mistakes. O(text).
 */
export function readFactsFile(text: string, file: string): FactsFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined) throw new RrvError(factsMalformed(error.message, placeOf(error.pos[0])));
  const cursor = (given: unknown, path: string, fallback: number): Cursor => {
    const node = isAlias(given) ? given.resolve(document) : given;
    const offset = (node as Node | null)?.range?.[0] ?? fallback;
    return {
      node,
      path,
      place: () => placeOf(offset),
      fail: (what) => {
        throw new RrvError(factsMalformed(`${path === '' ? '' : `${path}: `}${what}`, placeOf(offset)));
      },
    };
  };
  const fields = (at: Cursor, known: readonly string[]): ReadonlyMap<string, Cursor> => {
    if (!isMap(at.node)) return at.fail('expected a mapping');
    const found = new Map<string, Cursor>();
    for (const pair of at.node.items as Pair<Node, Node | null>[]) {
      const offset = pair.key.range?.[0] ?? 0;
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      if (!known.includes(key))
        return cursor(pair.key, at.path, offset).fail(`unknown key ${key}; known are ${known.join(', ')}`);
      found.set(key, cursor(pair.value, at.path === '' ? key : `${at.path}.${key}`, offset));
    }
    return found;
  };
  const items = (at: Cursor): readonly Cursor[] => {
    if (!isSeq(at.node)) return at.fail('expected a list');
    return at.node.items.map((item, index) => cursor(item, `${at.path}[${index}]`, 0));
  };

  const top = fields(cursor(document.contents, '', 0), ['version', 'implementations', 'safe', 'facts']);
  const version = top.get('version') ?? cursor(document.contents, '', 0).fail('the key version is missing');
  if (scalar(version) !== 1) version.fail('this rrv reads version 1');
  const shared = top.get('implementations');
  const implementations = shared === undefined ? 'all' : implementationsOf(shared);
  return {
    safe: (top.has('safe') ? items(top.get('safe')!) : []).map((at) =>
      safeEntry(fields(at, ['calls', 'class', 'package', 'type', 'opcode', 'because']), at),
    ),
    facts: (top.has('facts') ? items(top.get('facts')!) : []).flatMap((at) =>
      callFacts(
        fields(at, [
          'calls',
          'implementations',
          'returns',
          'except',
          'unless-extended',
          'does-not-retain',
          'calls-back',
          'result-calls-back',
          'because',
        ]),
        at,
        implementations,
        items,
      ),
    ),
  };
}

function scalar(at: Cursor): unknown {
  return isScalar(at.node) ? at.node.value : at.fail('expected a single value');
}

function string(at: Cursor): string {
  const value = scalar(at);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : at.fail('expected a text');
}

function implementationsOf(at: Cursor): CallFact['implementations'] {
  const value = string(at);
  return value === 'all' || value === 'class library'
    ? value
    : at.fail(`expected all or class library, not ${value}`);
}

function pattern(at: Cursor): CallPattern {
  return (
    parseCallPattern(string(at)) ??
    at.fail(
      `${string(at)} is no call: write package.Class.method(..), (), or (int, java.util.List) (quoted inside [])`,
    )
  );
}

/** The internal name of a class, interface or array type. */
function javaType(at: Cursor): string {
  const value = string(at);
  return /^[\w$.]+(?:\[\])*$/.test(value) ? internalNameOf(value) : at.fail(`${value} is no type name`);
}

function safeEntry(fields: ReadonlyMap<string, Cursor>, at: Cursor): SafeEntry {
  const because = fields.get('because');
  const shared = { because: because === undefined ? '' : string(because), where: at.place() };
  const kinds = [...fields].filter(([key]) => key !== 'because');
  const [first] = kinds;
  if (first === undefined || kinds.length > 1)
    return at.fail('expected exactly one of calls, class, package, type, opcode');
  const [kind, value] = first;
  switch (kind) {
    case 'calls':
      return { ...shared, kind, pattern: pattern(value) };
    case 'class':
      return { ...shared, kind, name: javaType(value) };
    case 'type':
      return { ...shared, kind, name: javaType(value) };
    case 'package': {
      const name = string(value);
      const subpackages = name.endsWith('..');
      return { ...shared, kind, subpackages, name: toInternalName(name.replace(/\.+$/, '')) };
    }
    default: {
      const mnemonic = string(value);
      const opcode = escapeOpcodes.get(mnemonic);
      if (opcode === undefined)
        return value.fail(
          `${mnemonic} lets no reference escape; these can: ${[...escapeOpcodes.keys()].join(', ')}`,
        );
      return { ...shared, kind: 'opcode', mnemonic, opcode };
    }
  }
}

/** One fact per pattern: `calls` may be a list, so that a reason can be given once. */
function callFacts(
  fields: ReadonlyMap<string, Cursor>,
  at: Cursor,
  implementations: CallFact['implementations'],
  items: (at: Cursor) => readonly Cursor[],
): readonly CallFact[] {
  const calls = fields.get('calls') ?? at.fail('the key calls is missing');
  const because = fields.get('because') ?? at.fail('the key because is missing: why does the fact hold?');
  const returns = fields.get('returns');
  const except = fields.get('except');
  const notRetained = fields.get('does-not-retain');
  const callsBack = fields.get('calls-back');
  const resultCallsBack = fields.get('result-calls-back');
  const unlessExtended = fields.get('unless-extended');
  const own = fields.get('implementations');
  if (returns === undefined && notRetained === undefined && callsBack === undefined)
    at.fail('the entry claims nothing: it needs returns, does-not-retain or calls-back');
  if (except !== undefined && returns === undefined) except.fail('except belongs to returns');
  if (unlessExtended !== undefined && returns === undefined)
    unlessExtended.fail('unless-extended belongs to returns');
  const claims = {
    implementations: own === undefined ? implementations : implementationsOf(own),
    returns: returns === undefined ? undefined : returnsOf(returns),
    returnsExcept: except === undefined ? [] : items(except).map(javaType),
    returnsUnlessExtended: unlessExtended === undefined ? [] : items(unlessExtended).map(callBackOf),
    notRetained: notRetained === undefined ? [] : operandsOf(notRetained, items),
    callsBack: callsBack === undefined ? undefined : callBacksOf(callsBack, items),
    resultCallsBack: resultCallsBack === undefined ? undefined : callBacksOf(resultCallsBack, items),
    because: string(because),
  };
  const patterns = isSeq(calls.node) ? items(calls) : [calls];
  return patterns.map((one) => ({ ...claims, pattern: pattern(one), where: one.place() }));
}

function operandOf(at: Cursor): Operand {
  const value = scalar(at);
  if (value === 'receiver') return value;
  const index = typeof value === 'string' ? /^argument (\d+)$/.exec(value)?.[1] : undefined;
  return index === undefined ? at.fail('expected receiver, or argument 0, argument 1, ...') : Number(index);
}

function returnsOf(at: Cursor): CallFact['returns'] {
  return scalar(at) === 'fresh' ? 'fresh' : { operand: operandOf(at) };
}

function operandsOf(at: Cursor, items: (at: Cursor) => readonly Cursor[]): CallFact['notRetained'] {
  if (isSeq(at.node)) return items(at).map(operandOf);
  return scalar(at) === 'anything' ? 'all' : [operandOf(at)];
}

function callBacksOf(at: Cursor, items: (at: Cursor) => readonly Cursor[]): readonly CallBack[] {
  if (!isSeq(at.node))
    return scalar(at) === 'never' ? [] : at.fail('expected never, or a list of types or type.method');
  const called = items(at).map(callBackOf);
  return called.length === 0 ? called : [...called, ...askedOfThread];
}

function callBackOf(at: Cursor): CallBack {
  const value = string(at);
  const [, type, method] = /^([\w$.]+?)(?:#([\w$]+))?$/.exec(value) ?? [];
  if (type === undefined) return at.fail(`${value} is neither a type nor type#method`);
  return { type: internalNameOf(type), method };
}
