import { randomBytes } from 'node:crypto';

/** A new name for what is on its way to its place, or out of it, by this process. */
export function temporaryName(): string {
  return `.rrv-${process.pid}-${randomBytes(6).toString('hex')}`;
}

/** Whether a name is one of these, of whatever process. */
export function isTemporaryName(name: string): boolean {
  return /^\.rrv-\d+-[0-9a-f]{12}$/.test(name);
}
