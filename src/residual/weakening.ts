/**
 * Deliberate mistakes, for the mutation tests only: each makes the analysis unsound in one way, and the tests
 * must notice. No command-line option reaches this; a check that catches nothing proves nothing.
 */
const weakenings = [
  /** Compare reports only where the full monitor reports: forgets reports that RRV invents. */
  'forgetInventedReports',
  /** Compare reports only at removed points: forgets a report that RRV makes at the wrong time or not at all. */
  'forgetLostReports',
  /** A point that may belong to a slice always does. */
  'mayIsMust',
  /** No event outside the method while it runs. */
  'forgetExternalEvents',
  /** No event before the object is created or after the method ends. */
  'forgetHistory',
  /** Nothing is reported once a followed object is gone. */
  'forgetLaterEvents',
  /** An object that other code has been given is as new as before. */
  'forgetLeaving',
  /** An object is new whatever has happened to it. */
  'forgetEarlierEvents',
  /** A point on an object that came from elsewhere may be removed by the method alone. */
  'everyPointIsCandidate',
  /** A branch on what a call returned goes the other way. */
  'swapResults',
  /** Exceptional edges do not exist. */
  'forgetExceptionalEdges',
  /** The event of a point has happened on exceptional edges too, whatever its position. */
  'exceptionsAfterEvents',
  /** A class initialiser produces no event. */
  'forgetClassInitialisers',
  /** The class library never calls application code. */
  'forgetCallBacks',
  /** Executing a creation site again gives the same object: no older objects. */
  'forgetRecreation',
  /** Returning an object does not make it escape. */
  'forgetReturns',
  /** Throwing an object does not make it escape. */
  'forgetThrows',
  /** Storing an object in an instance field or static field does not make it escape. */
  'forgetFields',
  /** Storing an object in an array does not make it escape. */
  'forgetArrays',
  /** Values captured by invokedynamic do not escape. */
  'forgetCaptures',
  /** Passing an object to application code does not make it escape, and the callee has no events on it. */
  'forgetArguments',
  /** Passing an object to application code does not make it escape: the callee's events on it are forgotten. */
  'forgetEventsOfCallees',
  /** An object that a called method returns has had no events there. */
  'forgetPast',
  /** What the class library calls back is never called on the object itself. */
  'forgetOwnCallBacks',
  /** Every iterator() call gives a fresh object of the class library. */
  'everyIteratorIsFresh',
  /** A method that hands on what another returned has done nothing else with it. */
  'forgetHandingOn',
  /** A call whose receiver the method may have made itself is never made on another object. */
  'forgetOtherReceivers',
  /** Copying a local variable moves the object. */
  'copiesMove',
  /** Virtual calls go to the method that the call names, never to an overriding one. */
  'forgetOverriding',
  /** A lambda's body is never run by whoever gets it. */
  'forgetLambdas',
  /** A proxy asks no handler. */
  'forgetProxies',
  /** A call that may return objects of several classes returns those of the first. */
  'forgetOtherKinds',
  /** Walking an iterator of the class library calls nothing back. */
  'forgetWalking',
  /** Points-to: what a field is set to never comes out again. */
  'forgetFieldFlows',
  /** Points-to: what an array element is set to never comes out again. */
  'forgetArrayFlows',
  /** Points-to: arguments never reach the parameters of the method called. */
  'forgetArgumentFlows',
  /** Points-to: what is put into a collection never comes out again. */
  'forgetElements',
  /** Points-to: the class library never calls methods with objects that it was given. */
  'forgetCallBackFlows',
  /** Points-to: nothing is called, read or written by reflection. */
  'forgetReflection',
  /** What the class library prints or compares never asks objects of the program for their content. */
  'forgetInheritedText',
  /** Comparators of the class library ask no function of the program for keys. */
  'forgetKeyExtractors',
  /** Points-to: what is compared or printed is not given to methods of the program. */
  'forgetComparing',
  /**
   * Points-to: code of the class library that a class of the program inherits calls nothing that the class
   * overrides.
   */
  'forgetInheritedCode',
  /** Points-to: no object of the program's collections and iterators is made but by its `new` instructions. */
  'forgetOutsideObjects',
  /** The class library calls methods of no collection or iterator of the program that it is given. */
  'forgetShownObjects',
  /** No method that a call is dispatched to ever runs. */
  'forgetDispatch',
  /** Every point binds objects that its own run has created. */
  'everyPointIsFresh',
  /** A method is never entered again while it runs. */
  'forgetReentry',
  /** What is asked of a plain collection holds for all iterators that the same call has made before, too. */
  'forgetOlderIterators',
  /** Containers of java.util call nothing back. */
  'containersAreQuiet',
  /** No class of the program extends one that a type test names. */
  'forgetSubclasses',
  /** What a call runs on objects of a class it runs on those of classes below, too. */
  'forgetReturningSubclasses',
  /** In a closed world, no event binds null. */
  'forgetNull',
] as const;

export type Weakening = (typeof weakenings)[number];

export type Weakenings = ReadonlySet<Weakening>;

export const noWeakening: Weakenings = new Set();
