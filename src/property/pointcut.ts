/**
 * AspectJ pointcuts as data (AspectJ Programming Guide, appendix B). Names in patterns are resolved
 * against the property's imports where they are not wildcards, so that matching needs no scope.
 */
export type Pointcut =
  | { readonly kind: 'call'; readonly pattern: MethodPattern }
  | { readonly kind: 'execution'; readonly pattern: MethodPattern }
  | { readonly kind: 'get'; readonly pattern: FieldPattern }
  | { readonly kind: 'set'; readonly pattern: FieldPattern }
  /** Binds the receiver, or tests its type. */
  | { readonly kind: 'target'; readonly operand: Operand }
  | { readonly kind: 'this'; readonly operand: Operand }
  | { readonly kind: 'args'; readonly operands: readonly (Operand | { readonly kind: 'rest' })[] }
  /** `after returning(T x)`: folded into the pointcut by the parser. */
  | { readonly kind: 'returning'; readonly operand: Operand }
  | { readonly kind: 'throwing'; readonly operand: Operand }
  | { readonly kind: 'within'; readonly type: TypePattern }
  | { readonly kind: 'withincode'; readonly pattern: MethodPattern }
  | { readonly kind: 'thread'; readonly operand: Operand }
  | { readonly kind: 'threadName'; readonly name: string }
  /** After `main` and all threads that are not daemons. */
  | { readonly kind: 'endProgram' }
  /** A body that a thread may begin with, where one does. */
  | { readonly kind: 'startThread' }
  /** Not in the language: a call that reflects, and does not say on what. */
  | { readonly kind: 'reflects'; readonly use: UnnamedReflection }
  /** In the control flow of a join point that `operand` matches; `below` excludes that join point itself. */
  | { readonly kind: 'controlFlow'; readonly operand: Pointcut; readonly below: boolean }
  /** A Java condition below `||` or `!`; one that must hold for the whole is no part of the pointcut. */
  | { readonly kind: 'condition'; readonly text: string }
  | { readonly kind: 'staticInitialization'; readonly type: TypePattern }
  | { readonly kind: 'and'; readonly operands: readonly Pointcut[] }
  | { readonly kind: 'or'; readonly operands: readonly Pointcut[] }
  | { readonly kind: 'not'; readonly operand: Pointcut };

/** Reads or writes objects with what they hold; or may reach anything. */
export type UnnamedReflection = 'serialization' | 'anything';

/** The argument of target(..), this(..), args(..): a name that the advice declares, a type to test, or `*`. */
export type Operand =
  | { readonly kind: 'bind'; readonly name: string; readonly type: string }
  | { readonly kind: 'type'; readonly type: TypePattern }
  | { readonly kind: 'any' };

export interface MethodPattern {
  /** Required modifiers and, prefixed with `!`, excluded ones. */
  readonly modifiers: readonly string[];
  readonly annotations: readonly TypePattern[];
  /** Absent for constructors. */
  readonly result?: TypePattern;
  /** Absent: any declaring type. */
  readonly declaringType?: TypePattern;
  /** May hold `*`; `<init>` for `new`. */
  readonly name: string;
  /** A `rest` element is `..`. */
  readonly parameters: readonly (TypePattern | { readonly kind: 'rest' })[];
  readonly throws: readonly TypePattern[];
}

export interface FieldPattern {
  readonly modifiers: readonly string[];
  readonly type: TypePattern;
  readonly declaringType?: TypePattern;
  readonly name: string;
}

export type TypePattern =
  /** A Java source type name, `.`-separated, possibly with `*` and `..`; `$` separates nested classes once resolved. */
  | {
      readonly kind: 'name';
      readonly name: string;
      /**
       * What a name with `*` and without a package may stand for besides: the same in the packages that are
       * imported.
       */
      readonly imported?: readonly string[];
      readonly subtypes: boolean;
      readonly dimensions: number;
    }
  | { readonly kind: 'and'; readonly operands: readonly TypePattern[] }
  | { readonly kind: 'or'; readonly operands: readonly TypePattern[] }
  | { readonly kind: 'not'; readonly operand: TypePattern };

/** Whether a pointcut of this kind stands anywhere in the pointcut, not within a control flow. Linear. */
export function mentions(pointcut: Pointcut, kind: Pointcut['kind']): boolean {
  switch (pointcut.kind) {
    case 'and':
    case 'or':
      return pointcut.operands.some((operand) => mentions(operand, kind));
    case 'not':
      return mentions(pointcut.operand, kind);
    default:
      return pointcut.kind === kind;
  }
}

/** The control flows that a pointcut asks for. Linear. */
export function controlFlows(pointcut: Pointcut): readonly Extract<Pointcut, { kind: 'controlFlow' }>[] {
  switch (pointcut.kind) {
    case 'and':
    case 'or':
      return pointcut.operands.flatMap(controlFlows);
    case 'not':
      return controlFlows(pointcut.operand);
    case 'controlFlow':
      return [pointcut];
    default:
      return [];
  }
}
