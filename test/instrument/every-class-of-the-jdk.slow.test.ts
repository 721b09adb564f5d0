import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concatenate } from '../../src/archive/concatenate.ts';
import { openJImage } from '../../src/archive/jimage.ts';
import { newEntry, type OutputEntry, writeZip } from '../../src/archive/zip-writer.ts';
import type { EventId } from '../../src/automata/dfa.ts';
import { AccessFlag } from '../../src/classfile/access-flags.ts';
import { buildClass } from '../../src/classfile/class-builder.ts';
import { type ClassFile, readClassFile } from '../../src/classfile/class-file.ts';
import { Op } from '../../src/classfile/opcodes.ts';
import type { Point, PointId } from '../../src/events/point.ts';
import { classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import { imageClassSource } from '../../src/hierarchy/class-sources.ts';
import { complaintsOfAsm } from '../support/check-with-asm.ts';
import { everyBody, everyBodyOf } from '../support/every-body.ts';
import { everyCall, everyCallOf } from '../support/every-call.ts';
import { everyConstruction, everyConstructionOf } from '../support/every-construction.ts';
import { fileAccess } from '../support/file-access.ts';
import { compileJava, defaultJdk, isEveryJdkRead, jdksReadWhole, runJava } from '../support/jdk.ts';
import { type Everything, everythingUnit, weaveEverything } from '../support/weave-everything.ts';

/**
 * Every call of every class of the JDK gets an event before and one after it, with all values there are; or every
 * body gets one at its entry, one at each return and one around it, and every constructor call one when it throws (of the modules of
 * Java SE; RRV_EVERY_JDK=1 for all of them).
 * The woven JDK then runs, patched module by module, and its own verifier links every class: frames, types and
 * stack depths are judged by the JVM. The unit's entry points do nothing here and stand in java.base, as does what
 * objects would hold their slices by, all but records.
 * ASM's verifier, which judges otherwise than the JVM's, reads the classes of the newest JDK with events at calls as well.
 */
const jdks = jdksReadWhole();

const everything = [
  [
    'calls',
    {
      weave: { property: everyCall, pointsOf: everyCallOf },
      atLeast: 1_500_000,
      forAsm: true,
      modules: /./,
      oneOf: 250,
      // A few static initialisers of tables are nearly full already; nothing else stands in the way.
      obstacles: ['the method is too large, and a constructor call cannot be moved out of it'],
    },
  ],
  [
    'bodies and constructions',
    {
      weave: bodiesAndConstructions(),
      atLeast: 450_000,
      forAsm: false,
      modules: isEveryJdkRead ? /./ : /^java\./,
      // Each handler takes 15 bytes or more.
      oneOf: 250,
      obstacles: [
        'the constructor changes its parameters before it calls the other one',
        'the method is too large, and a constructor call cannot be moved out of it',
      ],
    },
  ],
] as const;

/** Both properties as one, so that a JDK is woven and linked once for them. */
function bodiesAndConstructions(): Everything {
  const events = [
    ...everyBody.events,
    ...everyConstruction.events.map((event) => ({ ...event, letter: (event.letter + 3) as EventId })),
  ];
  const monitor = { ...everyBody.monitor, alphabet: events.map(({ name }) => name), next: new Int32Array(5) };
  const property = { ...everyBody, events, monitor };
  const pointsOf = (file: ClassFile): Point[] =>
    [...everyBodyOf(file), ...everyConstructionOf(file)].map((point, index) => ({
      ...point,
      id: index as PointId,
      property,
      event: events.find(({ name }) => name === point.event.name)!,
    }));
  return { property, pointsOf };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rrv-jdk-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The unit with the same entry points, and its start, each of which only returns. */
function withoutMonitor(unit: Uint8Array): Uint8Array {
  const entryPoints = readClassFile(unit).methods.filter(({ name }) => /^(?:p\d|start$)/.test(name));
  const accessFlags = AccessFlag.public | AccessFlag.static;
  return buildClass({
    accessFlags: AccessFlag.public | AccessFlag.super,
    name: everythingUnit,
    superName: 'java/lang/Object',
    interfaces: [],
    fields: [],
    methods: entryPoints.map(({ name, descriptor }) => ({
      accessFlags,
      name,
      descriptor,
      instructions: [{ form: 'none', opcode: Op.return }],
    })),
  });
}

/** What the woven classes need of the runtime, where nothing is held. */
function holdingNothing(): Readonly<Record<string, Uint8Array>> {
  const slice = 'rrv/runtime/HeldSlice';
  const holder = 'rrv/runtime/SliceHolder';
  const common = { superName: 'java/lang/Object', interfaces: [], fields: [] };
  const make = {
    accessFlags: AccessFlag.public | AccessFlag.static,
    name: 'make',
    descriptor: `()L${slice};`,
    instructions: [
      { form: 'none', opcode: Op.aconst_null },
      { form: 'none', opcode: Op.areturn },
    ],
  } as const;
  const ofClass = AccessFlag.public | AccessFlag.super;
  const ofInterface = AccessFlag.public | AccessFlag.interface | AccessFlag.abstract;
  return {
    [slice]: buildClass({ accessFlags: ofClass, name: slice, ...common, methods: [make] }),
    [holder]: buildClass({ accessFlags: ofInterface, name: holder, ...common, methods: [] }),
  };
}

describe.each(jdks.map((jdk) => [jdk.release, jdk] as const))('JDK %i', (release, jdk) => {
  test.each(everything)('%s: the woven JDK runs, and links every class with verification', (what, chosen) => {
    const image = openJImage(fileAccess(join(jdk.home, 'lib', 'modules')));
    const moduleOf = (name: string) => image.moduleOf(name.slice(0, name.lastIndexOf('/')))!;
    const names = [...image.classNames()].filter((name) => chosen.modules.test(moduleOf(name)));
    const hierarchy = classHierarchy([imageClassSource(image, 'JDK')]);
    const classes = names.map((name) => [name, image.readClass(name)!] as const);
    const woven = weaveEverything(classes, hierarchy, false, chosen.weave);
    expect(woven.points).toBeGreaterThan(chosen.atLeast);
    expect([...woven.unmonitored.keys()].sort()).toEqual(chosen.obstacles);
    for (const number of woven.unmonitored.values()) expect(number).toBeLessThan(woven.points / chosen.oneOf);

    const modules = new Map<string, OutputEntry[]>(names.map((name) => [moduleOf(name), []]));
    const put = (module: string, entry: string, bytes: Uint8Array) =>
      modules.get(module)!.push(newEntry(entry, bytes));
    for (const [name, bytes] of woven.classes)
      if (name.endsWith('.class')) put('java.base', name, withoutMonitor(bytes));
      else put(moduleOf(name), `${name}.class`, bytes);
    for (const [name, bytes] of Object.entries(holdingNothing())) put('java.base', `${name}.class`, bytes);
    // Jars: a file for each of so many classes takes longer to write and to delete than to weave.
    const patchOf = (module: string) => join(folder, `${release}-${what}-${module}.jar`);
    for (const [module, entries] of modules)
      writeFileSync(patchOf(module), concatenate([...writeZip(entries)]));
    const driver = join(folder, `driver-${release}-${what}`);
    compileJava(defaultJdk(), [join(import.meta.dirname, 'java', 'LinkAll.java')], driver);
    const list = join(folder, `names-${release}-${what}`);
    writeFileSync(list, names.map((name) => name.replaceAll('/', '.')).join('\n'));
    const patches = [...modules.keys()].map((module) => `--patch-module=${module}=${patchOf(module)}`);
    const run = runJava(jdk, [
      '-Xverify:all',
      '-Xshare:off',
      ...patches,
      '--add-modules=ALL-SYSTEM',
      `--add-exports=java.base/rrv.runtime=${[...modules.keys()].join()}`,
      '-cp',
      driver,
      'LinkAll',
      list,
    ]);
    expect(run.stdout).not.toContain('FAILED');
    expect(run.stderr.replace(/^.*warning.*$/gim, '').trim()).toBe('');
    const linked = Number(/linked (\d+)/.exec(run.stdout)?.[1]);
    expect(linked).toBeGreaterThan(names.length * 0.95);
    if (chosen.forAsm && jdk === jdks.at(-1)) {
      // ASM cannot analyse a class without a superclass: it asks for that one when types meet.
      const wovenClasses = [...woven.classes].filter(
        ([name]) => !name.endsWith('.class') && name !== 'java/lang/Object',
      );
      const complaints = complaintsOfAsm(
        jdk,
        wovenClasses.map(([, bytes]) => bytes),
        holdingNothing(),
      );
      // What ASM says about a class as the JDK has it is not our doing: Holder classes are private, for example.
      const originals = complaints.map((complaint) => image.readClass(complaint.split(' ')[0]!)!);
      expect(complaintsOfAsm(jdk, originals)).toEqual(complaints);
      expect(complaints.length).toBeLessThan(10);
    }
    console.log(
      `JDK ${release}, ${what}: ${woven.points} points woven, ${run.stdout.trim().split('\n').at(-1)} of ${names.length}`,
    );
  });
});
