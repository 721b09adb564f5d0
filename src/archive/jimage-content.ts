import { inflateSync } from 'node:zlib';
import { restoreSharedStrings } from './jimage-shared-strings.ts';
import type { JImageTables, Location } from './jimage-tables.ts';
import { plainBytes, type RandomAccess, viewOf } from './random-access.ts';

/** CompressedResourceHeader: magic, compressed and uncompressed size, two string offsets, is-last. */
const resourceHeader = {
  magic: 0xcafefafa,
  bytes: 29,
  compressedSize: 4,
  size: 12,
  decompressor: 20,
} as const;

/** A resource larger than this is taken for damage; the largest of JDK 25 has 7 MB. */
const maxResourceBytes = 256 * 1024 * 1024;

/**
 * The bytes of a resource, decompressed. Throws RrvError where it is damaged, or uses a decompressor other
 * than `zip` and `compact-cp`. Linear.
 */
export function resourceContent(access: RandomAccess, tables: JImageTables, location: Location): Uint8Array {
  const { littleEndian, resourcesAt, text, corrupt } = tables;
  const stored = location.compressedSize === 0 ? location.size : location.compressedSize;
  const start = resourcesAt + location.offset;
  if (location.size > maxResourceBytes || start + stored > access.size)
    throw corrupt('a resource reaches beyond the end of the file', start);
  let content = access.read(start, stored);
  if (location.compressedSize === 0) return content;
  // ImageDecompressor: headers are stacked, the outermost first, until one is not there.
  for (;;) {
    const view = viewOf(content);
    if (content.length < resourceHeader.bytes || view.getUint32(0, littleEndian) !== resourceHeader.magic)
      break;
    const compressed = Number(view.getBigUint64(resourceHeader.compressedSize, littleEndian));
    const size = Number(view.getBigUint64(resourceHeader.size, littleEndian));
    if (size > maxResourceBytes || resourceHeader.bytes + compressed > content.length)
      throw corrupt('a compressed resource has a wrong size', start);
    const decompressor = text(view.getUint32(resourceHeader.decompressor, littleEndian));
    const body = content.subarray(resourceHeader.bytes, resourceHeader.bytes + compressed);
    content = decompressed(tables, decompressor, body, size, start);
    if (content.length !== size) throw corrupt('a resource has another size than its header says', start);
  }
  if (content.length !== location.size) throw corrupt('a resource has a wrong size', start);
  return content;
}

function decompressed(
  { stringAt, corrupt }: JImageTables,
  decompressor: string,
  body: Uint8Array,
  size: number,
  start: number,
): Uint8Array {
  if (decompressor === 'zip') {
    try {
      return plainBytes(inflateSync(body, { maxOutputLength: Math.max(1, size) }));
    } catch (error) {
      throw corrupt(
        `a resource cannot be inflated (${error instanceof Error ? error.message : error})`,
        start,
      );
    }
  }
  if (decompressor === 'compact-cp')
    return restoreSharedStrings(body, size, stringAt, (what) => corrupt(what, start));
  throw corrupt(`unknown decompressor ${JSON.stringify(decompressor)}`, start);
}
