/**
 * Why events of a point that is woven may be left out, as is decided at run time (docs/soundness.md).
 * `silent`: a plain collection has made the iterator (theorem 4). `deferred`: its slice waits for an event on
 * its owner (theorem 5). `once`: an event like it has been told (theorem 9). `paired`: it cancels out with the one
 * right before or behind it (theorem 11).
 */
export type LeftOut = (typeof leftOutKinds)[number];

const leftOutKinds = ['silent', 'deferred', 'once', 'paired'] as const;

/** Whether a text is such a reason. */
export function isLeftOut(why: string): why is LeftOut {
  return (leftOutKinds as readonly string[]).includes(why);
}
