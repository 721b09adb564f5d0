import { defineConfig } from 'vitest/config';

/**
 * Two projects. `unit` is what `npm test` runs: it needs Node and a JDK, nothing else. `slow` is what
 * `.ci/run` adds: it may need Maven Central, Debian packages, a second JDK, or minutes.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.slow.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          // Modules are loaded once for each worker and not for each of 170 files: half the processor time of most files.
          isolate: false,
          // Most tests wait for processes and nothing else: a limit ends none of them, but has them fail when they are done.
          // The longest take half a minute on a busy machine of two cores, and more than one where that stands still at times.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
