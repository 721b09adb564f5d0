import { type Diagnostic, type Place, propertyTypeMissing } from '../diagnostics.ts';
import { foreignImport } from '../property/foreign-imports.ts';
import type { Operand, Pointcut, TypePattern } from '../property/pointcut.ts';
import type { KnownTypes } from './known-types.ts';

/** What an import says, with a binary name; `at` gives a diagnostic its place. */
interface Import {
  readonly name: string;
  readonly onDemand: boolean;
  at(create: (where: Place) => Diagnostic): Diagnostic;
}

/** Warnings for imports of types and packages that are certainly not there. */
export function checkImports(imports: readonly Import[], types: KnownTypes): Diagnostic[] {
  return imports.flatMap(({ name, onDemand, at }) => {
    if (foreignImport.test(name)) return [];
    const missing = onDemand ? types.missingPackage(name) : types.missingType(name);
    return missing === undefined ? [] : [at((where) => propertyTypeMissing(missing, where))];
  });
}

/**
 * The types that a pointcut names, with the part of it that does: wildcards, primitive types and types in
 * negations, too. Linear.
 */
export function* typesNamed(
  pointcut: Pointcut,
): Generator<{ readonly part: Pointcut; readonly name: string }> {
  for (const type of typePatterns(pointcut))
    for (const name of typeof type === 'string' ? [type.replace(/(?:\[\])+$/, '')] : namesIn(type))
      yield { part: pointcut, name };
  switch (pointcut.kind) {
    case 'and':
    case 'or':
      for (const operand of pointcut.operands) yield* typesNamed(operand);
      break;
    case 'not':
    case 'controlFlow':
      yield* typesNamed(pointcut.operand);
  }
}

/** Patterns, and types of what an event declares as they are. */
function typePatterns(pointcut: Pointcut): readonly (TypePattern | string)[] {
  switch (pointcut.kind) {
    case 'call':
    case 'execution':
    case 'withincode': {
      const { declaringType, result, parameters, annotations, throws } = pointcut.pattern;
      return [
        ...[declaringType, result].filter((type) => type !== undefined),
        ...parameters.filter((parameter) => parameter.kind !== 'rest'),
        ...annotations,
        ...throws,
      ];
    }
    case 'get':
    case 'set': {
      const { declaringType, type } = pointcut.pattern;
      return declaringType === undefined ? [type] : [declaringType, type];
    }
    case 'within':
    case 'staticInitialization':
      return [pointcut.type];
    case 'args':
      return pointcut.operands.flatMap((operand) => (operand.kind === 'rest' ? [] : operandType(operand)));
    case 'target':
    case 'this':
    case 'returning':
    case 'throwing':
    case 'thread':
      return operandType(pointcut.operand);
    default:
      return [];
  }
}

function operandType(operand: Operand): readonly (TypePattern | string)[] {
  return operand.kind === 'any' ? [] : [operand.type];
}

function* namesIn(type: TypePattern): Generator<string> {
  if (type.kind === 'name') yield type.name;
  else if (type.kind === 'not') yield* namesIn(type.operand);
  else for (const operand of type.operands) yield* namesIn(operand);
}
