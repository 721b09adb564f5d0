import picomatch from 'picomatch';
import { addTo } from '../group-by.ts';

/** Parts of names that no glob gives a meaning. */
const plain = /^[\p{L}\p{N}_$/-]+$/u;

/** Of picomatch. */
export const globOptions = { dot: true, nonegate: true, noextglob: true } as const;

/** The common kinds of globs, by what a name has to be for them. */
const anything = '**';
const below = '/**';
const anywhere = '**/';

/**
 * Which of the globs over internal names (`a/b/C`) a name matches, by their indices: those of picomatch,
 * where `*` stays within one part of the name. Plain names, `**`, `a/b/**` and `C` below `**` cost a look-up
 * for each part of the name, however many there are; others are tried one by one. An empty one matches
 * nothing.
 */
export function globTable(globs: readonly string[]): (name: string) => readonly number[] {
  const everything: number[] = [];
  const exact = new Map<string, number[]>();
  const folders = new Map<string, number[]>();
  const simple = new Map<string, number[]>();
  const others: { readonly glob: number; readonly matches: (name: string) => boolean }[] = [];
  globs.forEach((text, glob) => {
    const folder = text.endsWith(below) ? text.slice(0, -below.length) : '';
    const last = text.startsWith(anywhere) ? text.slice(anywhere.length) : '';
    if (text === anything) everything.push(glob);
    else if (isPlain(text)) addTo(exact, text, glob);
    else if (isPlain(folder)) addTo(folders, folder, glob);
    else if (isPlain(last) && !last.includes('/')) addTo(simple, last, glob);
    else if (text !== '') {
      const matches = picomatch(text, globOptions);
      others.push({ glob, matches });
    }
  });
  return (name) => {
    const found = [...everything, ...(exact.get(name) ?? [])];
    if (simple.size > 0) found.push(...(simple.get(name.slice(name.lastIndexOf('/') + 1)) ?? []));
    // `a/b/**` is `a/b`, too.
    if (folders.size > 0)
      for (let end = name.length; end > 0; end = name.lastIndexOf('/', end - 1))
        found.push(...(folders.get(name.slice(0, end)) ?? []));
    for (const { glob, matches } of others) if (matches(name)) found.push(glob);
    return found;
  };
}

function isPlain(text: string): boolean {
  return plain.test(text) && !text.startsWith('/') && !text.endsWith('/') && !text.includes('//');
}
