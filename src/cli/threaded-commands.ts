import type { Command } from './command.ts';

/** Commands that may need much memory and time, or wait for a compiler: each has a thread of its own (command-thread.ts). */
export type ThreadedCommand = 'instrument' | 'analyze' | 'explain' | 'check';

/** Loads a command in its thread. */
export async function threadedCommand(name: ThreadedCommand): Promise<Pick<Command<never>, 'run'>> {
  switch (name) {
    case 'instrument':
      return (await import('./commands/instrument.ts')).instrumentCommand;
    case 'analyze':
      return (await import('./commands/analyze.ts')).analyzeCommand;
    case 'explain':
      return (await import('./commands/explain.ts')).explainCommand;
    case 'check':
      return (await import('./commands/properties.ts')).checkProperty;
  }
}
