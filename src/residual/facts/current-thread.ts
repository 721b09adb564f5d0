import type { CallBack } from './library-facts.ts';

/**
 * What code of the class library asks its own thread, which may be of a class of the program: one that was
 * interrupted while it waited for a lock interrupts itself in the end, one that writes to a channel looks
 * first whether it is interrupted. So facts need not name these: each list of call-backs has them.
 */
export const askedOfThread: readonly CallBack[] = [
  'getContextClassLoader',
  'getId',
  'getStackTrace',
  'getState',
  'getUncaughtExceptionHandler',
  'interrupt',
  'isInterrupted',
].map((method) => ({ type: 'java/lang/Thread', method }));
