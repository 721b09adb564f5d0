// Starts in the thread of a command (command-thread.ts) and runs it.

import { failureOf } from './failure.ts';
import { commandLink } from './thread/command-link.ts';
import { threadedCommand } from './threaded-commands.ts';

const link = commandLink();
if (link === undefined) throw new Error('this is not the thread of a command');
const { data, terminal, send } = link;
try {
  const command = await threadedCommand(data.command);
  const exitCode = await command.run(data.options as never, { terminal, environment: data.environment });
  send({ kind: 'done', exitCode });
} catch (error) {
  send({ kind: 'failed', failure: failureOf(error) });
}
