import type { RandomProgram } from './random-java.ts';

/**
 * A program from the members of its class, written as the recorded version (`@` is the line); the analysed one follows from it.
 * `sl` is a list of two.
 */
export function recordedProgram(name: string, members: string, reflects: boolean): RandomProgram {
  const lines =
    `import java.util.*;\nclass ${name} {\nstatic List<Object> sl = new ArrayList<Object>(Arrays.asList("e0", "e1"));${members}\n}`.split(
      '\n',
    );
  return {
    name,
    recorded: lines.map((line, at) => line.replaceAll('@', String(at + 1))).join('\n'),
    analysed: lines.map(plainCall).join('\n'),
    reflects,
    newest: new Set(),
  };
}

/** `R.next(@, i)` to `i.next()`. */
export function plainCall(line: string): string {
  return line
    .replace(/R\.each\(@, ([\w.[\]]+)\)/, '$1')
    .replace(/R\.(iterator|hasNext|next|keySet|removeFirst|removeLast)\(@, ([\w.[\]]+)\)/, '$2.$1()')
    .replace(/R\.(add|addFirst|addLast|remove|put|putFirst|putLast)\(@, ([\w.[\]]+), ([^)]*)\)/, '$2.$1($3)');
}
