import { expect, test } from 'vitest';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { readCode } from '../../../src/classfile/code.ts';
import type { CallResult } from '../../../src/residual/sound/values/call-knowledge.ts';
import { type MethodCode, methodCode } from '../../../src/residual/sound/values/method-code.ts';
import { originsByCall } from '../../../src/residual/sound/values/origins-by-call.ts';
import { valueOrigins } from '../../../src/residual/sound/values/value-origins.ts';
import { compile } from './java-program.ts';

interface Chain {
  readonly method: MethodCode;
  /** The calls of append in their order; the receiver of each is what the one before returns. */
  readonly links: readonly number[];
  /** How many instructions have been gone through. */
  steps(): number;
}

/** A method whose code is one straight chain of so many calls. */
function chain(length: number): Chain {
  const source = `class Chain {
static StringBuilder m(int x) { StringBuilder b = new StringBuilder(); ${'b = b.append(x); '.repeat(length)} return b; }
}`;
  const file = readClassFile(compile({ 'Chain.java': source }).get('Chain')!);
  const { name, descriptor } = file.methods[1]!;
  const code = readCode(file, file.methods[1]!)!;
  const method = methodCode(file, { name, descriptor, isStatic: true }, code)!;
  let steps = 0;
  const moves = new Proxy(method.moves, {
    get: (target, key) => {
      steps++;
      return Reflect.get(target, key);
    },
  });
  const links = code.instructions.flatMap((instruction, index) =>
    instruction.form === 'invoke' && instruction.name === 'append' ? [index] : [],
  );
  return { method: { ...method, moves }, links, steps: () => steps };
}

const length = 1000;
const { method, links, steps } = chain(length);
const receiver = method.code.maxLocals;
const byCall = originsByCall(method)!;

test('what a chain of calls works on is found with work that grows with its length', () => {
  let asked = 0;
  const result = (): CallResult => {
    asked++;
    return { kind: 'operand', operand: 'receiver' };
  };
  const origins = valueOrigins(method, { result })!;
  const before = steps();
  for (const link of links) {
    expect(origins.before(link, receiver)).toEqual([0]);
    expect(origins.result(link)).toEqual([0]);
  }
  expect(asked).toBe(length);
  expect(steps() - before).toBeLessThan(500 * length);
});

test('so it is when one asks for the last instruction first', () => {
  const before = steps();
  for (const link of links.toReversed())
    expect(byCall.before(link, receiver)).toEqual(byCall.result(links[links.indexOf(link) - 1] ?? 0));
  expect(steps() - before).toBeLessThan(500 * length);
});
