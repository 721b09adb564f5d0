import { expect, test } from 'vitest';
import { loadProperties } from '../../../src/property/language/load.ts';
import { analysedMonitor } from '../../../src/residual/sound/monitor/analysed-monitor.ts';
import { reportableByTypes } from '../../../src/residual/sound/program/reportable-by-types.ts';
import { compile, javaProgram } from './java-program.ts';

const count = 30;
const numbers = Array.from({ length: count }, (_, number) => number);
/** Objects of many classes, and calls by way of as many interfaces. */
const source = `class Main {
  ${numbers.map((number) => `interface Named${number} { void use(); } static class Base${number} { }`).join('\n')}
  ${numbers.map((number) => `static void make(Base${number} base) { }`).join('\n')}
  ${numbers.map((number) => `static void with(Base${number} base, Named${number} named) { make(base); named.use(); }`).join('\n')}
}`;

const { properties } = loadProperties(
  'used.mop',
  `Used(Object o) {
  event make before(Object o) : call(* Main.make(..)) && args(o) {}
  event use after(Object o) returning : call(* Main.Named*.use()) && target(o) {}
  ere : make use
  @match { }
}`,
  { lookup: (name) => /^(?:Main(?:\..*)?|java\.lang\.Object)$/.test(name) },
);
const property = properties[0]!;

/** What is left of the program's points, and how many pairs of a class and an interface that has asked about. */
function leftOf(isNeverBoth: (className: string, interfaceName: string) => boolean) {
  const { program, points } = javaProgram(compile({ 'Main.java': source }), [property]);
  const monitor = analysedMonitor(property);
  if (typeof monitor === 'string') throw new Error(monitor);
  let asked = 0;
  const reportable = reportableByTypes(monitor.any, property, program.hierarchy, {
    returnsFromLibrary: () => false,
    neverReturningOn: () => [],
    interfaceAskedFor: ({ owner }) => owner,
    isNeverBoth(className, interfaceName) {
      asked++;
      return isNeverBoth(className, interfaceName);
    },
  });
  return { points: points.length, left: reportable(points).size, asked };
}

test('where all may meet, each kind of points is compared with one of each event', () => {
  const { points, left, asked } = leftOf(() => false);
  expect([points, left]).toEqual([2 * count, 2 * count]);
  expect(asked).toBeLessThanOrEqual(2 * count);
});

test('where each meets one other alone, that is found', () => {
  const { left } = leftOf((className, interfaceName) => className !== interfaceName.replace('Named', 'Base'));
  expect(left).toBe(2 * count);
});

test('what meets no other goes', () => {
  const { left } = leftOf((className) => className !== 'Main$Base3');
  // All interfaces may be of objects of the one class that is left.
  expect(left).toBe(count + 1);
});
