import { closestNames } from '../property/did-you-mean.ts';
import { checkProperty, listProperties, showProperty } from './commands/properties.ts';

const propertyCommands = [listProperties, showProperty, checkProperty].map(
  ({ syntax }) => [syntax].flat()[0]!.split(' ')[0]!,
);

/**
 * What yargs says of arguments, in our words where its own do not tell what to do. `call`: how the command is
 * called; `optionNames`: what it takes.
 */
export function usageMessage(
  message: string,
  args: readonly string[],
  { call, optionNames }: { readonly call: string; readonly optionNames: readonly string[] },
): string {
  if (message.startsWith('Did you mean')) return `unknown command: ${message.replace('Did', 'did')}`;
  if (message.startsWith('Not enough non-option arguments')) return `too few arguments: ${call}`;
  const valueless = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (valueless !== undefined) return `${valueless.length === 1 ? '-' : '--'}${valueless} needs a value`;
  const [, name, given, choices] = /^\s*Argument: (\S+), Given: "(.*)", Choices: (.*)$/m.exec(message) ?? [];
  if (name !== undefined) return `--${name} ${given}: it is one of ${choices!.replaceAll('"', '')}`;
  // What is required may stand there, misspelt.
  const misspelt = message.startsWith('Missing required argument')
    ? unknownOption(args, optionNames)
    : undefined;
  const unknown = misspelt ?? /^Unknown arguments?: (.+)$/m.exec(message)?.[1]?.split(', ')[0];
  if (unknown === undefined) return message.replaceAll('\n', ' ');
  const isOperand = args.includes(unknown);
  const candidates = isOperand && args[0] === 'properties' ? propertyCommands : isOperand ? [] : optionNames;
  const near = closestNames(unknown.replace(/^-+/, ''), candidates)[0];
  const suggestion = near === undefined ? '' : ` (did you mean ${isOperand ? '' : '--'}${near}?)`;
  // yargs names an option with hyphens twice, as foo-bar and fooBar: the first is what was written.
  return `Unknown argument: ${unknown}${suggestion}`;
}

/** The first argument that looks like an option, and is none. */
function unknownOption(args: readonly string[], known: readonly string[]): string | undefined {
  return args
    .flatMap((argument) => /^--(?:no-)?([\w-]+)/.exec(argument)?.[1] ?? [])
    .find((name) => !known.includes(name));
}
