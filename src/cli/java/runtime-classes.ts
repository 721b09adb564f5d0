import { openZip } from '../../archive/zip-reader.ts';
import { RrvError, runtimeMissing } from '../../diagnostics.ts';
import { openFile } from '../files/file-access.ts';
import { runtimeJar } from '../version.ts';

/** The runtime's classes by entry name. Throws RRV_RUNTIME_MISSING. */
export function runtimeClasses(): ReadonlyMap<string, Uint8Array> {
  const file = runtimeJar();
  if (file === undefined) throw new RrvError(runtimeMissing());
  return runtimeClassesIn(file);
}

/** Those of a jar of the runtime; its module descriptor is of the jar that stands alone. */
export function runtimeClassesIn(file: string): ReadonlyMap<string, Uint8Array> {
  const zip = openZip(openFile(file), { file });
  const classes = new Map<string, Uint8Array>();
  for (const entry of zip.entries)
    if (/^rrv\/.*\.class$/.test(entry.name)) classes.set(entry.name, zip.read(entry));
  return classes;
}
