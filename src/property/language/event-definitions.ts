import type { EventId } from '../../automata/dfa.ts';
import { propertyLimit } from '../../diagnostics.ts';
import type { EventDefinition, Parameter } from '../model.ts';
import { isPrimitive } from '../primitive-type.ts';
import type { LoadedEvent } from './load-event.ts';
import { failAt } from './source-text.ts';
import type { EventSyntax } from './syntax.ts';
import { invalidAt, type TokenCursor } from './token-cursor.ts';

/**
 * The events of a property with the letters of its alphabet and the parameters that they bind; with
 * `perThread` each binds its thread, too. Throws RrvError(propertyInvalid or propertyLimit).
 */
export function eventDefinitions(
  cursor: TokenCursor,
  loaded: readonly LoadedEvent[],
  parameters: readonly Parameter[],
  perThread: Parameter | undefined,
): readonly EventDefinition[] {
  const { limits } = cursor;
  const letters = new Map<
    string,
    { readonly letter: EventId; readonly binds: string; readonly syntax: EventSyntax }
  >();
  return loaded.map(({ definition, syntax }) => {
    const threaded = perThread === undefined ? definition : bindThread(definition, perThread);
    const binds = parameters.flatMap(({ name }, index) =>
      threaded.arguments.some((argument) => argument.name === name) ? [index] : [],
    );
    for (const index of binds) {
      const argument = threaded.arguments.find(({ name }) => name === parameters[index]!.name)!;
      if (isPrimitive(argument.type))
        invalidAt(
          cursor,
          syntax.name,
          `event ${syntax.name.text} binds ${argument.name} to a primitive value`,
          `Declare it as ${parameters[index]!.type}.`,
        );
    }
    const known = letters.get(definition.name);
    if (known !== undefined && known.binds !== binds.join())
      invalidAt(
        cursor,
        syntax.name,
        `event ${definition.name} binds other parameters here than in its first declaration`,
        'Give it another name: one event binds the same parameters each time.',
      );
    const letter = known?.letter ?? (letters.size as EventId);
    if (known === undefined) letters.set(definition.name, { letter, binds: binds.join(), syntax });
    if (letters.size > limits.events)
      failAt(cursor.source, syntax.name.start, (where) =>
        propertyLimit('events', letters.size, limits.events, where),
      );
    const { name, ...rest } = threaded;
    return { name, letter, ...rest, binds };
  });
}

function bindThread(definition: LoadedEvent['definition'], thread: Parameter): LoadedEvent['definition'] {
  return {
    ...definition,
    arguments: [...definition.arguments, thread],
    pointcut: {
      kind: 'and',
      operands: [
        definition.pointcut,
        { kind: 'thread', operand: { kind: 'bind', name: thread.name, type: thread.type } },
      ],
    },
  };
}
