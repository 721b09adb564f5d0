import { type Header, pack } from 'tar-stream';
import { concatenate } from '../../src/archive/concatenate.ts';

/** A member of a tar archive that a test makes. Without more it is a file of root's. */
export type NewMember = { readonly name: string; readonly data?: Uint8Array } & Partial<Omit<Header, 'size'>>;

/** A tar archive, as tar-stream writes it. */
export async function tarOf(members: readonly NewMember[]): Promise<Uint8Array> {
  const stream = pack();
  for (const { data = new Uint8Array(), ...header } of members)
    stream.entry({ type: 'file', mode: 0o644, mtime: new Date(0), ...header }, Buffer.from(data));
  stream.finalize();
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece as Uint8Array);
  return concatenate(pieces);
}
