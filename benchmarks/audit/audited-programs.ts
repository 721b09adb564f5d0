import { type Program, prepareProgram, type Size } from '../dacapo/programs.ts';

export const auditedNames = ['fop', 'pmd', 'pmdall', 'sunflow', 'sunflow4'] as const;
export type AuditedName = (typeof auditedNames)[number];

const pmdRuleSets = [
  ...['basic', 'braces', 'codesize', 'controversial', 'coupling', 'design', 'finalizers', 'imports'],
  ...['javabeans', 'junit', 'naming', 'strictexception', 'strings', 'unusedcode'],
];

/** A program to audit: one of the paper's, `pmdall` (PMD with fourteen rule sets) or `sunflow4` (four threads). */
export function auditedProgram(name: AuditedName): Program {
  if (name === 'pmdall') return pmdWithAllRules();
  if (name === 'sunflow4') return sunflowWithThreads(4);
  return prepareProgram(name);
}

function pmdWithAllRules(): Program {
  const pmd = prepareProgram('pmd');
  const checks: Record<Size, string> = {
    small: '6l-c9e681674d46',
    default: '6887l-e370a42a857e',
    large: '11507l-faba3586d591',
  };
  const ruleSets = pmdRuleSets.map((rules) => `rulesets/${rules}.xml`).join(',');
  return {
    ...pmd,
    arguments: (size) => pmd.arguments(size).with(2, ruleSets),
    expected: (size) => checks[size],
  };
}

function sunflowWithThreads(threads: number): Program {
  const sunflow = prepareProgram('sunflow');
  return { ...sunflow, arguments: (size) => sunflow.arguments(size).with(1, String(threads)) };
}
