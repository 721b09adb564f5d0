import { expect, test } from 'vitest';
import type { Point } from '../../../src/events/point.ts';
import type { Decision, World } from '../../../src/residual/analysis.ts';
import { sound } from '../../../src/residual/sound/sound.ts';
import {
  millisecondsFor,
  type RanProgram,
  randomJava,
  randomPrograms,
  ranPrograms,
} from './random-programs.ts';
import { type RandomProperty, randomProperty } from './random-properties.ts';
import { SliceMonitors } from './slice-monitors.ts';

/**
 * Random properties on random programs, RRV_RANDOM_COUNT (20) of these from seed RRV_RANDOM_SEED (1) on: RV and the residual monitor
 * of `sound` report the same. RRV_RANDOM_JDK=25: programs of Java 25, with what is new there.
 */
const count = Number(process.env.RRV_RANDOM_COUNT ?? '20');
const level = randomJava();
const firstSeed = Number(process.env.RRV_RANDOM_SEED ?? '1');
const batch = 20;
const propertiesOfBatch = 15;

interface Step {
  readonly points: readonly {
    readonly point: Point;
    readonly symbol: number;
    readonly values: readonly string[];
  }[];
}

/** The events of a run, in the order in which the instruction has them. */
function stepsOf(ran: RanProgram, { property, events }: RandomProperty): readonly Step[] {
  const at = new Map<string, Map<string, Point[]>>();
  const points = ran.java.points
    .filter((point) => point.property === property)
    .sort((left, right) =>
      left.method === right.method ? left.pc - right.pc : left.method < right.method ? -1 : 1,
    );
  for (const point of points) {
    const key = `${point.line} ${events[property.events.indexOf(point.event)]!.operation}`;
    const place = `${point.method} ${point.pc}`;
    const places = at.get(key) ?? new Map<string, Point[]>();
    places.set(place, [...(places.get(place) ?? []), point]);
    at.set(key, places);
  }
  return ran.trace.flatMap(({ line, copy, operation, objects }) => {
    const places = at.get(`${line} ${operation}`);
    if (places === undefined) return [];
    const here = [...places.values()][copy];
    if (here === undefined) throw new Error(`no copy ${copy} at line ${line} of ${ran.source.name}`);
    return [
      {
        points: here.map((point) => {
          const symbol = property.events.indexOf(point.event);
          return { point, symbol, values: events[symbol]!.objects.map((object) => objects[object]!) };
        }),
      },
    ];
  });
}

function reportsOf(
  steps: readonly Step[],
  one: RandomProperty,
  isKept: (point: Point) => boolean,
): readonly string[] {
  const monitors = new SliceMonitors(one.property);
  return steps.flatMap(({ points }) =>
    points.map(({ point, symbol, values }) => (isKept(point) ? monitors.step(symbol, values) : '')),
  );
}

test(
  `${count} random programs with random properties: sound changes no report`,
  () => {
    const worlds: readonly World[] = [
      { kind: 'open' },
      { kind: 'closed', entries: ['**#start'], reflection: ['**'] },
      { kind: 'closed', entries: ['**#start'], reflection: [] },
    ];
    const differences: string[] = [];
    let judged = 0;
    let reporting = 0;
    let all = 0;
    let removed = 0;
    for (let seed = firstSeed; seed < firstSeed + count; seed += batch) {
      const properties = Array.from({ length: propertiesOfBatch }, (_, index) =>
        randomProperty(`Q${seed + index}`, seed * 1000 + index),
      ).filter(({ property }) => property.events.length > 0);
      const size = Math.min(batch, firstSeed + count - seed);
      for (const ran of ranPrograms(
        randomPrograms(seed, size, level.java),
        properties.map(({ property }) => property),
        level,
      ))
        for (const world of worlds) {
          if (world.kind === 'closed' && ran.source.reflects === (world.reflection.length === 0)) continue;
          for (const threads of ['confined', 'shared'] as const) {
            const options = { threads, facts: [], world } as const;
            for (const one of properties) {
              const points = ran.java.points.filter(({ property }) => property === one.property);
              const decisions: ReadonlyMap<Point['id'], Decision> = sound(
                ran.java.program,
                one.property,
                points,
                options,
              );
              const steps = stepsOf(ran, one);
              const full = reportsOf(steps, one, () => true);
              const residual = reportsOf(steps, one, (point) => decisions.get(point.id)!.kept);
              judged++;
              all += points.length;
              removed += points.filter((point) => !decisions.get(point.id)!.kept).length;
              if (full.some((reports) => reports !== '')) reporting++;
              const first = full.findIndex((reports, step) => reports !== residual[step]);
              if (first >= 0) {
                differences.push(
                  `${ran.source.name} ${one.property.name} ${JSON.stringify(world)} ${threads}: event ${first}: RV <${full[first]}> RRV <${residual[first]}>`,
                );
                console.log(differences.at(-1));
              }
            }
          }
        }
    }
    console.log(`${judged} runs judged, ${reporting} with reports, ${removed} of ${all} points removed`);
    expect(differences).toEqual([]);
    expect(reporting).toBeGreaterThan(judged / 20);
  },
  millisecondsFor(count),
);
