import type { CallRequest } from '../../call-graph/request.ts';
import type { CallBack } from '../../facts/library-facts.ts';
import { outside } from '../heap/abstract-object.ts';
import { nothing, type Variable } from '../heap/flow-sink.ts';
import { copiesContent, isValueMethod, walkedTypes, wrappers, wrapping } from '../input/library-uses.ts';
import type { ConstraintContext } from './constraint-context.ts';
import type { CallVariables } from './parameter-passing.ts';

/**
 * What code of the class library does with operands, and gives: as its facts say, and anything where there
 * are none.
 */
export function libraryCalls({
  input,
  heap,
  shared,
  unanalysed,
}: ConstraintContext): (request: CallRequest, call: CallVariables) => void {
  const { hierarchy, facts } = input;
  const { variable, put, copy, each, give, objects } = heap;
  const { known, compared, walked } = shared;
  const { leak, exposeAll } = unanalysed;
  const copyArray = (operands: readonly Variable[]): void => {
    const content = variable();
    each(operands[0]!, (source) =>
      source === outside ? put(content, outside) : copy(objects[source]!.elements, content),
    );
    each(operands[2]!, (target) =>
      target === outside ? leak(content) : copy(content, objects[target]!.elements),
    );
  };
  return (request, { operands, result }) => {
    const { owner, name, dispatch } = request;
    if (owner === 'java/lang/System' && name === 'arraycopy') {
      copyArray(operands);
      return;
    }
    const claims = facts.ofCall(request);
    const wrapper = owner === 'java/util/Collections' && wrappers.test(name);
    const copiesOnly =
      copiesContent.test(name) &&
      !(dispatch === 'virtual' && wrapping.has(owner)) &&
      hierarchy.resolveMethod(owner, name, request.descriptor)?.owner.startsWith('java/util/') === true;
    const isValueCall = ({ method }: CallBack): boolean => method !== undefined && isValueMethod.test(method);
    const comparesOnly = claims?.callsBack?.every(isValueCall) === true;
    const walksOnly =
      claims?.callsBack?.every((one) => isValueCall(one) || walkedTypes.has(one.type)) === true;
    const hasReceiver = dispatch !== 'static';
    operands.forEach((operand, position) => {
      if (operand === nothing) return;
      const isReceiver = hasReceiver && position === 0;
      const fact = isReceiver ? 'receiver' : hasReceiver ? position - 1 : position;
      // Call-backs may be given the arguments; the helpers of Collections show elements, never the collection.
      const isShown = !isReceiver && owner !== 'java/util/Collections';
      if (wrapper)
        each(operand, (object) => {
          if (object !== outside && objects[object]!.container !== undefined)
            put(result, give(object, 'part'));
          else {
            put(known, object);
            put(result, outside);
          }
        });
      else if (copiesOnly && !isReceiver) exposeAll(operand);
      // The text of what is followed is never the object itself.
      else if (owner === 'java/lang/String' && name === 'valueOf') copy(operand, compared);
      else if (claims === undefined || claims.isRetained(fact)) leak(operand);
      else if (isShown && comparesOnly) copy(operand, compared);
      else if (isShown && walksOnly) copy(operand, walked);
      else if (isShown) leak(operand);
      else {
        exposeAll(operand);
        // The key of a binary search.
        if (!isReceiver && position > 0) copy(operand, compared);
      }
    });
    if (wrapper) return;
    put(result, outside);
    if (claims?.returns !== undefined && claims.returns !== 'fresh') {
      const { operand } = claims.returns;
      copy(operands[operand === 'receiver' ? 0 : operand + (hasReceiver ? 1 : 0)] ?? nothing, result);
    }
  };
}
