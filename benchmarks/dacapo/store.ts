import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Results by key, one JSON file each, so that a run that was stopped goes on where it was. */
export interface Store {
  /** The stored value, or that of `measure`, which is then stored. */
  get<T>(key: string, measure: () => T): T;
  has(key: string): boolean;
}

export function store(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const fileOf = (key: string) => join(folder, `${key.replaceAll(/[^\w.-]+/g, '_')}.json`);
  return {
    has: (key) => existsSync(fileOf(key)),
    get<T>(key: string, measure: () => T): T {
      const file = fileOf(key);
      if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
      const value = measure();
      writeFileSync(`${file}.new`, JSON.stringify(value));
      renameSync(`${file}.new`, file);
      return value;
    },
  };
}
