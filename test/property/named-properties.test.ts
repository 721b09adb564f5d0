import { expect, test } from 'vitest';
import { minimize } from '../../src/automata/minimize.ts';
import { libraryProperty } from '../../src/property/library/index.ts';
import { namedProperties } from './named-properties.ts';

/** The library's files against the same four properties written in code, from the text of the interface. */
test.each(namedProperties.map((property) => [property.name, property] as const))(
  '%s has the events and the automaton of the interface',
  (name, expected) => {
    const loaded = libraryProperty(name);
    expect(loaded.parameters).toEqual(expected.parameters);
    expect(loaded.events).toEqual(expected.events);
    const [left, right] = [minimize(loaded.monitor), minimize(expected.monitor)];
    expect(left.alphabet).toEqual(right.alphabet);
    expect([...left.next]).toEqual([...right.next]);
    expect(left.categories).toEqual(right.categories);
    expect(loaded.handlers).toEqual(expected.handlers);
    expect(loaded.javaCode).toBeUndefined();
  },
);
