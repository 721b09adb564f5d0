import { expect, test } from 'vitest';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import { candidateEvents } from '../../src/events/candidate-events.ts';
import { type CallJoinPoint, callJoinPoint } from '../../src/events/join-point.ts';
import { matchPointcut } from '../../src/events/match-pointcut.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { loadProperties } from '../../src/property/language/load.ts';
import { libraryProperties } from '../../src/property/library/index.ts';
import { theJdk } from '../residual/sound/java-program.ts';

const hierarchy = classHierarchy([theJdk()]);

/** Calls of these classes, each callee once. */
const callees: readonly CallJoinPoint[] = [
  ...new Map(
    [
      ...['java/util/AbstractMap', 'java/util/Collections', 'java/util/Scanner', 'java/util/Properties'],
      ...['java/util/concurrent/ThreadPoolExecutor', 'java/util/stream/Collectors', 'java/util/jar/JarFile'],
      ...['java/io/PrintStream', 'java/io/BufferedReader', 'java/io/ObjectInputStream', 'java/net/Socket'],
    ].flatMap((name) => {
      const file = readClassFile(theJdk().read(name)!);
      return file.methods
        .flatMap((method) => readCode(file, method)?.instructions ?? [])
        .flatMap((instruction) => callJoinPoint(instruction, name) ?? [])
        .map((call) => [JSON.stringify(call), call] as const);
    }),
  ).values(),
];

const { properties: own } = loadProperties(
  'owners.mop',
  `import java.util.*;
Owners(Object o) {
  event plain before(Object o) : call(* Collection.*(..)) && target(o) {}
  event below before(Object o) : call(* AbstractMap+.*(..)) && target(o) {}
  event wild before(Object o) : call(* java.util..*.*(..)) && target(o) {}
  event either before(Object o) : call(* (List+ || Map+).*(..)) && target(o) {}
  event both before(Object o) : call(* (Iterable+ && Collection+).*(..)) && target(o) {}
  event none before(Object o) : call(* (!Object).*(..)) && target(o) {}
  event any before(Object o) : call(* size(..)) && target(o) {}
  event objects before(Object o) : call(* Object.*(..)) && target(o) {}
  event two before(Object o) : (call(* Set+.*(..)) || call(* Iterator+.next())) && target(o) {}
  event open before(Object o) : (call(* Set+.*(..)) || !call(* Iterator+.next())) && target(o) {}
  event bodies before(Object o) : (execution(* Set+.*(..)) || call(* Iterator.next())) && target(o) {}
  event made after() returning(Object o) : call(AbstractMap+.new(..)) {}
  event elsewhere before(Object o) : call(* Set+.*(..)) && !within(java.lang..*) && target(o) {}
  event within before(Object o) : within(java.lang..*) && call(* *.*(..)) && target(o) {}
  event code before(Object o) : !withincode(* Object.toString()) && call(* Set+.*(..)) && target(o) {}
  event own before(Object o, Object p) : (call(* Set+.*(..)) || call(* Map+.*(..))) && target(o) && this(p) {}
  event not before(Object o) : call(* Set+.*(..)) && !(this(Set) && target(Set)) && target(o) {}
  ere : plain below
  @match { }
}
`,
  { lookup: (name) => /^java\.(?:lang|util)\.[A-Z]\w*$/.test(name) },
);

test.each([
  ['of the library', libraryProperties()],
  ['with patterns of all forms', own],
])('what a pointcut says about the class of the method leaves out no match: events %s', (_, properties) => {
  const candidates = candidateEvents(properties);
  const caller = { className: 'java/lang/Object', name: 'toString', descriptor: '()V', isStatic: false };
  let [matched, leftOut] = [0, 0];
  for (const call of callees) {
    const superTypes = hierarchy.superTypes(call.owner);
    for (const { event, owners } of candidates.named(call)) {
      const isOther = owners !== undefined && !owners.some((type) => superTypes.has(type));
      const { kind } = matchPointcut(event.pointcut, call, hierarchy, caller);
      if (isOther) expect(`${call.owner}.${call.name} ${event.name} ${kind}`).toMatch(/ never$/);
      if (kind === 'match') matched++;
      if (isOther) leftOut++;
    }
  }
  expect(matched).toBeGreaterThan(500);
  expect(leftOut).toBeGreaterThan(2 * matched);
});

test('what matches for no caller, without one', () => {
  const callers = [
    { className: 'java/lang/Object', name: 'toString', descriptor: '()V', isStatic: false },
    { className: 'java/util/TreeSet', name: 'clear', descriptor: '()V', isStatic: false },
    { className: 'java/util/Map$Entry', name: 'of', descriptor: '()V', isStatic: true },
  ];
  const candidates = candidateEvents([...libraryProperties(), ...own]);
  let [matched, leftOut] = [0, 0];
  for (const call of callees)
    for (const { event, dependsOnCaller } of candidates.named(call)) {
      if (!dependsOnCaller) continue;
      const isLeftOut = matchPointcut(event.pointcut, call, hierarchy, undefined).kind === 'never';
      for (const caller of callers) {
        const { kind } = matchPointcut(event.pointcut, call, hierarchy, caller);
        if (isLeftOut) expect(`${call.owner}.${call.name} ${event.name} ${kind}`).toMatch(/ never$/);
        if (kind === 'match') matched++;
      }
      if (isLeftOut) leftOut++;
    }
  expect(matched).toBeGreaterThan(500);
  expect(leftOut).toBeGreaterThan(2 * matched);
});

test('no event of the library is compared with every call: of those of any name, each says which types they are of', () => {
  const ofAnyName = candidateEvents(libraryProperties()).named({ ...callees[0]!, name: 'noSuchName' });
  expect(ofAnyName.length).toBeGreaterThan(5);
  expect(ofAnyName.filter(({ owners }) => owners === undefined)).toEqual([]);
});
