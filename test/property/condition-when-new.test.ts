import { expect, it } from 'vitest';
import { newSlicesRefuse } from '../../src/property/condition-when-new.ts';
import { loadOverJavaUtil } from './load-support.ts';

const declarations = `
  WeakReference<Map<String, Integer>> lock;
  Object owner; Object other;
  int[] counts;
  int count;
  Object begun = new Object(), set; Object unset = null;
  static Object ofAll;
  { set = begun; }
  static boolean isHeld(WeakReference<?> lock) { Object held = lock.get(); return held != null; }`;

/** For an event whose arguments are `i` and `other`. */
function refuse(condition: string, { before = '', more = '' } = {}): boolean {
  const property = loadOverJavaUtil(`
    ${before}
    P(Iterator i, Object other) {
      ${declarations} ${more}
      event next before(Iterator i, Object other) : call(* Iterator.equals(Object)) && target(i) && args(other)
        && condition(${condition}) {}
      ere : next
      @match { __LOC; }
    }`);
  return newSlicesRefuse(property.javaCode!)(property.events[0]!);
}

it.each([
  'lock != null && !isHeld(lock)',
  '(lock != null) && i.hasNext()',
  'this.lock != null',
  'null != owner && owner == i',
  '!(lock == null)',
  '!(lock == null || i == null)',
  'lock == null && (owner != null || counts != null)',
  '!Thread.holdsLock(this.lock)',
  'Thread.holdsLock(owner) == true',
  '!owner.equals(i)',
  'owner.getClass() == i.getClass()',
  'lock == null && false',
  'unset != null',
  'false',
])('finds that a new slice takes no event with the condition %s', (condition) => {
  expect(refuse(condition)).toBe(true);
});

it.each([
  'lock == null || isHeld(lock)',
  'i.hasNext() && lock != null',
  'lock != null || i.hasNext()',
  'lock != null ? false : true',
  'lock != null && isHeld(lock) ? false : true',
  'isHeld(lock)',
  'lock.get() != null',
  'count != 0',
  'begun != null',
  'set != null',
  'ofAll != null',
  'other != null',
  'this.other != null',
  'owner != i',
  'Thread.holdsLock(other)',
  '!Thread.holdsLock(i)',
  '!!(lock != null)  == (owner == null)',
  'true',
])('says nothing where a new slice may take the event: %s', (condition) => {
  expect(refuse(condition)).toBe(false);
});

it('knows no field that the declarations set somewhere, and no lock of another Thread', () => {
  expect(refuse('lock != null', { more: 'void set() { lock = null; }' })).toBe(false);
  expect(refuse('unset != null', { more: 'void set() { unset = null; }' })).toBe(false);
  expect(refuse('unset != null', { more: 'Object other = unset = begun;' })).toBe(false);
  expect(refuse('lock != null', { more: 'void set() { \\u006cock = null; }' })).toBe(false);
  expect(refuse('lock != null', { more: 'void set() { lock += "x"; }' })).toBe(false);
  expect(
    refuse('Thread.holdsLock(owner)', {
      more: 'static class Thread { static boolean holdsLock(Object o) { return true; } }',
    }),
  ).toBe(false);
  expect(refuse('Thread.holdsLock(owner)', { before: 'import a.b.Thread;' })).toBe(false);
});
