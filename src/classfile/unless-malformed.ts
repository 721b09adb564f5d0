import { ifReadable } from '../diagnostics.ts';

/**
 * What `read` returns; undefined where it throws RRV_CLASS_MALFORMED or another complaint about the class.
 * For code that rrv need not rewrite: the JVM refuses such a class when it links it (JVMS 5.4), so that a
 * program which has it does not count on it.
 */
export function unlessMalformed<T>(read: () => T): T | undefined {
  return ifReadable(read);
}
