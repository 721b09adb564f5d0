import type { CallBack } from './library-facts.ts';

/**
 * Code of the class library that calls the program, or walks or prints a queue, may wait for a lock meanwhile, and a thread that was
 * interrupted while it waited interrupts itself then. So facts need not name it: each list of call-backs has it.
 */
export const interrupted: CallBack = { type: 'java/lang/Thread', method: 'interrupt' };
