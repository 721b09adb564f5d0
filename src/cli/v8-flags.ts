/**
 * A run of rrv is over before most of what V8 optimizes by default has paid for it: here it optimizes what is
 * hotter only, and inlines less. And a run that keeps most of what it makes need not let the heap double or
 * more before it collects, nor keep what Maglev makes, which saves little time.
 */
const inlineLess = '--max-inlined-bytecode-size-cumulative=300';
const optimizeLater = '--interrupt-budget=200000';
const growLess = '--heap-growing-percent=80';
const noMiddleCompiler = '--no-maglev';

const since24 = [inlineLess, noMiddleCompiler, growLess];

/**
 * By Node's major version, as measured with each (benchmarks/instrument/RESULTS.md). None for other versions:
 * V8 complains about flags that it does not know, and Node 21 does not know the second any more.
 */
const byMajorVersion: Readonly<Record<string, readonly string[]>> = {
  '20': [inlineLess, optimizeLater, growLess],
  '22': [inlineLess, growLess],
  '24': since24,
  '25': since24,
  '26': since24,
};

/** `nodeVersion`: `process.versions.node`, as in `20.19.0`. */
export function v8Flags(nodeVersion: string): readonly string[] {
  return byMajorVersion[nodeVersion.split('.')[0]!] ?? [];
}
