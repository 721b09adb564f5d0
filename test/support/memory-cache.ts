import type { ResultCache } from '../../src/instrument/result-cache.ts';

export type Stored = Map<string, Map<string, string>>;

/** A cache in memory that goes through JSON as that of the command line does. */
export interface MemoryCache extends ResultCache {
  readonly stored: Stored;
  /** Kinds of sections in which something was stored. */
  readonly written: string[];
}

export function memoryCache(
  stored: Stored = new Map(),
  break_: { readonly section?: (name: string) => string; readonly value?: (value: unknown) => unknown } = {},
  environment = 'test',
): MemoryCache {
  const written: string[] = [];
  const sectionOf = (given: string): Map<string, string> => {
    const name = break_.section?.(given) ?? given;
    const section = stored.get(name) ?? new Map<string, string>();
    stored.set(name, section);
    return section;
  };
  return {
    stored,
    written,
    environment,
    section(given) {
      const section = sectionOf(given);
      return {
        get(key) {
          const text = section.get(key);
          if (text === undefined) return undefined;
          const value: unknown = JSON.parse(text);
          return break_.value?.(value) ?? value;
        },
        put: (key, value) => {
          written.push(given.split(' ')[0]!);
          section.set(key, JSON.stringify(value));
        },
      };
    },
    bytes(given) {
      const section = sectionOf(given);
      return {
        get(key) {
          const text = section.get(key);
          return text === undefined ? undefined : new Uint8Array(Buffer.from(text, 'base64'));
        },
        put(key, pieces) {
          written.push(given.split(' ')[0]!);
          section.clear();
          section.set(key, Buffer.concat(pieces).toString('base64'));
        },
      };
    },
  };
}
