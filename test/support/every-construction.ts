import type { ClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { parseMethodDescriptor } from '../../src/classfile/descriptors.ts';
import { callJoinPoint } from '../../src/events/join-point.ts';
import type { Point, PointId, PointValue } from '../../src/events/point.ts';
import type { Property } from '../../src/property/model.ts';
import { placeAt, silentProperty } from './every-event.ts';

/** A test-only property with an event at the return and one at the throwing of every call of a constructor. */
export const everyConstruction: Property = silentProperty('EveryConstruction', 'every construction', [
  ['made', 'after returning'],
  ['failed', 'after throwing'],
]);

/** All constructor calls of a class as points of `everyConstruction`, with all arguments, the object and the exception. */
export function everyConstructionOf(file: ClassFile): Point[] {
  const points: Point[] = [];
  for (const method of file.methods) {
    const code = readCode(file, method);
    if (code === undefined) continue;
    code.instructions.forEach((instruction, position) => {
      const call = callJoinPoint(instruction, file.name);
      if (call?.invocation !== 'constructor' || call.via !== 'instruction') return;
      // `this(..)` and `super(..)` are no calls; by their names alone they cannot be told from others.
      if (method.name === '<init>' && (call.owner === file.name || call.owner === file.superName)) return;
      const values = parseMethodDescriptor(call.descriptor).parameters.map(
        (descriptor, index): PointValue => ({ source: { kind: 'argument', index }, descriptor }),
      );
      const ends = [
        ['afterReturning', { source: { kind: 'result' }, descriptor: `L${call.owner};` }],
        ['afterThrowing', { source: { kind: 'thrown' }, descriptor: 'Ljava/lang/Throwable;' }],
      ] as const;
      ends.forEach(([end, value], event) => {
        points.push({
          id: points.length as PointId,
          property: everyConstruction,
          event: everyConstruction.events[event]!,
          input: 'test',
          ...placeAt(file, method, code, position),
          kind: 'call',
          position: end,
          values: [...values, value],
        });
      });
    });
  }
  return points;
}
