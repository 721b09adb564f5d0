import { join } from 'node:path';
import type { ApplicationArchive } from '../../src/archive/application.ts';
import { allArchives, openArchiveTree } from '../../src/archive/archive-tree.ts';
import { openJImage } from '../../src/archive/jimage.ts';
import { readClassFile } from '../../src/classfile/class-file.ts';
import { readCode } from '../../src/classfile/code.ts';
import type { Instruction } from '../../src/classfile/instruction.ts';
import { type ClassHierarchy, classHierarchy } from '../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../src/hierarchy/class-source.ts';
import { archiveClassSource, imageClassSource } from '../../src/hierarchy/class-sources.ts';
import type { Program, ProgramClass, World } from '../../src/residual/analysis.ts';
import type { EffectGraph } from '../../src/residual/call-graph/effect-graph.ts';
import { requestsOf } from '../../src/residual/call-graph/instruction-requests.ts';
import { requestKey } from '../../src/residual/call-graph/request.ts';
import { callingClassOf } from '../../src/residual/call-graph/scanned-code.ts';
import { wholeProgram } from '../../src/residual/sound/program/whole-program.ts';
import { noWeakening, type Weakenings } from '../../src/residual/weakening.ts';
import { fileAccess } from '../../test/support/file-access.ts';
import type { Jdk } from '../../test/support/jdk.ts';
import type { MethodName, TracedCall } from './traced-calls.ts';

export interface JudgedCalls {
  /** Calls of which the analysis was asked. */
  readonly asked: number;
  /** Calls from or of classes that are not in the jars: made at run time. */
  readonly unknown: number;
  /** What docs/soundness.md says is not modelled. */
  readonly notModelled: number;
  /** In words: what was called, what ran, the place; one line for each kind. */
  readonly unforeseen: readonly string[];
}

/**
 * Asks the analysis about calls that happened: what ran has to be among what the instruction may run by itself, by way of call-backs
 * and function objects alone. (A way through other methods of the program would be luck.) In a closed world, in which reflection
 * and generated classes do what they did in this run, all methods that ran have to be reachable, and each has to be what some instruction of its caller
 * may run. `weakenings`: deliberate mistakes.
 */
export function judgeCalls(
  jars: readonly string[],
  calls: readonly TracedCall[],
  kind: World['kind'],
  jdk: Jdk,
  weakenings: Weakenings = noWeakening,
): JudgedCalls {
  const program = programOf(jars, jdk);
  const world = kind === 'open' ? ({ kind } as const) : closedWorldOf(calls, program.hierarchy);
  const { graph, effects, reachable } = wholeProgram(
    program,
    { threads: 'confined', facts: [], world },
    weakenings,
  );
  const runs = directRuns(effects.graph, graph.methods.length);
  const code = instructionsOf(program.hierarchy);
  const isReachable = (methods: readonly number[]): boolean =>
    reachable === undefined || methods.some((one) => reachable.has(one));
  const find = ({ owner, name, descriptor }: MethodName) => graph.find(owner, name, descriptor);
  let [asked, unknown, notModelled] = [0, 0, 0];
  const unforeseen = new Map<string, string>();
  for (const call of calls) {
    if (call.caller === undefined) continue;
    const [callers, callees] = [find(call.caller), find(call.callee)];
    if (callers.length === 0 || callees.length === 0) {
      unknown++;
      continue;
    }
    if (isNotModelled(call)) {
      notModelled++;
      continue;
    }
    asked++;
    const instruction = kind === 'open' ? code(call) : undefined;
    const requests =
      instruction === undefined
        ? undefined
        : requestsOf(instruction, callingClassOf(graph.methods[callers[0]!]!));
    const nodes = requests?.map(effects.graph.nodeOfRequest) ?? callers;
    if (isReachable(callees) && nodes.some((node) => runs(node, callees))) continue;
    const outermost = call.between.at(-1);
    const what = [
      requests?.map(requestKey).join(', ') ?? 'an instruction',
      ...(outermost === undefined ? [] : [`(${outermost})`]),
      `ran ${call.callee.name}${call.callee.descriptor}`,
      ...(isReachable(callees) ? [] : ['which is unreachable']),
    ].join(' ');
    if (!unforeseen.has(what))
      unforeseen.set(what, `${what}: of ${call.callee.owner}, in ${call.caller.owner}.${call.caller.name}`);
  }
  return { asked, unknown, notModelled, unforeseen: [...unforeseen.values()] };
}

