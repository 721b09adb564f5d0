import { expect, test } from 'vitest';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperties } from '../../src/property/library/index.ts';
import { pointcutText } from '../../src/property/pointcut-text.ts';
import { withPointcut } from './load-support.ts';

test.each([
  'call(public !static @Deprecated * (List || !Map+).of(!String, .., int[]) throws Exception)',
  '!(call(* a()) || get(int java.awt.Point.x)) && (set(Object[] *) || execution(Type.new(..)))',
  'this(*) && args(int, .., String[]) && within(java.util..*) && !withincode(* *.main(..))',
  'threadName("main \\"x\\"") && cflow(call(* b())) && !cflowbelow(staticinitialization(Map.Entry+))',
  'endProgram() || startThread()',
])('%s reads back as the same pointcut', (text) => {
  const imports = 'import java.util.*; import java.awt.Type; import java.lang.Exception;';
  const first = withPointcut(text, 'before()', imports).events[0]!.pointcut;
  const again = withPointcut(pointcutText(first), 'before()', imports).events[0]!.pointcut;
  expect(again).toEqual(first);
});

test('every pointcut of the library reads back as the same pointcut', () => {
  for (const property of libraryProperties())
    for (const event of property.events) {
      // `returning` is no pointcut of the language; the advice has it.
      if (event.pointcut.kind === 'and' && event.pointcut.operands.some(({ kind }) => kind === 'returning'))
        continue;
      const declared = event.arguments
        .map(({ name, type }) => `${type.replaceAll('$', '.')} ${name}`)
        .join(', ');
      const text = `P() { event e before(${declared}) : ${pointcutText(event.pointcut)} { } ere : e @match { } }`;
      const known = new Set<string>();
      JSON.stringify(property, (key, value: unknown) => {
        if ((key === 'name' || key === 'type') && typeof value === 'string')
          known.add(value.replace(/(\[\])+$/, ''));
        return value;
      });
      const { properties } = loadProperties(`${property.name}.mop`, text, {
        lookup: (name) => known.has(name),
      });
      expect(properties[0]!.events[0]!.pointcut).toEqual(event.pointcut);
    }
});
