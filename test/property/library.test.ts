import { describe, expect, test } from 'vitest';
import { coreachable, statesOf } from '../../src/automata/reachability.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperty, libraryTexts } from '../../src/property/library/index.ts';
import { checkDfa } from '../automata/support/check-automata.ts';

const names = [...libraryTexts.keys()];

describe('every property of the library', () => {
  test.each(names)('%s is one complete file', (name) => {
    const { properties, warnings } = loadProperties(`${name}.mop`, libraryTexts.get(name)!.slice(1));
    expect(warnings).toEqual([]);
    expect(properties.map((property) => property.name)).toEqual([name]);
    const { documentation } = properties[0]!;
    for (const key of ['summary', 'precision', 'consequence', 'wrong', 'right'] as const)
      expect(documentation[key], key).toMatch(/\S/);
    expect(documentation.url).toMatch(
      /^https:\/\/docs\.oracle\.com\/en\/java\/javase\/25\/docs\/api\/java\./,
    );
    expect(documentation.groups.length).toBeGreaterThan(0);
  });

  test.each(names)('%s has a sound automaton with something to report', (name) => {
    const { monitor, handlers, events, javaCode } = libraryProperty(name);
    expect(checkDfa(monitor)).toEqual([]);
    expect(monitor.alphabet).toEqual([...new Set(events.map((event) => event.name))]);
    for (const { category, message, reports } of handlers) {
      expect(message).toMatch(/\S/);
      if (!reports) continue;
      const live = coreachable(monitor, statesOf(monitor, category));
      expect(live[monitor.initial], `${category} can be reached`).toBe(1);
    }
    expect(handlers.some(({ reports }) => reports) || javaCode !== undefined).toBe(true);
  });
});
