import { test } from 'vitest';
import { builtinProperties } from '../../../src/property/builtin.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import { firstDifferentReport, ranPrograms } from './random-programs.ts';
import { testFacts } from './test-facts.ts';
import { randomProgram } from './random-java.ts';
test('show', () => { if (process.env.SHOW) console.log(randomProgram('P' + process.env.SHOW, Number(process.env.SHOW)).recorded.split('\n').map((l, i) => (i + 1) + ' ' + l).join('\n')); });
test('x', () => {
  let t = performance.now();
  const ran = ranPrograms(1, Number(process.env.N ?? 20), builtinProperties);
  console.log('gen', performance.now() - t, ran.reduce((s, r) => s + r.trace.length, 0)); t = performance.now();
  const rem: Record<string, number[]> = {};
  for (const r of ran) for (const p of builtinProperties) {
    const own = r.java.points.filter((x) => x.property === p);
    const d = sound(r.java.program, p, own, { threads: 'confined', facts: [testFacts] });
    const e = (rem[p.name] ??= [0, 0]); e[0]! += own.length; e[1]! += own.filter((x) => !d.get(x.id)!.kept).length;
    const diff = firstDifferentReport(r, p, d);
    if (diff) console.log(r.source.name, diff);
  }
  console.log('analyse', performance.now() - t, rem);
}, 600000);
