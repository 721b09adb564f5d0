/**
 * Settings of V8's optimizing compiler by V8's major version (11: Node 20, 12: Node 22, 13: Node 24), as measured with each
 * (benchmarks/instrument/RESULTS.md). A run of rrv is over before most of what V8 optimizes by default has paid for it: here it optimizes what
 * is hotter only, and inlines less. None for versions that are not known: V8 complains about flags that it does not know.
 */
const byMajorVersion: Readonly<Record<string, readonly string[]>> = {
  '11': ['--max-inlined-bytecode-size-cumulative=300', '--interrupt-budget=200000'],
  '12': ['--max-inlined-bytecode-size-cumulative=300'],
  '13': ['--max-inlined-bytecode-size-cumulative=300'],
};

/** `v8Version`: `process.versions.v8`, as in `11.3.244.8-node.33`. */
export function optimizerFlags(v8Version: string): readonly string[] {
  return byMajorVersion[v8Version.split('.')[0]!] ?? [];
}
