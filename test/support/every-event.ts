import type { EventId, StateId } from '../../src/automata/dfa.ts';
import type { ClassFile } from '../../src/classfile/class-file.ts';
import type { Code } from '../../src/classfile/code.ts';
import type { InstructionIndex } from '../../src/classfile/instruction.ts';
import type { Point } from '../../src/events/point.ts';
import type { EventDefinition, Property } from '../../src/property/model.ts';

type EventOf = readonly [name: string, advice: EventDefinition['advice']];

/** A property without parameters that watches calls of everything and reports nothing: for points that tests make. */
export function silentProperty(name: string, summary: string, events: readonly EventOf[]): Property {
  return {
    name,
    documentation: { summary, severity: 'suggestion', groups: [] },
    parameters: [],
    events: events.map(([event, advice], letter) => anyEvent(event, letter, advice)),
    monitor: {
      alphabet: events.map(([event]) => event),
      stateCount: 1,
      stateNames: ['start'],
      initial: 0 as StateId,
      next: new Int32Array(events.length),
      categories: [[]],
    },
    handlers: [],
  };
}

function anyEvent(name: string, letter: number, advice: EventDefinition['advice']): EventDefinition {
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

/** What a point at an instruction says of its place, and that it happens always. */
export function placeAt(
  file: ClassFile,
  method: ClassFile['methods'][number],
  code: Code,
  instruction: number,
): Pick<
  Point,
  | 'entry'
  | 'className'
  | 'sourceFile'
  | 'method'
  | 'descriptor'
  | 'methodIndex'
  | 'instruction'
  | 'pc'
  | 'line'
  | 'test'
> {
  const at = instruction as InstructionIndex;
  return {
    entry: `${file.name}.class`,
    className: file.name,
    sourceFile: file.sourceFile,
    method: method.name,
    descriptor: method.descriptor,
    methodIndex: method.index,
    instruction: at,
    pc: code.pcOf(at),
    line: code.lineOf(at),
    test: { kind: 'always' },
  };
}
