import { safeHasNext, safeIterator, safeMapIterator } from '../../support/named-properties.ts';
import type { Family, Operation } from './small-programs.ts';
import { testProperty } from './small-programs.ts';

const event = (symbol: number, args: readonly ('i' | 'c' | 'd' | 'm')[], creates = false): Operation => ({
  kind: 'event',
  symbol,
  arguments: args,
  creates,
});

/** open use* close, again after a report: the slice starts anew. */
const resetting = testProperty(
  'Resetting',
  ['i'],
  [
    { name: 'open', binds: [0] },
    { name: 'use', binds: [0] },
  ],
  [{ on: { open: 1 } }, { on: { use: 2 } }, { category: 'match', on: {} }],
  true,
);

/** Reports the good prefix: first `begin`, then `end` on the pair. */
const coSafety = testProperty(
  'CoSafety',
  ['c', 'i'],
  [
    { name: 'begin', binds: [0, 1] },
    { name: 'mark', binds: [0] },
    { name: 'end', binds: [1] },
  ],
  [{ on: { begin: 1 } }, { on: { mark: 2 } }, { on: { end: 3 } }, { category: 'validation', on: {} }],
  false,
);

/** A creation event, and a report that needs no event on the confined object after the update. */
const updateReports = testProperty(
  'UpdateReports',
  ['c', 'i'],
  [
    { name: 'create', binds: [0, 1], creation: true },
    { name: 'update', binds: [0] },
    { name: 'close', binds: [1] },
  ],
  [
    { on: { create: 1 } },
    { on: { update: 2, close: 3 } },
    { category: 'fail', on: { close: 3, create: 1 } },
    { on: {} },
  ],
  false,
);

/** What happened to c before i existed matters, and an event on c protects. */
const history = testProperty(
  'History',
  ['c', 'i'],
  [
    { name: 'prime', binds: [0] },
    { name: 'begin', binds: [0, 1] },
    { name: 'shield', binds: [0] },
    { name: 'end', binds: [1] },
  ],
  [
    { on: { prime: 1 } },
    { on: { begin: 2 } },
    { on: { shield: 1, end: 3 } },
    { category: 'match', on: { end: 1, begin: 1 } },
  ],
  false,
);

/** What begins a slice of i leaves the monitor where it is: an event on c joins that slice all the same. */
const twoBeginnings = testProperty(
  'TwoBeginnings',
  ['c', 'i'],
  [
    { name: 'open', binds: [1], creation: true },
    { name: 'begin', binds: [0], creation: true },
    { name: 'end', binds: [0] },
  ],
  [
    { on: { begin: 1 } },
    { on: { end: 2, open: 3 } },
    { category: 'match', on: { open: 3, begin: 3, end: 3 } },
    { on: {} },
  ],
  false,
);

const nothing: Operation = { kind: 'nothing' };
const call: Operation = { kind: 'call' };
const load: Operation = { kind: 'load' };
const fresh: Operation = { kind: 'new' };

/** The properties of the exhaustive test, each with every operation that matters to it. */
export const families: readonly Family[] = [
  {
    name: 'SafeHasNext',
    property: safeHasNext,
    operations: [fresh, event(0, ['i']), event(1, ['i']), load, nothing],
    externals: [
      [
        { symbol: 0, arguments: ['o'] },
        { symbol: 1, arguments: ['o'] },
      ],
    ],
    tryAliases: false,
  },
  {
    name: 'SafeIterator',
    property: safeIterator,
    operations: [
      event(0, ['c', 'i'], true),
      event(0, ['d', 'i'], true),
      event(1, ['c']),
      event(1, ['d']),
      event(2, ['i']),
      call,
      load,
    ],
    externals: [
      [],
      [
        { symbol: 1, arguments: ['c'] },
        { symbol: 0, arguments: ['c', 'o'] },
        { symbol: 2, arguments: ['o'] },
      ],
    ],
    tryAliases: true,
  },
  {
    name: 'Resetting',
    property: resetting,
    operations: [fresh, event(0, ['i']), event(1, ['i']), load, nothing],
    externals: [[]],
    tryAliases: false,
  },
  {
    name: 'CoSafety',
    property: coSafety,
    operations: [fresh, event(0, ['c', 'i']), event(1, ['c']), event(2, ['i']), call, load],
    externals: [[], [{ symbol: 1, arguments: ['c'] }]],
    tryAliases: false,
  },
  {
    name: 'UpdateReports',
    property: updateReports,
    operations: [
      event(0, ['c', 'i'], true),
      event(0, ['d', 'i'], true),
      event(1, ['c']),
      event(2, ['i']),
      call,
      load,
    ],
    externals: [[], [{ symbol: 1, arguments: ['c'] }]],
    tryAliases: true,
  },
  {
    name: 'History',
    property: history,
    operations: [event(1, ['c', 'i'], true), event(2, ['d']), event(3, ['i']), event(0, ['c']), call],
    externals: [[], [{ symbol: 0, arguments: ['c'] }]],
    tryAliases: true,
  },
  {
    name: 'SafeMapIterator',
    property: safeMapIterator,
    operations: [event(0, ['m', 'c']), event(1, ['c', 'i'], true), event(2, ['m']), event(3, ['i']), call],
    externals: [
      [],
      [
        { symbol: 0, arguments: ['m', 'c'] },
        { symbol: 2, arguments: ['m'] },
      ],
    ],
    tryAliases: false,
  },
  {
    name: 'TwoBeginnings',
    property: twoBeginnings,
    operations: [event(0, ['i'], true), event(0, ['i']), event(1, ['c']), event(2, ['c']), call, nothing],
    externals: [
      [],
      [
        { symbol: 1, arguments: ['c'] },
        { symbol: 2, arguments: ['c'] },
      ],
    ],
    tryAliases: false,
  },
];
