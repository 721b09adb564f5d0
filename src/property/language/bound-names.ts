import type { Pointcut } from '../pointcut.ts';

/**
 * The names that every match of the pointcut binds (AspectJ: formals must be bound on every way through).
 * A negation binds nothing. Linear.
 */
export function boundNames(pointcut: Pointcut): ReadonlySet<string> {
  switch (pointcut.kind) {
    case 'target':
    case 'this':
    case 'thread':
    case 'returning':
    case 'throwing':
      return new Set(pointcut.operand.kind === 'bind' ? [pointcut.operand.name] : []);
    case 'args':
      return new Set(pointcut.operands.flatMap((operand) => (operand.kind === 'bind' ? [operand.name] : [])));
    case 'and':
      return new Set(pointcut.operands.flatMap((operand) => [...boundNames(operand)]));
    case 'or': {
      const [first, ...others] = pointcut.operands.map(boundNames);
      return new Set([...(first ?? [])].filter((name) => others.every((other) => other.has(name))));
    }
    default:
      return new Set();
  }
}

/**
 * A name that two pointcuts bind which must both hold, if there is one. Linear in the text, but for nested
 * alternatives.
 */
export function nameBoundTwice(pointcut: Pointcut): string | undefined {
  return bindings(pointcut).twice;
}

/** The names that some way through the pointcut binds, and one that some way binds twice. */
function bindings(pointcut: Pointcut): { readonly names: ReadonlySet<string>; readonly twice?: string } {
  switch (pointcut.kind) {
    case 'args':
      return allOf(
        pointcut.operands.map((operand) => ({
          names: new Set(operand.kind === 'bind' ? [operand.name] : []),
        })),
      );
    case 'and':
      return allOf(pointcut.operands.map(bindings));
    case 'or': {
      const ways = pointcut.operands.map(bindings);
      const twice = ways.find((way) => way.twice !== undefined)?.twice;
      return {
        names: new Set(ways.flatMap(({ names }) => [...names])),
        ...(twice === undefined ? {} : { twice }),
      };
    }
    default:
      return { names: boundNames(pointcut) };
  }
}

function allOf(parts: readonly ReturnType<typeof bindings>[]): ReturnType<typeof bindings> {
  const names = new Set<string>();
  for (const part of parts) {
    const twice = part.twice ?? [...part.names].find((name) => names.has(name));
    if (twice !== undefined) return { names, twice };
    for (const name of part.names) names.add(name);
  }
  return { names };
}
