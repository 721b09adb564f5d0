import type { Property } from '../../../src/property/model.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { compile, javaProgram } from '../sound/java-program.ts';

/** How many points are left in methods of a program (`Name.java` to text), by their names; of those that have any. */
export function pointsLeft(
  sources: Readonly<Record<string, string>>,
  properties: readonly Property[],
  methods: readonly string[],
): Readonly<Record<string, number>> {
  const { program, points } = javaProgram(compile(sources), properties);
  const left: Record<string, number> = {};
  for (const property of properties) {
    const own = points.filter((point) => point.property === property && methods.includes(point.method));
    const decisions = sound(program, property, own, {
      threads: 'confined',
      facts: [],
      world: { kind: 'open' },
    });
    for (const { id, method } of own) left[method] = (left[method] ?? 0) + (decisions.get(id)!.kept ? 1 : 0);
  }
  return left;
}
