/**
 * The JSON text that `JSON.stringify(value, null, 2)` and a line feed are, in parts: the report of a large program
 * is longer than a string can be. `value`: plain data. Containers are taken apart `levels` deep, each of their
 * members is a part, and what is deeper is in the part of its member. Linear.
 */
export function* jsonParts(value: unknown, levels: number): Generator<string> {
  yield* partsOf(value, levels, '');
  yield '\n';
}

function* partsOf(value: unknown, levels: number, indent: string): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield (JSON.stringify(value, null, 2) ?? 'null').replaceAll('\n', `\n${indent}`);
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  let isFirst = true;
  for (const [key, member] of membersOf(value)) {
    yield isFirst ? `${open}\n` : ',\n';
    isFirst = false;
    yield inner + key;
    yield* partsOf(member, levels - 1, inner);
  }
  yield isFirst ? open + close : `\n${indent}${close}`;
}

/** What stands before each member, and the member. */
function* membersOf(container: object): Generator<readonly [key: string, member: unknown]> {
  if (Array.isArray(container)) for (const member of container) yield ['', member];
  else
    for (const [name, member] of Object.entries(container))
      if (member !== undefined) yield [`${JSON.stringify(name)}: `, member];
}
