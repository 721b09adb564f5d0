import { expect, test } from 'vitest';
import { allKept, decidedEvents, needingPrograms } from './needed-events.ts';

test.each(Object.entries(needingPrograms))('%s, in both worlds', (_, needing) => {
  expect(decidedEvents(needing)).toEqual(allKept(needing));
});
