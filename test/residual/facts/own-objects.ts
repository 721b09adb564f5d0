/** Calls of iterators on objects of the class library all the same. Each confirmed by reading the sources. */
export const ownObjects = [
  /^java\/util\/concurrent\/locks\//,
  /^java\/lang\/invoke\/VarHandle\./,
  // The elements that a PriorityQueue moved while its iterator removed some.
  /^java\/util\/ArrayDeque\.(?:isEmpty|poll)$/,
  // Not accessible from other packages.
  /^java\/util\/Vector\.elementData$/,
  /^java\/util\/concurrent\/(?:LinkedBlockingQueue|LinkedBlockingDeque|ConcurrentLinkedDeque|ConcurrentLinkedQueue)\./,
];
