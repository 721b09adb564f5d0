import { concatenate } from '../../src/archive/concatenate.ts';
import { newEntry, writeZip } from '../../src/archive/zip-writer.ts';

/** A jar of these entries, in this order. */
export function jarOf(entries: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return concatenate([...writeZip(Object.entries(entries).map(([name, data]) => newEntry(name, data)))]);
}
