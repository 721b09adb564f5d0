import { AccessFlag } from '../../src/classfile/access-flags.ts';
import type { ClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { parseMethodDescriptor } from '../../src/classfile/descriptors.ts';
import type { Point, PointId, PointValue } from '../../src/events/point.ts';
import type { Property } from '../../src/property/model.ts';
import { placeAt, silentProperty } from './every-event.ts';

/** A test-only property with an event before, one after the return and one after the throwing of every body. */
export const everyBody: Property = silentProperty('EveryBody', 'every body', [
  ['enter', 'before'],
  ['leave', 'after returning'],
  ['fail', 'after throwing'],
]);

/** All bodies of a class as points of `everyBody`, with `this`, all arguments, the result and the exception. */
export function everyBodyOf(file: ClassFile): Point[] {
  const points: Point[] = [];
  // HotSpot tells classes without a finalizer by the empty body of Object.finalize().
  if (file.name === 'java/lang/Object') return points;
  for (const method of file.methods) {
    const code = readCode(file, method);
    if (code === undefined) continue;
    const { parameters, returnType } = parseMethodDescriptor(method.descriptor);
    const values: PointValue[] = parameters.map((descriptor, index) => ({
      source: { kind: 'argument', index },
      descriptor,
    }));
    if ((method.accessFlags & AccessFlag.static) === 0)
      values.unshift({ source: { kind: 'this' }, descriptor: `L${file.name};` });
    const result: PointValue = { source: { kind: 'result' }, descriptor: returnType };
    const thrown: PointValue = { source: { kind: 'thrown' }, descriptor: 'Ljava/lang/Throwable;' };
    const positions = [
      ['before', values],
      ['afterReturning', returnType === 'V' ? values : [...values, result]],
      ['afterThrowing', [...values, thrown]],
    ] as const;
    positions.forEach(([position, all], event) => {
      points.push({
        id: points.length as PointId,
        property: everyBody,
        event: everyBody.events[event]!,
        input: 'test',
        ...placeAt(file, method, code, 0),
        kind: 'body',
        position,
        values: all,
      });
    });
  }
  return points;
}
