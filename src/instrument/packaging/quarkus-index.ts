import { type ApplicationArchive, type ArchiveChange, isUnchanged } from '../../archive/application.ts';
import { concatenate } from '../../archive/concatenate.ts';
import { decodeModifiedUtf8, encodeModifiedUtf8 } from '../../classfile/modified-utf8.ts';
import { packagesOf } from './packages.ts';

/** What Quarkus's class loader reads in place of the jars (`fast-jar`). */
export const quarkusIndex = /^(?:.*\/)?quarkus\/quarkus-application\.dat$/;

/**
 * Quarkus's class loader finds a class in the jars of which this index says that they have its package. It
 * learns here of the packages that were added to each. The form is Quarkus's own and changes with its
 * version: an index that is not, to its last byte, of the form known here stays as it is. Linear in the
 * entries and the index.
 */
export function withQuarkusIndexes(
  changes: ReadonlyMap<ApplicationArchive, ArchiveChange>,
): ReadonlyMap<ApplicationArchive, ArchiveChange> {
  if ([...changes.values()].every(isUnchanged)) return changes;
  const indexes = [...changes.keys()].flatMap((archive) =>
    [...archive.entries()]
      .filter(({ name }) => quarkusIndex.test(name))
      .map(({ name, read }) => ({ archive, name, read })),
  );
  if (indexes.length === 0) return changes;
  const byLabel = new Map([...changes].map(([{ label }, change]) => [label, change]));
  const adapted = new Map(changes);
  for (const { archive, name, read } of indexes) {
    const root = `${archive.label}@${name.slice(0, -'quarkus/quarkus-application.dat'.length)}`;
    const bytes = indexWith(read(), (jar) => packagesOf(byLabel.get(root + jar)?.added.keys() ?? []));
    if (bytes === undefined) continue;
    const change = adapted.get(archive)!;
    adapted.set(archive, { ...change, changed: new Map([...change.changed, [name, bytes]]) });
  }
  return adapted;
}

const magic = 0xf0315432;
const version = 2;
/** Titles, versions and vendors of specification and implementation. */
const manifestValues = 6;

/** Undefined where the form is another one, or no count has room for more. */
function indexWith(bytes: Uint8Array, addedTo: (jar: string) => ReadonlySet<string>): Uint8Array | undefined {
  const reader = new IndexReader(bytes);
  const parts: Uint8Array[] = [];
  let copied = 0;
  try {
    if (reader.int() !== magic || reader.int() !== version) return undefined;
    reader.text(); // the main class
    for (let jars = reader.short(); jars > 0; jars--) {
      const jar = reader.text();
      if (reader.flag()) for (let value = 0; value < manifestValues; value++) reader.nullableText();
      const start = reader.position;
      const known = reader.texts();
      const added = [...addedTo(jar)].filter((name) => !known.has(name));
      if (added.length === 0) continue;
      const count = ((bytes[start]! << 8) | bytes[start + 1]!) + added.length;
      if (count > 0xffff) return undefined;
      parts.push(bytes.subarray(copied, start), short(count), ...added.flatMap(text));
      copied = start + 2;
    }
    reader.texts(); // packages that the parent is asked for
    reader.texts(); // resources that nobody has
    for (let resources = reader.short(); resources > 0; resources--) {
      reader.text();
      for (let jars = reader.short(); jars > 0; jars--) reader.short();
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  if (reader.position !== bytes.length) return undefined;
  return concatenate([...parts, bytes.subarray(copied)]);
}

/** As `java.io.DataInput` reads; a RangeError where the bytes end or are no text. */
class IndexReader {
  position = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  int(): number {
    this.position += 4;
    return this.view.getUint32(this.position - 4);
  }

  short(): number {
    this.position += 2;
    return this.view.getUint16(this.position - 2);
  }

  flag(): boolean {
    this.position++;
    return this.view.getUint8(this.position - 1) !== 0;
  }

  text(): string {
    const start = this.position + 2;
    const end = start + this.short();
    if (end > this.bytes.length) throw new RangeError('a text that does not end');
    const text = decodeModifiedUtf8(this.bytes, start, end);
    if (typeof text === 'number') throw new RangeError('no text');
    this.position = end;
    return text;
  }

  /** A flag says whether there is one. */
  nullableText(): string | undefined {
    return this.flag() ? this.text() : undefined;
  }

  texts(): ReadonlySet<string> {
    const texts = new Set<string>();
    for (let left = this.short(); left > 0; left--) texts.add(this.text());
    return texts;
  }
}

const short = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff);

function text(value: string): readonly Uint8Array[] {
  const encoded = encodeModifiedUtf8(value);
  return [short(encoded.length), encoded];
}
