import { expect, test } from 'vitest';
import { asksSlice } from '../../src/instrument/asks-slice.ts';

const declarations = `
  WeakReference<Collection> lock; int used, times = 0; Object[] all[];
  static boolean isHeld(WeakReference<?> one) { Object held = one.get(); return held != null && Thread.holdsLock(held); }
  static class Known { static int count; }`;

test.each([
  ['Thread.holdsLock(c)', false],
  ['!Thread.holdsLock(c)', false],
  ['c.size() > 3 && c instanceof ArrayList', false],
  ['c.lock() == new Date()', false],
  ['"lock".equals(c)', false],
  ['lock != null', true],
  ['isHeld(null)', true],
  ['used++ > 3', true],
  ['(times) == 1', true],
  ['all.length > 0', true],
  ['Known.count > 0', true],
  ['new Known() != null', true],
  ['this.hashCode() > 0', true],
  ['super.equals(c)', true],
  ['hashCode() > 0', true],
  ['__LOC.isEmpty()', true],
  ['l\\u006fck != null', true],
])('%s', (condition, asks) => {
  expect(asksSlice(condition, declarations)).toBe(asks);
});

test('a field whose declaration is written with an escape may be any name', () => {
  expect(asksSlice('lock != null', 'Object l\\u006fck;')).toBe(true);
  expect(asksSlice('lock != null', 'String text = "\\u006f";')).toBe(false);
});
