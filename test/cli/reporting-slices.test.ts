import { expect, test } from 'vitest';
import { reportingSlices } from '../../src/cli/commands/reporting-slices.ts';
import { loadOne } from '../property/load-support.ts';
import { safeMapIterator } from '../support/named-properties.ts';

/** Lists and their iterators. `creation`: in front of the event that binds both. */
const pair = (formula: string, { creation = '', modifier = '', field = '' } = {}): string[] =>
  reportingSlices(
    loadOne(`import java.util.*;
${modifier} P(List l, Iterator i) {
  ${field}
  ${creation} event begin after(List l) returning(Iterator i) : call(* List.iterator()) && target(l) { }
  event use before(List l, Iterator i) : call(* use(List, Iterator)) && args(l, i) { }
  event end before(Iterator i) : call(* Iterator.next()) && target(i) { }
  ${formula}
}`),
  ).map((names) => names.join());

test('a smaller slice reports where its own events do', () => {
  const fail = 'ere : begin use* end @fail { System.err.println("late"); }';
  expect(pair(fail)).toEqual(['i', 'l,i']);
  expect(pair(fail, { creation: 'creation' })).toEqual(['l,i']);
  expect(pair(fail, { modifier: 'full-binding' })).toEqual(['l,i']);
  expect(pair('ere : begin use* end @match { System.err.println("end"); }')).toEqual(['l,i']);
  expect(pair('ere : end end @match { System.err.println("twice"); }')).toEqual(['i']);
});

test('a handler in Java may report', () => {
  const field = 'int seen;';
  expect(pair('ere : begin end @match { System.err.println("seen " + seen); }', { field })).toEqual(['l,i']);
});

test('of the library', () => {
  expect(reportingSlices(safeMapIterator)).toEqual([['m', 'c', 'i']]);
});
