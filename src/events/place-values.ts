import type { ClassHierarchy } from '../hierarchy/class-hierarchy.ts';
import type { EventDefinition } from '../property/model.ts';
import { conjunction, type Match, type ValueTest } from './match.ts';
import { hasType } from './match-value.ts';
import { type DynamicTest, type Point, type PointValue, sameSource } from './point.ts';
import { descriptorOfSourceType } from './type-pattern.ts';

/** Numbers the values of a match: those that the advice declares in its order, then those only tested. */
export function placeValues(
  event: EventDefinition,
  match: Extract<Match, { kind: 'match' }>,
  parts: readonly Match[] | undefined,
  hierarchy: ClassHierarchy,
): Pick<Point, 'values' | 'test' | 'conditionParts'> {
  const values: PointValue[] = [];
  let whole = match.test;
  for (const { name, type } of event.arguments) {
    const value = match.bindings.get(name);
    if (value === undefined) throw new Error(`event ${event.name}: the pointcut does not bind ${name}`);
    values.push(value);
    if (parts === undefined) continue;
    // The test on the type may stand in a part; the condition must see a value of that type all the same.
    const typed = hasType(value, descriptorOfSourceType(type), hierarchy);
    if (typed.kind === 'match') whole = conjunction(whole, typed.test);
  }
  const indexOf = (value: PointValue): number => {
    const found = values.findIndex((other) => sameSource(other.source, value.source));
    return found >= 0 ? found : values.push(value) - 1;
  };
  const place = (test: ValueTest): DynamicTest => {
    switch (test.kind) {
      case 'instanceof':
        return { kind: 'instanceof', value: indexOf(test.value), type: test.type };
      case 'and':
      case 'or':
        return { kind: test.kind, operands: test.operands.map(place) };
      case 'not':
        return { kind: 'not', operand: place(test.operand) };
      case 'unknown':
        throw new Error(`event ${event.name}: a condition is no test of its own`);
      default:
        return test;
    }
  };
  const test = place(withoutConditions(whole));
  if (parts === undefined) return { values, test };
  const conditionParts = parts.map(
    (part): DynamicTest =>
      part.kind === 'never' ? { kind: 'not', operand: { kind: 'always' } } : place(part.test),
  );
  return { values, test, conditionParts };
}

/** What must hold whatever the conditions say: the conjuncts that have none. */
function withoutConditions(test: ValueTest): ValueTest {
  if (test.kind === 'and')
    return test.operands.map(withoutConditions).reduce(conjunction, { kind: 'always' });
  return hasCondition(test) ? { kind: 'always' } : test;
}

function hasCondition(test: ValueTest): boolean {
  switch (test.kind) {
    case 'and':
    case 'or':
      return test.operands.some(hasCondition);
    case 'not':
      return hasCondition(test.operand);
    default:
      return test.kind === 'unknown';
  }
}
