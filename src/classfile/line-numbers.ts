import type { Attribute } from './attribute.ts';
import type { ClassBytes } from './class-bytes.ts';

/**
 * All LineNumberTable attributes of a method (JVMS 4.7.12), asked as HotSpot asks for a stack trace: the
 * first entry that starts exactly at the pc, else the last of those that start nearest before it.
 */
export class LineNumbers {
  /** Distinct start_pc in ascending order, with the line at it and the line of what follows it. */
  private readonly starts: Uint16Array;
  private readonly exact: Uint16Array;
  private readonly following: Uint16Array;

  /** Linear but for the sorting of tables that are not in order. Throws RRV_CLASS_MALFORMED. */
  constructor(source: ClassBytes, attributes: readonly Attribute[]) {
    const entries: { pc: number; line: number }[] = [];
    for (const attribute of attributes) {
      if (attribute.name !== 'LineNumberTable') continue;
      const count = source.u2(attribute.offset);
      if (attribute.length !== 2 + 4 * count)
        source.fail(`LineNumberTable has not the length of ${count} entries`, attribute.offset);
      for (let at = attribute.offset + 2; at < attribute.offset + attribute.length; at += 4)
        entries.push({ pc: source.u2(at), line: source.u2(at + 2) });
    }
    entries.sort((a, b) => a.pc - b.pc); // stable: the order of equal pcs stays
    const starts = new Uint16Array(entries.length);
    const exact = new Uint16Array(entries.length);
    const following = new Uint16Array(entries.length);
    let size = 0;
    for (const { pc, line } of entries) {
      if (size === 0 || starts[size - 1] !== pc) {
        starts[size] = pc;
        exact[size] = line;
        size++;
      }
      following[size - 1] = line;
    }
    this.starts = starts.subarray(0, size);
    this.exact = exact;
    this.following = following;
  }

  /** Logarithmic. Undefined without a table, and before its first entry. */
  lineOfPc(pc: number): number | undefined {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! <= pc) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    return this.starts[low - 1] === pc ? this.exact[low - 1] : this.following[low - 1];
  }
}
