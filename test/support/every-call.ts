import type { EventId, StateId } from '../../src/automata/dfa.ts';
import type { ClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { parseMethodDescriptor } from '../../src/classfile/descriptors.ts';
import type { InstructionIndex } from '../../src/classfile/instruction.ts';
import { callJoinPoint } from '../../src/events/join-point.ts';
import type { Point, PointId, PointValue } from '../../src/events/point.ts';
import type { EventDefinition, Property } from '../../src/property/model.ts';

/**
 * A test-only property with an event before and one after the normal return of every call of a class, method
 * references included, that hand over everything there is: receiver, all arguments, result.
 */
const parameters: readonly [] = [];

export function anyEvent(name: string, letter: number, advice: EventDefinition['advice']): EventDefinition {
  const anyType = { kind: 'name', name: '*', subtypes: false, dimensions: 0 } as const;
  return {
    name,
    letter: letter as EventId,
    creation: false,
    advice,
    pointcut: {
      kind: 'call',
      pattern: {
        modifiers: [],
        annotations: [],
        result: anyType,
        name: '*',
        parameters: [{ kind: 'rest' }],
        throws: [],
      },
    },
    arguments: [],
    binds: [],
  };
}

export const everyCall: Property = {
  name: 'EveryCall',
  documentation: { summary: 'every call', severity: 'suggestion', groups: [] },
  parameters,
  events: [anyEvent('enter', 0, 'before'), anyEvent('leave', 1, 'after returning')],
  monitor: {
    alphabet: ['enter', 'leave'],
    stateCount: 1,
    stateNames: ['start'],
    initial: 0 as StateId,
    next: new Int32Array([0, 0]),
    categories: [[]],
  },
  handlers: [],
};

/** All calls of a class as points of `everyCall`. */
export function everyCallOf(file: ClassFile): Point[] {
  const points: Point[] = [];
  for (const method of file.methods) {
    const code = readCode(file, method);
    code?.instructions.forEach((instruction, position) => {
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
        entry: `${file.name}.class`,
        className: file.name,
        sourceFile: file.sourceFile,
        method: method.name,
        descriptor: method.descriptor,
        methodIndex: method.index,
        instruction: position as InstructionIndex,
        pc: code.pcOf(position as InstructionIndex),
        line: code.lineOf(position as InstructionIndex),
        kind: call.via === 'methodReference' ? 'methodReference' : 'call',
        test: { kind: 'always' },
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
