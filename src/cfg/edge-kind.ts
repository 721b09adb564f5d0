/**
 * Why control goes from one instruction to another.
 *
 * | kind | from | to | taken |
 * |---|---|---|---|
 * | fallThrough | any instruction that can complete normally without jumping | the next one | after it completed |
 * | jump | `ifxx`, `goto` | the target | after it completed |
 * | switch | `tableswitch`, `lookupswitch` | each distinct target | after it completed |
 * | jsr | `jsr` | the subroutine | after it completed |
 * | ret | `ret` | the instruction after each `jsr` that it may return to | after it completed |
 * | throw | `athrow` | each handler that may catch what it throws | instead of completing |
 * | exception | any other instruction that can throw | the same | instead of completing normally |
 *
 * On a `throw` or `exception` edge an event *before* the instruction has happened, an event *after returning*
 * has not, and an event *after throwing* (or *after*, which is either) has.
 */
export const edgeKinds = ['fallThrough', 'jump', 'switch', 'jsr', 'ret', 'throw', 'exception'] as const;

export type EdgeKind = (typeof edgeKinds)[number];

/** An index into `edgeKinds`: how edges store their kind. */
export const edge: { readonly [kind in EdgeKind]: number } = {
  fallThrough: 0,
  jump: 1,
  switch: 2,
  jsr: 3,
  ret: 4,
  throw: 5,
  exception: 6,
};

/** True for the kinds on which the source did not complete normally. */
export function isExceptional(kind: number): boolean {
  return kind >= edge.throw;
}
