import { parseMethodDescriptor } from '../classfile/descriptors.ts';
import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import { isDisjoint } from '../hierarchy/disjoint-types.ts';
import type { Operand, TypePattern } from '../property/pointcut.ts';
import { isWild } from '../property/wildcard.ts';
import type { JoinPoint } from './join-point.ts';
import { both, either, type Match, negate, never, plainMatch, tested, when } from './match.ts';
import type { PointValue } from './point.ts';
import { descriptorOfSourceType, matchesType } from './type-pattern.ts';

/** `args(...)`: one operand for each argument, but for those that `..` stands for. */
export function matchArguments(
  operands: readonly (Operand | { readonly kind: 'rest' })[],
  joinPoint: JoinPoint,
  hierarchy: ClassHierarchy,
): Match {
  const { parameters } = parseMethodDescriptor(joinPoint.descriptor);
  // AspectJ allows one `..` in args(): what stands behind it is counted from the end.
  const rest = operands.findIndex((operand) => operand.kind === 'rest');
  const fixed = rest < 0 ? operands.length : operands.length - 1;
  if (rest < 0 ? fixed !== parameters.length : fixed > parameters.length) return never;
  let match: Match = plainMatch;
  operands.forEach((operand, position) => {
    if (operand.kind === 'rest') return;
    const index = rest >= 0 && position > rest ? parameters.length - (operands.length - position) : position;
    const value: PointValue = { source: { kind: 'argument', index }, descriptor: parameters[index]! };
    match = both(match, matchOperand(operand, value, hierarchy));
  });
  return match;
}

/** Whether a value is what an operand says, which may bind it. */
export function matchOperand(operand: Operand, value: PointValue, hierarchy: ClassHierarchy): Match {
  switch (operand.kind) {
    case 'any':
      return plainMatch;
    case 'bind': {
      const match = hasType(value, descriptorOfSourceType(operand.type), hierarchy);
      return match.kind === 'never' ? never : { ...match, bindings: new Map([[operand.name, value]]) };
    }
    case 'type':
      return matchOperandType(operand.type, value, hierarchy);
  }
}

/**
 * `target(T)`, `target(T || U)`: AspectJ allows one type without wildcards here; a wildcard is decided on the
 * static type.
 */
function matchOperandType(pattern: TypePattern, value: PointValue, hierarchy: ClassHierarchy): Match {
  const partly = (operand: TypePattern): Match => matchOperandType(operand, value, hierarchy);
  switch (pattern.kind) {
    case 'and':
      return pattern.operands.map(partly).reduce(both, plainMatch);
    case 'or':
      return pattern.operands.map(partly).reduce(either, never);
    case 'not':
      return negate(partly(pattern.operand));
    case 'name':
      return isWild(pattern.name)
        ? when(matchesType(pattern, value.descriptor, hierarchy))
        : hasType(value, '['.repeat(pattern.dimensions) + descriptorOfSourceType(pattern.name), hierarchy);
  }
}

/** Whether a value is of a type, given as a field descriptor. */
export function hasType(value: PointValue, wanted: string, hierarchy: ClassHierarchy): Match {
  const actual = value.descriptor;
  if (actual === wanted || wanted === 'Ljava/lang/Object;') return plainMatch;
  const isReference = actual.startsWith('L') || actual.startsWith('[');
  const wantsReference = wanted.startsWith('L') || wanted.startsWith('[');
  if (!isReference) return when(wantsReference && boxes[actual]?.includes(wanted) === true);
  if (!wantsReference) return never;
  const type = wanted.startsWith('[') ? wanted : wanted.slice(1, -1);
  const from = actual.startsWith('[') ? actual : actual.slice(1, -1);
  if (hierarchy.isSubtype(from, type) === true) return plainMatch;
  if (isDisjoint(from, type, hierarchy)) return never;
  return tested({ kind: 'instanceof', value, type });
}

/** What a primitive may be bound to by boxing (JLS 5.1.7), besides Object. */
const boxes: Readonly<Record<string, readonly string[]>> = {
  Z: ['Ljava/lang/Boolean;'],
  C: ['Ljava/lang/Character;'],
  B: ['Ljava/lang/Byte;', 'Ljava/lang/Number;'],
  S: ['Ljava/lang/Short;', 'Ljava/lang/Number;'],
  I: ['Ljava/lang/Integer;', 'Ljava/lang/Number;'],
  J: ['Ljava/lang/Long;', 'Ljava/lang/Number;'],
  F: ['Ljava/lang/Float;', 'Ljava/lang/Number;'],
  D: ['Ljava/lang/Double;', 'Ljava/lang/Number;'],
};
