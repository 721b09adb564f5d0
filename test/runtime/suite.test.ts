import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyVerdict, type ContextFreeMonitor, verdictsOf } from '../../src/automata/compile-cfg.ts';
import { derivationStates } from '../../src/automata/derivation-states.ts';
import { derivationsOf } from '../../src/automata/derivations.ts';
import type { EventId } from '../../src/automata/dfa.ts';
import { defaultAutomatonLimits } from '../../src/automata/limits.ts';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import type { Property } from '../../src/property/model.ts';
import { compiledCase } from '../automata/support/compile-case.ts';
import { grammars } from '../automata/support/generators.ts';
import { type SuiteCase, suiteCases } from '../automata/support/suite.ts';
import { runJava } from '../support/jdk.ts';
import { javaSources, runtimeWorkspace, type Workspace } from './runtime-jar.ts';

let space: Workspace;

beforeAll(() => {
  space = runtimeWorkspace(javaSources(`${import.meta.dirname}/java`));
});
afterAll(() => space.remove());

/** The case as a property of no parameter, or of one that every event binds; every category is reported. */
function propertyOf(each: SuiteCase, parameterized: boolean): Property {
  return propertyWith(each.name, compiledCase(each), parameterized);
}

function propertyWith(
  name: string,
  { monitor, derivations }: ContextFreeMonitor,
  parameterized: boolean,
): Property {
  const object = { name: 'o', type: 'java.lang.Object' };
  return {
    name,
    documentation: { summary: name, severity: 'error', groups: [] },
    parameters: parameterized ? [object] : [],
    events: monitor.alphabet.map((name, letter) => ({
      name,
      letter: letter as EventId,
      creation: false,
      advice: 'before',
      pointcut: { kind: 'endProgram' },
      arguments: parameterized ? [object] : [],
      binds: parameterized ? [0] : [],
    })),
    monitor,
    ...(derivations === undefined ? {} : { derivations }),
    handlers: [...new Set(monitor.categories.flat())].map((category) => ({
      category,
      message: category,
      reset: false,
      reports: true,
    })),
  };
}

/** What the driver prints of the traces: a line for each and each engine. */
function driven(properties: readonly Property[], traces: readonly string[]): readonly string[] {
  const definition = unitDefinition({ rrvVersion: '0', analysis: 'none', properties }).join('');
  const input = space.file('suite.txt', `${definition}${traces.join('\n')}\n`);
  const options = ['-Drrv.quiet=true', '-cp', space.classes];
  const run = runJava(space.jdk, [...options, 'rrv.runtime.SuiteDriver', input]);
  expect(run.stderr).toBe('');
  return run.stdout.trim().split('\n');
}

it('gives every verdict of the data suite, in every engine', () => {
  const cases = suiteCases();
  const properties = cases.flatMap((each) => [propertyOf(each, false), propertyOf(each, true)]);
  const traces: string[] = [];
  const expected: string[] = [];
  cases.forEach((each, index) => {
    for (const { events } of each.traces)
      for (const parameters of [0, 1]) {
        const letters = events.map(({ event }) => each.alphabet.indexOf(event));
        traces.push(['trace', 2 * index + parameters, ...letters].join(' '));
        const verdicts = events.map(({ categories }) =>
          categories.length === 0 ? '-' : categories.join('+'),
        );
        expected.push([`${parameters}GeneralMonitor`, ...verdicts].join(' '));
        const fastest =
          parameters === 1 && compiledCase(each).derivations === undefined
            ? 'OneParameterMonitor'
            : 'GeneralMonitor';
        expected.push([`${parameters}${fastest}`, ...verdicts].join(' '));
      }
  });
  expect(traces.length).toBeGreaterThan(100);
  expect(driven(properties, traces)).toEqual(expected);
});

it('reports of random grammars what their derivations do', () => {
  const alphabet = ['a', 'b', 'c'];
  const sampled = fc.sample(grammars(3), { seed: 20261202, numRuns: 400 });
  const dice = fc.sample(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 12 }), {
    seed: 20261203,
    numRuns: 4 * sampled.length,
  });
  const properties: Property[] = [];
  const traces: string[] = [];
  const expected: string[] = [];
  const seen = new Map<string, number>();
  sampled.forEach((grammar, index) => {
    const derivations = derivationsOf(grammar, 3, index % 4 === 0, defaultAutomatonLimits);
    const states = derivationStates(derivations);
    const any = anyVerdict(alphabet, ['match', 'fail']);
    properties.push(propertyWith(`Grammar${index}`, { monitor: any, derivations }, true));
    for (const trace of dice.slice(4 * index, 4 * index + 4)) {
      let state = states.initial;
      const verdicts = trace.map((letter) => {
        state = states.next(state, letter);
        const verdict = verdictsOf(states, state).join() || '-';
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
        return verdict;
      });
      traces.push(['trace', index, ...trace].join(' '));
      const line = ['1GeneralMonitor', ...verdicts].join(' ');
      expected.push(line, line);
    }
  });
  expect(driven(properties, traces)).toEqual(expected);
  expect([...seen.values()].every((count) => count > 300) && seen.size).toBe(3);
});
