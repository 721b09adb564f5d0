import { readClassFile } from './class-file.ts';
import { ConstantTag } from './constant-pool.ts';

/**
 * A class that was compiled in one package as one of another package: every text of its constant pool (names,
 * descriptors, signatures; JVMS 4.4.7) that holds `from` holds `to` instead. Internal names of ASCII letters
 * of the same length, so that nothing moves. The class must not hold `from` in any other sense. O(size of the
 * pool).
 *
 * @throws RrvError for a malformed class.
 */
export function renamePackage(bytes: Uint8Array, from: string, to: string): Uint8Array {
  if (from.length !== to.length) throw new Error(`${from} and ${to} differ in length`);
  const { pool } = readClassFile(bytes);
  const [old, renamed] = [from, to].map((name) => Uint8Array.from(name, (letter) => letter.charCodeAt(0)));
  const result = new Uint8Array(bytes);
  for (let index = 1; index < pool.count; index++) {
    if (pool.tag(index) !== ConstantTag.Utf8) continue;
    const end = pool.entryEnd(index);
    for (let at = pool.offsetOf(index) + 3; at + from.length <= end; at++)
      if (old!.every((byte, position) => bytes[at + position] === byte)) result.set(renamed!, at);
  }
  return result;
}
