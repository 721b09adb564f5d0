/** Reads what JSON should have; `fail` is told what is missing, and throws. */
export interface JsonReader {
  readonly fail: (what: string) => never;
  object(value: unknown, name: string): Record<string, unknown>;
  list(object: Record<string, unknown>, name: string): readonly unknown[];
  text(object: Record<string, unknown>, name: string): string;
  /** A whole number; `otherwise` where it is absent. */
  number(object: Record<string, unknown>, name: string, otherwise?: number): number;
}

export function jsonReader(fail: (what: string) => never): JsonReader {
  return {
    fail,
    object(value, name) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return fail(`${name} is no object`);
      return value as Record<string, unknown>;
    },
    list(object, name) {
      const value = object[name];
      return Array.isArray(value) ? value : fail(`${name} is no list`);
    },
    text(object, name) {
      const value = object[name];
      return typeof value === 'string' ? value : fail(`${name} is no text`);
    },
    number(object, name, otherwise) {
      const value = object[name] ?? otherwise;
      return Number.isInteger(value) ? (value as number) : fail(`${name} is no whole number`);
    },
  };
}

/** The object that a file holds; `fail` is told where there is none. */
export function jsonObject(text: string, { fail, object }: JsonReader): Record<string, unknown> {
  let json: unknown;
  try {
    // Editors of Windows begin files with a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return fail('it is no JSON');
  }
  return object(json, 'it');
}
