import type { ClassFile } from '../../classfile/class-file.ts';
import { readCode } from '../../classfile/code.ts';
import { toBinaryName } from '../../classfile/descriptors.ts';
import { type Diagnostic, factUnused } from '../../diagnostics.ts';
import type { FactsFile } from './facts-file.ts';
import { libraryFacts, type MemberLookup } from './library-facts.ts';
import { type SafeEntry, safeList } from './safe-list.ts';

/**
 * A warning for every entry of the user's facts files that matches no instruction of the input, in file
 * order. Costs one walk over all instructions when there are facts files, nothing otherwise.
 */
export function unusedFacts(
  classes: Iterable<{ classFile(): ClassFile }>,
  types: MemberLookup,
  files: readonly FactsFile[],
): readonly Diagnostic[] {
  const entries = files.flatMap((file) => file.safe);
  const claims = files.flatMap((file) => file.facts);
  if (entries.length + claims.length === 0) return [];
  const safe = safeList(entries, types);
  const facts = libraryFacts(claims, types);
  for (const { classFile } of classes) {
    const file = classFile();
    for (const method of file.methods)
      for (const instruction of readCode(file, method)?.instructions ?? []) {
        safe.has(instruction, method);
        if (instruction.form === 'invoke') facts.ofCall(instruction);
      }
  }
  return [
    ...safe.unused().map((entry) => factUnused(entryText(entry), entry.where)),
    ...facts.unused().map((fact) => factUnused(`calls: ${fact.pattern.text}`, fact.where)),
  ];
}

function entryText(entry: SafeEntry): string {
  switch (entry.kind) {
    case 'calls':
      return `calls: ${entry.pattern.text}`;
    case 'opcode':
      return `opcode: ${entry.mnemonic}`;
    default:
      return `${entry.kind}: ${toBinaryName(entry.name)}`;
  }
}
