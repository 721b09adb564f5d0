import { closestNames } from '../../property/did-you-mean.ts';
import { commandName } from '../command.ts';
import { checkProperty, listProperties, showProperty } from '../commands/properties.ts';
import { tryProperty } from '../commands/try-property.ts';

const propertyCommands = [listProperties, showProperty, checkProperty, tryProperty].map(commandName);

/** What is known of the command line when something is wrong in it. */
export interface UsageContext {
  /** How the command is called: `rrv properties show <name>`. */
  readonly call: string;
  /** Options that the command takes; before there is one, those that stand without a command. */
  readonly optionNames: readonly string[];
  readonly commandNames: readonly string[];
}

/** What yargs says of arguments, in our words where its own do not tell what to do. */
export function usageMessage(
  message: string,
  args: readonly string[],
  { call, optionNames, commandNames }: UsageContext,
): string {
  // It names none of the two words, or the nearest of its commands however far that is.
  if (call === 'rrv') {
    const operand = args.find((argument) => !argument.startsWith('-'));
    if (operand !== undefined && !commandNames.includes(operand))
      return `unknown command ${operand}${suggestion(operand, commandNames, '') || suggestion(operand, optionNames, '--') || ': see rrv --help'}`;
    const option = unknownOption(args, optionNames);
    if (operand === undefined && option !== undefined)
      return `Unknown argument: ${option}${suggestion(option, optionNames, '--') || ': see rrv --help'}`;
  }
  const valueless = /^Not enough arguments following: (.+)$/.exec(message)?.[1];
  if (valueless !== undefined) return `${valueless.length === 1 ? '-' : '--'}${valueless} needs a value`;
  const [, name, given, choices] = /^\s*Argument: (\S+), Given: "(.*)", Choices: (.*)$/m.exec(message) ?? [];
  if (name !== undefined && given === '') return `--${name} is empty`;
  if (name !== undefined) return `--${name} ${given}: it is one of ${choices!.replaceAll('"', '')}`;
  const isShort = message.startsWith('Not enough non-option arguments');
  // What is required may stand there, misspelt, or behind what is, as if that took a value.
  const misspelt =
    isShort || message.startsWith('Missing required argument') ? unknownOption(args, optionNames) : undefined;
  const unknown = misspelt ?? /^Unknown arguments?: (.+)$/m.exec(message)?.[1]?.split(', ')[0];
  if (unknown === undefined && isShort) return `too few arguments: ${call}`;
  if (unknown === undefined && message === 'Missing required argument: prop')
    return `${call}: name the properties with --prop (rrv properties lists them)`;
  if (unknown === undefined) return message.replaceAll('\n', ' ');
  const together = lettersTogether(unknown, args);
  if (together !== undefined) return `Unknown argument: ${together}${lettersMeant(together, optionNames)}`;
  const isOperand = args.includes(unknown);
  const candidates = isOperand && args[0] === 'properties' ? propertyCommands : isOperand ? [] : optionNames;
  // yargs names an option with hyphens twice, as foo-bar and fooBar: the first is what was written.
  return `Unknown argument: ${unknown}${suggestion(unknown, candidates, isOperand ? '' : '--')}`;
}

/**
 * ` (did you mean --prop?)`, or nothing: a name that is nearly that, or begins so, or that it begins with.
 * `mark`: what stands before each of the names.
 */
function suggestion(given: string, names: readonly string[], mark: '' | '--'): string {
  const word = given.replace(/^-+/, '');
  // Each letter is near to each other one.
  const words = word.length === 1 ? [] : names.filter((name) => name.length > 1);
  const near =
    closestNames(word, words)[0] ?? words.find((name) => name.startsWith(word) || word.startsWith(name));
  return near === undefined ? '' : ` (did you mean ${mark}${near}?)`;
}

/** What yargs takes for several options of one letter, this one among them: `-cp`, `-pSafeIterator`. */
function lettersTogether(letter: string, args: readonly string[]): string | undefined {
  return letter.length === 1
    ? args.find((argument) => /^-[^-]./.test(argument) && argument.includes(letter))
    : undefined;
}

function lettersMeant(together: string, optionNames: readonly string[]): string {
  if (optionNames.includes(together.slice(1))) return ` (did you mean -${together}?)`;
  const first = together[1]!;
  return optionNames.includes(first) ? ` (did you mean -${first} ${together.slice(2)}?)` : '';
}

/** The first argument that looks like an option, and is none. */
function unknownOption(args: readonly string[], known: readonly string[]): string | undefined {
  return args
    .flatMap((argument) => /^--(?:no-)?([\w-]+)/.exec(argument)?.[1] ?? [])
    .find((name) => !known.includes(name));
}
