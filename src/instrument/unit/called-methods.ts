import { type CollectionQuestion, questionName } from './collection-question.ts';

/** A static method of a unit that woven code calls. */
export interface CalledMethod {
  readonly name: string;
  readonly descriptor: string;
}

/** Does nothing but initialise the unit. */
export const startMethod: CalledMethod = { name: 'start', descriptor: '()V' };

/** 1 when the object is a plain collection (rrv.runtime.PlainCollections), otherwise 0. */
export const plainTest: CalledMethod = { name: 'isPlain', descriptor: '(Ljava/lang/Object;)Z' };

/** 1 when the object is a plain collection or one of those that the question is about, otherwise 0. */
export function ownTest(question: CollectionQuestion): CalledMethod {
  return { name: questionName(question), descriptor: plainTest.descriptor };
}

/** The answer of `ownTest` about a collection; 0 when the iterator that it has returned is a shared one. */
export const unlessShared: CalledMethod = { name: 'unlessShared', descriptor: '(Ljava/lang/Object;I)I' };

/** A deferred slice is over, or null (rrv.runtime.DeferredSlice). */
export const endOfSlice: CalledMethod = { name: 'endSlice', descriptor: '(Ljava/lang/Object;)V' };

/** Says that what a static field holds is a shared iterator. */
export const sharedNote: CalledMethod = { name: 'noteShared', descriptor: '(Ljava/lang/Object;)V' };
