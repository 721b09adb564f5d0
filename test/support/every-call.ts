import type { ClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { parseMethodDescriptor } from '../../src/classfile/descriptors.ts';
import { callJoinPoint } from '../../src/events/join-point.ts';
import type { Point, PointId, PointValue } from '../../src/events/point.ts';
import type { Property } from '../../src/property/model.ts';
import { placeAt, silentProperty } from './every-event.ts';

/**
 * A test-only property with an event before and one after the normal return of every call of a class, method
 * references included, that hand over everything there is: receiver, all arguments, result.
 */
export const everyCall: Property = silentProperty('EveryCall', 'every call', [
  ['enter', 'before'],
  ['leave', 'after returning'],
]);

/** All calls of a class as points of `everyCall`. */
export function everyCallOf(file: ClassFile): Point[] {
  const points: Point[] = [];
  for (const method of file.methods) {
    const code = readCode(file, method);
    if (code === undefined) continue;
    code.instructions.forEach((instruction, position) => {
      const call = callJoinPoint(instruction, file.name);
      if (call === undefined) return;
      const { parameters: types, returnType } = parseMethodDescriptor(call.descriptor);
      const values: PointValue[] = types.map((descriptor, index) => ({
        source: { kind: 'argument', index },
        descriptor,
      }));
      if (call.invocation === 'instance')
        values.unshift({ source: { kind: 'receiver' }, descriptor: `L${call.owner};` });
      const isConstructor = call.invocation === 'constructor';
      const result: PointValue = {
        source: { kind: 'result' },
        descriptor: isConstructor ? `L${call.owner};` : returnType,
      };
      const common = {
        property: everyCall,
        input: 'test',
        ...placeAt(file, method, code, position),
        kind: call.via === 'methodReference' ? 'methodReference' : 'call',
      } as const;
      points.push({
        ...common,
        id: points.length as PointId,
        event: everyCall.events[0]!,
        position: 'before',
        values,
      });
      const after = returnType === 'V' && !isConstructor ? values : [...values, result];
      points.push({
        ...common,
        id: points.length as PointId,
        event: everyCall.events[1]!,
        position: 'afterReturning',
        values: after,
      });
    });
  }
  return points;
}
