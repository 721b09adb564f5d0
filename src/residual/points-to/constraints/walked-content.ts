import { outside } from '../heap/abstract-object.ts';
import type { Variable } from '../heap/flow-sink.ts';
import type { ConstraintContext } from './constraint-context.ts';

/**
 * What the class library prints, compares or writes it goes through with all that is in it, and asks for its
 * content.
 */
export function addWalkedContent({ heap, shared, unanalysed }: ConstraintContext): void {
  const { copy, each, classOf, isOverriding, objects } = heap;
  const goThrough = (all: Variable): void =>
    each(all, (object) => {
      if (object === outside) return;
      if (classOf(object) !== undefined || isOverriding(object)) unanalysed.expose(object);
      copy(objects[object]!.elements, all);
      copy(objects[object]!.keys, all);
    });
  goThrough(shared.walked);
  copy(shared.walked, shared.compared);
  goThrough(shared.serialized);
}
