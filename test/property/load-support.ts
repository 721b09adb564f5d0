import { type Diagnostic, RrvError } from '../../src/diagnostics.ts';
import { type LoadedProperties, loadProperties } from '../../src/property/language/load.ts';
import type { Property } from '../../src/property/model.ts';

/** Types that the tests import on demand, as a class hierarchy would answer. */
const known = new Set([
  'java.io.Closeable',
  'java.io.File',
  'java.io.InputStream',
  'java.io.IOException',
  'java.lang.Deprecated',
  'java.lang.Iterable',
  'java.lang.Object',
  'java.lang.Runnable',
  'java.lang.String',
  'java.lang.StringBuilder',
  'java.lang.Thread',
  'java.lang.Throwable',
  'java.util.ArrayList',
  'java.util.Collection',
  'java.util.Collections',
  'java.util.Iterator',
  'java.util.List',
  'java.util.Map',
  'java.util.Map$Entry',
  'java.util.ResourceBundle',
  'java.util.ResourceBundle$Control',
]);

export function load(text: string): LoadedProperties {
  return loadProperties('test.mop', text, { lookup: (name) => known.has(name) });
}

/** One property over types of java.lang and java.util, some of which a name there is not that of a class. */
export function loadOverJavaUtil(text: string): Property {
  const lookup = (name: string): boolean => /^java\.(?:lang|util(?!\.(?:Thread|Object)$))\.\w+$/.test(name);
  return loadProperties('random.mop', `import java.util.*;\n${text}`, { lookup }).properties[0]!;
}

export function loadOne(text: string): Property {
  const { properties, warnings } = load(text);
  if (properties.length !== 1 || warnings.length > 0)
    throw new Error(`${properties.length} properties, ${warnings.map(({ message }) => message).join()}`);
  return properties[0]!;
}

/** A property with one event of this pointcut, which declares `advice`. */
export function withPointcut(
  pointcut: string,
  advice = 'before()',
  imports = 'import java.util.*;',
): Property {
  return loadOne(`${imports}\nP() { event e ${advice} : ${pointcut} { } ere : e @match { } }`);
}

export function errorOf(text: string): Diagnostic {
  try {
    load(text);
  } catch (error) {
    if (error instanceof RrvError) return error.diagnostic;
    throw error;
  }
  throw new Error('loaded without an error');
}

/** The verdicts after each event of a word, by the property's monitor: categories, `-` for none. */
export function verdicts({ monitor }: Property, word: string): string[] {
  let state: number = monitor.initial;
  return word
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => {
      const letter = monitor.alphabet.indexOf(name);
      if (letter < 0) throw new Error(`no event ${name}`);
      state = monitor.next[state * monitor.alphabet.length + letter]!;
      return monitor.categories[state]!.join('+') || '-';
    });
}
