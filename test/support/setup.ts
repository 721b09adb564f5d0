import { afterAll } from 'vitest';
import { removeTemporaryDirectories } from '../classfile/compiled.ts';

/** Runs before each test file: files share a worker's modules (vitest.config.ts), so what belongs to one of them ends here. */
afterAll(removeTemporaryDirectories);
