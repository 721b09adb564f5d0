/**
 * File names of the jars that a script gives to the JVM with `--patch-module`, as Karaf's does. Paths in it may begin with variables of the
 * shell, which nobody here knows, so that their last parts have to do. Linear.
 */
export function modulePatchesOf(script: Uint8Array): readonly string[] {
  if (
    script.length > longestScript ||
    !Buffer.from(script.buffer, script.byteOffset, script.length).includes(option)
  )
    return [];
  const paths = [...new TextDecoder().decode(script).matchAll(patches)].flatMap(([, path]) =>
    path!.replace(/"/g, '').split(/[:;]/),
  );
  return paths.map((path) => path.split(/[/\\]/).at(-1)!).filter((name) => name !== '');
}

const option = '--patch-module';
const patches = /--patch-module[=\s]+"?[\w.]+=("[^"\n]*"|[^\s"'][^\s']*)/g;
/** Bytes: what is longer is no script, and need not be looked through. */
export const longestScript = 1 << 20;
