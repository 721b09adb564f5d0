/** For each member of T whether a value may be its. A member that T gets later needs a line here to compile. */
export type Shape<T> = { readonly [Member in keyof T]-?: (value: unknown) => boolean };

/** Whether decoded JSON is a T: plain data with the members that the shape lists. Others are not looked at. */
export function hasShape<T>(value: unknown, shape: Shape<T>): value is T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in shape)
    if (!shape[name](Object.hasOwn(members, name) ? members[name] : undefined)) return false;
  return true;
}

/** An array whose elements are all such. */
export function arrayOf(is: (element: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(is);
}

/** Such a value, or none. */
export function optional(is: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || is(value);
}

/** One of the values. */
export function oneOf(...values: readonly unknown[]): (value: unknown) => boolean {
  return (value) => values.includes(value);
}

/** Whether a decoded value is a number. */
export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** Whether a decoded value is true or false. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
