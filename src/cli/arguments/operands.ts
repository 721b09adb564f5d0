import { RrvError, usage } from '../../diagnostics.ts';

/**
 * Arguments after `--` are operands, whatever they begin with; yargs takes none of them for an input. A lone
 * `-`, which yargs drops, is an error: it would say that a program comes from stdin or goes to stdout. What
 * the script of `rrv completion` asks about is left alone, as it is unfinished.
 *
 * @throws RrvError(usage)
 */
export function withPlainOperands(args: readonly string[]): string[] {
  if (args.includes('--get-yargs-completions')) return [...args];
  if (args.includes('-'))
    throw new RrvError(
      usage('"-": rrv reads and writes files, not stdin and stdout; a file of that name is ./-'),
    );
  const end = args.indexOf('--');
  if (end < 0) return [...args];
  const operands = args.slice(end + 1);
  return [
    ...args.slice(0, end),
    ...operands.map((operand) => (operand.startsWith('-') ? `./${operand}` : operand)),
  ];
}
