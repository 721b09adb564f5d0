import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventId } from '../../src/automata/dfa.ts';
import { unitDefinition } from '../../src/instrument/unit/runtime-definition.ts';
import type { Property } from '../../src/property/model.ts';
import { compiledCase } from '../automata/support/compile-case.ts';
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
  const { monitor, derivations } = compiledCase(each);
  const object = { name: 'o', type: 'java.lang.Object' };
  return {
    name: each.name,
    documentation: { summary: each.name, severity: 'error', groups: [] },
    parameters: parameterized ? [object] : [],
    events: each.alphabet.map((name, letter) => ({
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

it('gives every verdict of the data suite, in every engine', () => {
  const cases = suiteCases();
  const properties = cases.flatMap((each) => [propertyOf(each, false), propertyOf(each, true)]);
  const definition = unitDefinition({ rrvVersion: '0', analysis: 'none', properties }).join('');
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
  const input = space.file('suite.txt', `${definition}${traces.join('\n')}\n`);
  const run = runJava(space.jdk, [
    '-Drrv.quiet=true',
    '-cp',
    space.classes,
    'rrv.runtime.SuiteDriver',
    input,
  ]);
  expect(run.stderr).toBe('');
  expect(traces.length).toBeGreaterThan(100);
  expect(run.stdout.trim().split('\n')).toEqual(expected);
});
