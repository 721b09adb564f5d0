import yargs from 'yargs';
import { RrvError, usage } from '../../diagnostics.ts';
import { analysisNames } from '../../instrument/analysis-names.ts';
import type { Terminal } from '../terminal.ts';

const shells = ['bash', 'zsh', 'fish'];

/**
 * `rrv completion [shell]`: prints the script for it, by default for the user's own shell. yargs knows that
 * by the environment alone.
 */
export function completionScript(args: readonly string[], terminal: Terminal): void {
  const [shell] = args;
  if (args.includes('--help') || args.includes('-h')) {
    terminal.data(
      `rrv completion [${shells.join('|')}]\n\nPrint a script that completes rrv commands in that shell [$SHELL]`,
    );
    return;
  }
  if (args.length > 1 || (shell !== undefined && !shells.includes(shell)))
    throw new RrvError(usage(`rrv completion ${args.join(' ')}: it is one of ${shells.join(', ')}`));
  if (shell !== undefined) {
    process.env.SHELL = `/bin/${shell}`;
    delete process.env.ZSH_NAME;
  }
  yargs().scriptName('rrv').showCompletionScript();
}

/**
 * What may stand at the end of a command line, where an option of ours knows that better than yargs. `words`:
 * those of the line, the last being unfinished. Undefined: yargs knows.
 */
export async function completedValues(words: readonly string[]): Promise<readonly string[] | undefined> {
  const current = words.at(-1) ?? '';
  switch (words.at(-2)) {
    case '--analysis':
      return analysisNames.filter((name) => name.startsWith(current));
    case '-p':
    case '--prop': {
      const { selectable } = await import('../../property/select.ts');
      // Elements are separated by commas: the last one is unfinished.
      const before = current.slice(0, current.lastIndexOf(',') + 1);
      return selectable()
        .map((name) => `${before}${name}`)
        .filter((text) => text.startsWith(current));
    }
    default:
      return undefined;
  }
}
