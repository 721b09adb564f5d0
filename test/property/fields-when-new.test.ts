import { expect, it } from 'vitest';
import { fieldsBeginAlike } from '../../src/property/fields-when-new.ts';

it.each([
  '',
  'Object a; Thread owner = null;',
  'int n = -3, k; boolean b = true; String s = "x", t = null, u; char c = \'c\';',
  'static final Object LOCK = new Object(); static int count = next();',
  'static boolean is(Object a) { Object b = a; return b == new Object(); } int n = 1;',
  'void set() { n = System.nanoTime(); } long n;',
  'class Inner { long began = System.nanoTime(); } Inner i;',
  'java.util.Map<String, Object> all;',
])('finds that slices begin alike with "%s"', (declarations) => {
  expect(fieldsBeginAlike(declarations)).toBe(true);
});

it.each([
  'long began = System.nanoTime();',
  'Object a = new Object();',
  'int[] all = {};',
  'int[] all = { next() };',
  'Object a = new Object() { }, b;',
  'int a = 1, b = a;',
  'int a = 1, b = next();',
  'int a = b = 1;',
  'int a, b = ALL;',
  'Thread owner = nul\\u006c;',
  'int n; { n = next(); }',
  '{ n = next(); } int n;',
  'void set() { } { n = next(); } int n;',
  'int n = (1);',
])('says nothing of "%s"', (declarations) => {
  expect(fieldsBeginAlike(declarations)).toBe(false);
});
