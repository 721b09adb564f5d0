/** Whether a name in a pattern stands for several types. */
export function isWild(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('..');
}

const wildcards = new Map<string, RegExp>();

/** `*` matches any characters but `.`, `..` any packages. */
export function wildcard(pattern: string): RegExp {
  let expression = wildcards.get(pattern);
  if (expression === undefined) {
    const source = pattern
      .split('..')
      .map((part) => part.split('*').map(escapeRegExp).join('[^.]*'))
      .join('\\.(?:.*\\.)?');
    expression = new RegExp(`^${source}$`);
    wildcards.set(pattern, expression);
  }
  return expression;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
