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

/** The same as a check for members of other shapes. */
export function ofShape<T>(shape: Shape<T>): (value: unknown) => value is T {
  return (value) => hasShape(value, shape);
}

/** An array whose elements are all such. */
export function arrayOf(is: (element: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(is);
}

/** Such a value, or none. */
export function optional(is: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || is(value);
}

/** An array of as many elements as there are checks, each as its own says. */
export function tupleOf(...checks: readonly ((value: unknown) => boolean)[]): (value: unknown) => boolean {
  return (value) =>
    Array.isArray(value) && value.length === checks.length && checks.every((is, at) => is(value[at]));
}

/** What one of the checks lets pass. */
export function anyOf(...checks: readonly ((value: unknown) => boolean)[]): (value: unknown) => boolean {
  return (value) => checks.some((is) => is(value));
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

/** Whether a decoded value is an array all of whose elements are such. */
export function isArrayOf<T>(value: unknown, is: (element: unknown) => element is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

/** Whether a decoded value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A whole number from 0. */
export function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
