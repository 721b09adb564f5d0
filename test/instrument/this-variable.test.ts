import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { loadOverJavaUtil } from '../property/load-support.ts';
import { instrumentDirectory, runMonitored } from '../support/instrumented-program.ts';
import { compileSources, defaultJdk, runJava } from '../support/jdk.ts';

/** Behind the jump nobody reads `this`. The numbers make it so long that javac writes a frame of three bytes. */
const program = `import java.util.*;
public class Given {
  static Iterator<String> i = List.of("a", "b", "c", "d", "e", "f", "g").iterator();
  static int n;
  void given() {
    if (n == 0) {
      i.next();
      n = 1_000_000; n = 1_000_001; n = 1_000_002; n = 1_000_003; n = 1_000_004; n = 1_000_005;
      n = 1_000_006; n = 1_000_007; n = 1_000_008; n = 1_000_009; n = 1_000_010; n = 1_000_011;
    }
    i.next();
  }
  void held() { int k = n; if (k == 0) n++; i.next(); }
  void whole() {
    if (n > 0) { long a = n, b = n, c = n, d = n; if (n == 1) n++; n += a + b + c + d; i.next(); }
    i.next();
    if (n == 1) n++;
    i.next();
  }
  void reused(Object o) { Object p = o; i.next(); }
  public static void main(String[] arguments) { new Given().given(); new Given().held(); new Given().whole(); new Given().reused(n); System.out.println(n); }
}
`;

const property = loadOverJavaUtil(`Taken(Iterator i, Object o) {
  event next before(Iterator i, Object o) : call(* Iterator+.next()) && target(i) && this(o) { }
  ere : next
  @match { }
}`);

/** Length of an attribute of one frame, one frame, same_frame_extended (JVMS 4.7.4). */
const sameFrame = [0, 0, 0, 5, 0, 1, 251];
/** chop_frame of one local: the last one, which is \`this\`. */
const chopOne = 250;

/** Whether there is a full_frame with one local, which is an object, and nothing on the stack. */
const hasOneLocal = (bytes: Buffer, at: number): boolean =>
  bytes[at] === 255 &&
  bytes.subarray(at + 3, at + 6).equals(Buffer.from([0, 1, 7])) &&
  bytes.readUInt16BE(at + 8) === 0;

/** aload_1, astore_2: `p = o`. */
const copyOfParameter = [0x2b, 0x4d];
const astore0 = 0x4b;
/** Of constants (JVMS table 4.4-A). */
const classTag = 7;

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-this-'));
  compileSources({ 'Given.java': program }, at('source'), at('before'), ['-g']);
  const bytes = readFileSync(at('before/Given.class'));
  const frame = bytes.indexOf(Buffer.from(sameFrame));
  expect(frame).toBeGreaterThan(0);
  bytes[frame + sameFrame.length - 1] = chopOne;
  // Another frame has `this` as an Object.
  const whole = bytes.findIndex((_, at) => hasOneLocal(bytes, at));
  expect(whole).toBeGreaterThan(0);
  const { pool, superName } = readClassFile(bytes);
  const isObject = (index: number): boolean =>
    pool.tag(index) === classTag && pool.className(index) === superName;
  bytes.writeUInt16BE(Array.from({ length: pool.count }, (_, index) => index).find(isObject)!, whole + 6);
  const copy = bytes.indexOf(Buffer.from(copyOfParameter));
  expect(bytes.indexOf(Buffer.from(copyOfParameter), copy + 1)).toBe(-1);
  bytes[copy + 1] = astore0;
  writeFileSync(at('before/Given.class'), bytes);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('where a frame has given `this` up, or its variable is reused, no event takes it', () => {
  expect(runJava(defaultJdk(), ['-Xverify:all', '-cp', at('before'), 'Given'])).toMatchObject({ status: 0 });
  const { report } = instrumentDirectory(at('before'), at('woven'), [property]);
  expect(report.points.map(({ line, unmonitored }) => [line, unmonitored])).toEqual([
    [7, undefined],
    [11, '`this` is not available at the call'],
    [13, undefined],
    [15, undefined],
    [16, '`this` is not available at the call'],
    [18, '`this` is not available at the call'],
    [20, '`this` is not available at the call'],
  ]);
  const { run, report: monitors } = runMonitored(at('woven'), 'Given');
  expect(run).toMatchObject({ status: 0, stdout: '5000055\n' });
  expect(monitors.properties[0]!.events).toEqual({ next: 3 });
});
