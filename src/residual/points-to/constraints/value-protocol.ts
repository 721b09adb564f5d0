import { outside } from '../heap/abstract-object.ts';
import { nothing } from '../heap/flow-sink.ts';
import { mayBe } from '../heap/type-filters.ts';
import { valueRequests, valueTypes } from '../input/library-uses.ts';
import { mayBeOneOf } from '../input/tracked-types.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { PassToMethod } from './parameter-passing.ts';

/**
 * What is compared or printed (equals, hashCode, toString, compareTo, compare) runs methods of the program,
 * which see each other's objects.
 */
export function addValueProtocol(
  { input, heap, shared, unanalysed }: ConstraintContext,
  pass: PassToMethod,
): void {
  const { hierarchy, weakenings, application } = input;
  const { put, copy, each, classOf, isOverriding, runsObjectAlone, objects } = heap;
  const { compared, askedFor } = shared;
  const { expose, show } = unanalysed;
  each(compared, (object) => {
    if (object === outside || weakenings.has('forgetComparing')) return;
    const { elements, keys, container } = objects[object]!;
    copy(elements, compared);
    copy(keys, compared);
    copy(keys, askedFor);
    // A set of the program is asked whether it contains all of the set that it is compared with.
    if (mayBe(objects[object]!, 'java/util/Set', hierarchy)) {
      put(askedFor, object);
      copy(elements, askedFor);
    }
    const className = classOf(object);
    if (className === undefined) {
      if (isOverriding(object)) expose(object);
      return;
    }
    show(className);
    for (const request of valueRequests) {
      const targets = application.targetsOn(className, request);
      for (const method of targets.methods)
        pass({ operands: [nothing, compared, compared], result: nothing }, method, object);
      // Inherited from an abstract collection: asks for the content.
      if (targets.library && container === undefined && !runsObjectAlone(object, request)) expose(object);
    }
    // What it is compared with asks it for the content.
    if (container === undefined && mayBeOneOf(hierarchy, className, valueTypes)) expose(object);
  });
}