/**
 * docs/soundness.md, "Not modelled"; what has no event in it: the array of an enumeration; and default methods of a Scala trait that override
 * Object's, which StackWalker takes for Object's.
 */
function isNotModelled({ callee, between }: TracedCall): boolean {
  return (
    (between.some((frame) => /^java\.lang\.Object\.(?:toString|hashCode|equals)$/.test(frame)) &&
      callee.name !== 'hashCode') ||
    (callee.name === 'invoke' && between.some((frame) => /\$Proxy\d+\.\w+$/.test(frame))) ||
    (callee.name === 'values' && between.includes('java.lang.Class.getEnumConstantsShared')) ||
    between.at(-1) === 'java.lang.ClassLoader.loadClass'
  );
}

/** Reflection, loaders of services and method handles, and classes that are made at run time, run what they ran. */
function closedWorldOf(calls: readonly TracedCall[], hierarchy: ClassHierarchy): World {
  const isReflection =
    /^java\.lang\.(?:reflect|invoke)\.|^jdk\.internal\.reflect\.|^java\.lang\.Class\.newInstance$|^java\.util\.ServiceLoader|\$Proxy/;
  const entries = new Set(['main']);
  const reflection = new Set<string>();
  for (const { caller, callee, between } of calls) {
    if (caller === undefined || hierarchy.header(callee.owner)?.origin !== 'application') continue;
    const glob = `${callee.owner.replaceAll('/', '.')}#${callee.name}`;
    if (hierarchy.header(caller.owner) === undefined) entries.add(glob);
    if (between.some((frame) => isReflection.test(frame))) reflection.add(glob);
  }
  return { kind: 'closed', entries: [...entries], reflection: [...reflection] };
}

/** Whether a node runs one of the methods, not by way of other methods. */
function directRuns(
  { callees }: EffectGraph,
  methodCount: number,
): (node: number, methods: readonly number[]) => boolean {
  /** Undefined: anything. */
  const known = new Map<number, ReadonlySet<number> | undefined>();
  const find = (from: number): ReadonlySet<number> | undefined => {
    const methods = new Set<number>();
    const passed = new Set([from]);
    for (const node of passed) {
      const called = callees(node);
      if (called === undefined) return undefined;
      for (const callee of called) (callee < methodCount ? methods : passed).add(callee);
    }
    return methods;
  };
  return (from, wanted) => {
    if (!known.has(from)) known.set(from, find(from));
    const methods = known.get(from);
    return methods === undefined || wanted.some((one) => methods.has(one));
  };
}

/** The instruction that made a call. */
function instructionsOf(hierarchy: ClassHierarchy): (call: TracedCall) => Instruction | undefined {
  const known = new Map<string, readonly Instruction[]>();
  return ({ caller, instruction }) => {
    if (caller === undefined || instruction === undefined) return undefined;
    const { owner, name, descriptor } = caller;
    const key = `${owner} ${name} ${descriptor}`;
    let instructions = known.get(key);
    if (instructions === undefined) {
      // Not there: the call graph has made the class, of a proxy.
      const file = hierarchy.classFile(owner);
      const method = file?.methods.find((one) => one.name === name && one.descriptor === descriptor);
      instructions = method === undefined ? [] : readCode(file!, method)!.instructions;
      known.set(key, instructions);
    }
    return instructions[instruction];
  };
}

/** Without points. */
function programOf(jars: readonly string[], jdk: Jdk): Program {
  const sources = jars
    .flatMap((jar) => allArchives(openArchiveTree(fileAccess(jar), { file: jar }, () => {})))
    .map(({ application }) => ({
      application,
      source: archiveClassSource(application, 'application', jdk.release),
    }));
  const image = openJImage(fileAccess(join(jdk.home, 'lib/modules')));
  const hierarchy = classHierarchy([...sources.map(({ source }) => source), imageClassSource(image, 'JDK')]);
  const classes = sources.flatMap(({ application, source }) => [...classesOf(application, source)]);
  return {
    classes: () => classes,
    classOf: () => {
      throw new Error('there are no points');
    },
    pointsOf: () => [],
    hierarchy,
  };
}

function* classesOf({ label }: ApplicationArchive, source: ClassSource): Generator<ProgramClass> {
  for (const name of source.names()) {
    const bytes = source.read(name)!;
    yield {
      name,
      input: label,
      entry: `${name}.class`,
      instrumented: true,
      classFile: () => readClassFile(bytes, { file: label, className: name }),
    };
  }
}
