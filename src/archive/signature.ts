import { latin1 } from './latin1.ts';

/**
 * Signed jars (JAR File Specification, "Signed JAR File"). A changed class no longer has the digest that its
 * manifest section states, and the JVM then refuses the jar; so what signs it goes, as JaCoCo does.
 */

/** Signature files and blocks: `META-INF/*.SF`, `*.RSA`, `*.DSA`, `*.EC`, `SIG-*`. */
export function isSignatureFile(entryName: string): boolean {
  return /^META-INF\/(?:[^/]+\.(?:SF|RSA|DSA|EC)|SIG-[^/]*)$/i.test(entryName);
}

/** The folder of a directory, with its slash, in whose `META-INF` a file is; '' for the directory's own, or none. */
export function metadataFolder(fileName: string): string {
  return fileName.slice(0, Math.max(fileName.toUpperCase().lastIndexOf('META-INF/'), 0));
}

/**
 * The manifest without `*-Digest` attributes (also `x-Digest-Manifest` and the like) and without the sections
 * that then say nothing but a name. Other bytes stay as they are, line ends and folded lines included.
 */
export function withoutDigests(manifest: Uint8Array): Uint8Array {
  // Latin-1 maps bytes to characters one to one, so UTF-8 sequences, even folded ones, survive.
  const text = latin1(manifest);
  const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const sections: string[][] = [[]];
  let wasDropped = false;
  let dropping = false;
  for (const line of lines) {
    const section = sections.at(-1)!;
    if (/^[\r\n]/.test(line)) {
      section.push(line);
      sections.push([]);
      dropping = false;
    } else if (line.startsWith(' ')) {
      if (!dropping) section.push(line);
    } else {
      dropping = /^[\w-]+-Digest(?:-[\w-]+)?:/i.test(line);
      wasDropped ||= dropping;
      if (!dropping) section.push(line);
    }
  }
  if (!wasDropped) return manifest;
  const kept = sections.filter((section, index) => index === 0 || !saysOnlyAName(section));
  return Buffer.from(kept.flat().join(''), 'latin1');
}

function saysOnlyAName(section: readonly string[]): boolean {
  const attributes = section.filter((line) => !/^[\r\n ]/.test(line));
  return attributes.length === 1 && /^Name:/i.test(attributes[0]!);
}
