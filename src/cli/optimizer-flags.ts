/**
 * Settings of V8's optimizing compiler by Node's major version, as measured with each (benchmarks/instrument/RESULTS.md). A run of rrv is over
 * before most of what V8 optimizes by default has paid for it: here it optimizes what is hotter only, and inlines less. None for other
 * versions: V8 complains about flags that it does not know, and Node 21 does not know the second any more.
 */
const byMajorVersion: Readonly<Record<string, readonly string[]>> = {
  '20': ['--max-inlined-bytecode-size-cumulative=300', '--interrupt-budget=200000'],
  '22': ['--max-inlined-bytecode-size-cumulative=300'],
  '24': ['--max-inlined-bytecode-size-cumulative=300'],
};

/** `nodeVersion`: `process.versions.node`, as in `20.19.0`. */
export function optimizerFlags(nodeVersion: string): readonly string[] {
  return byMajorVersion[nodeVersion.split('.')[0]!] ?? [];
}
