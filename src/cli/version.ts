import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all code of rrv that is running. */
export const codeRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** The root of the package: of the checkout, or of the installed package. */
const packageRoot = dirname(codeRoot);

/** The version in package.json. */
export function rrvVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  if (typeof content === 'object' && content !== null && 'version' in content) return String(content.version);
  return 'unknown';
}

/** The jar with rrv.runtime.*, or undefined if it was never built. */
export const runtimeJar = (): string | undefined => builtJar('rrv-runtime.jar');

/** The jar with the Java code of the library's properties, or undefined if it was never built. */
export const libraryBodiesJar = (): string | undefined => builtJar('library-bodies.jar');

function builtJar(name: string): string | undefined {
  const file = join(packageRoot, 'dist', 'runtime', name);
  return existsSync(file) ? file : undefined;
}
