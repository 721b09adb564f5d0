import { expect, test } from 'vitest';
import { sound } from '../../../src/residual/sound/sound.ts';
import { iteratorHasNext } from '../../support/named-properties.ts';
import { compile, javaProgram } from './java-program.ts';

/** The body of m in each class, and what becomes of its calls of next(), in their order. */
const members = {
  While: ['while (i.hasNext()) i.next();', 'removed'],
  Twice: ['while (i.hasNext()) { i.next(); i.next(); }', 'removed,kept'],
  Never: ['i.next();', 'kept'],
  Not: ['if (!i.hasNext()) return; i.next();', 'removed'],
  Wrong: ['if (!i.hasNext()) i.next();', 'kept'],
  After: ['while (i.hasNext()) i.next(); i.next();', 'removed,kept'],
  And: ['if (flag && i.hasNext()) i.next();', 'removed'],
  Or: ['if (flag || i.hasNext()) i.next();', 'kept'],
  OrNot: ['if (flag || !i.hasNext()) return; i.next();', 'removed'],
  Either: ['Iterator<String> j = l.iterator(); if (i.hasNext() || j.hasNext()) i.next();', 'kept'],
  Both: [
    'Iterator<String> j = l.iterator(); while (i.hasNext() && j.hasNext()) { i.next(); j.next(); }',
    'removed',
  ],
  Other: ['Iterator<String> j = l.iterator(); while (i.hasNext()) j.next();', 'kept'],
  Value: ['String s = i.hasNext() ? i.next() : null;', 'removed'],
  WrongValue: ['String s = i.hasNext() ? null : i.next();', 'kept'],
  Merged: ['if (flag ? i.hasNext() : other) i.next();', 'kept'],
  Break: ['do { if (!i.hasNext()) break; i.next(); } while (flag);', 'removed'],
  Continue: ['for (;;) { if (i.hasNext()) { i.next(); continue; } break; }', 'removed'],
  ForEach: ['for (String s : l) flag = s.isEmpty();', 'removed'],
  AskedTwice: ['if (i.hasNext() && i.hasNext()) i.next();', 'removed'],
  // What is asked last counts: it may say no.
  AskedAgain: ['if (i.hasNext()) { i.hasNext(); i.next(); }', 'kept'],
  // Not followed: the answer goes through a variable.
  Stored: ['boolean more = i.hasNext(); if (more) i.next();', 'kept'],
  Failing: [
    'try { if (i.hasNext()) flag = l.get(0).isEmpty(); } catch (RuntimeException e) { i.next(); }',
    'kept',
  ],
  Caught: ['while (i.hasNext()) try { i.next(); } catch (RuntimeException e) { flag = true; }', 'removed'],
} as const;

test('what hasNext() returned is known where the next instruction branches on it', () => {
  const classes = compile(
    Object.fromEntries(
      Object.entries(members).map(([name, [body]]) => [
        `${name}.java`,
        `import java.util.*;\nclass ${name} { boolean flag, other;\nvoid m(List<String> l) { Iterator<String> i = l.iterator(); ${body} } }\n`,
      ]),
    ),
  );
  const { program, points } = javaProgram(classes, [iteratorHasNext]);
  const decisions = sound(program, iteratorHasNext, points, {
    threads: 'confined',
    facts: [],
    world: { kind: 'open' },
  });
  const found = new Map<string, Set<string>>();
  for (const { className, event, id } of points) {
    const own = found.get(className) ?? new Set();
    found.set(className, own);
    if (event.name === 'next') own.add(decisions.get(id)!.kept ? 'kept' : 'removed');
  }
  expect(Object.fromEntries([...found].map(([name, decided]) => [name, [...decided].join()]))).toEqual(
    Object.fromEntries(Object.entries(members).map(([name, [, expected]]) => [name, expected])),
  );
});
