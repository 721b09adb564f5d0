import type { Command } from './command.ts';
import type { ThreadedCommand } from './thread/command-messages.ts';

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
    case 'report':
      return (await import('./commands/report.ts')).reportCommand;
  }
}
