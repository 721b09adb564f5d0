import { expect, test } from 'vitest';
import type { CallRequest } from '../../../src/residual/call-graph/request.ts';
import { noTargets } from '../../../src/residual/call-graph/targets.ts';
import { boundedAnswers } from '../../../src/residual/sound/calls/bounded-answers.ts';
import { lookedInto } from '../../../src/residual/sound/calls/looked-into.ts';
import type { SummaryContext } from '../../../src/residual/sound/calls/summary-context.ts';
import { usesByCalls } from '../../../src/residual/sound/calls/uses-by-calls.ts';
import type { ObjectKind } from '../../../src/residual/sound/values/call-knowledge.ts';
import { shortKindKeys } from '../../../src/residual/sound/values/object-kind.ts';
import { eventsBy, type Use } from '../../../src/residual/sound/values/use.ts';

const call = (name: string, owner = 'java/util/Iterator'): CallRequest => ({
  kind: 'call',
  dispatch: 'virtual',
  owner,
  name,
  descriptor: '()V',
});
const anyOf = (...names: string[]): ObjectKind => ({
  kind: 'oneOf',
  kinds: names.map((className) => ({ kind: 'exact', className })),
});

test('what a call does with one of many kinds is asked once for each of them, until points change', () => {
  // A call on a class runs the method of that number.
  const graph = {
    onClass: (request: CallRequest, owner: string) => ({ ...request, owner }),
    targets: ({ owner }: CallRequest) => ({ ...noTargets, methods: [Number(owner)] }),
    isLibrary: () => false,
  };
  const lookedAt = lookedInto();
  const answers = boundedAnswers(6, lookedAt);
  const asked: number[] = [];
  const context = {
    program: { graph, hierarchy: {}, factsOf: () => undefined },
    lookedAt,
    weakenings: new Set(),
  };
  const useOfParameter = (method: number): Use => {
    asked.push(method);
    lookedAt.note(method);
    return eventsBy(method, 1 << method);
  };
  const uses = usesByCalls(
    context as unknown as SummaryContext,
    answers,
    shortKindKeys(),
    useOfParameter,
    () => ({ kind: 'unknown' }),
  );
  const use = (name: string, object: ObjectKind) => uses.ofCall(call(name), 'receiver', object).symbols;
  const object = anyOf('1', '2', '3');
  expect([use('next', object), use('next', object), use('next', anyOf('1', '2', '3'))]).toEqual([14, 14, 14]);
  expect(asked).toEqual([1, 2, 3]);
  expect([use('remove', object), use('next', anyOf('1', '2'))]).toEqual([14, 6]);
  expect(asked).toEqual([1, 2, 3, 1, 2, 3, 1, 2]);
  answers.forget(Uint8Array.of(0, 0, 0, 1));
  expect([use('next', anyOf('1', '2')), use('next', object)]).toEqual([6, 14]);
  expect(asked.slice(8)).toEqual([1, 2, 3]);
});

test('short texts tell kinds apart as their long ones do', () => {
  const keyOf = shortKindKeys();
  expect(keyOf(anyOf('1', '2'))).toBe(keyOf(anyOf('2', '1')));
  const others = [anyOf('1', '2'), anyOf('1', '3'), anyOf('1'), { kind: 'exact', className: '1' } as const];
  expect(new Set(others.map(keyOf)).size).toBe(4);
});
