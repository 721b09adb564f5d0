import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccessFlag } from '../../../src/classfile/access-flags.ts';
import { readClassFile } from '../../../src/classfile/class-file.ts';
import { parameterCount } from '../../../src/classfile/descriptors.ts';
import { classHierarchy } from '../../../src/hierarchy/class-hierarchy.ts';
import type { ClassSource } from '../../../src/hierarchy/class-source.ts';
import type { CallGraphData } from '../../../src/residual/call-graph/call-graph.ts';
import { callGraph } from '../../../src/residual/call-graph/call-graph.ts';
import type { CallRequest, Request } from '../../../src/residual/call-graph/request.ts';
import type { ScannedMethod } from '../../../src/residual/call-graph/scanned-code.ts';
import { scanProgram } from '../../../src/residual/call-graph/scanned-program.ts';
import type { Targets } from '../../../src/residual/call-graph/targets.ts';
import { type CallFact, libraryFacts } from '../../../src/residual/facts/library-facts.ts';

/** One call of code of the class library, and a method of the program that it ran. */
export interface Observation {
  /** As it was made, by the class that declares the method. */
  readonly call: CallRequest;
  /** Class of the receiver; undefined: there is none, or it is an array. */
  readonly receiver: string | undefined;
  readonly probe: Probe;
  /** Calls that the program had made before: the last ones, and those that may change what is believed of others. */
  readonly steps: readonly string[];
  readonly episode: number;
}

export interface Probe {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** Reads what `Observe run` has written. */
export function readObservations(folder: string, file: string): readonly Observation[] {
  const probes = linesOf(join(folder, 'probes.txt')).map((line): Probe => {
    const [owner, name, descriptor] = line.split('\t');
    return { owner: owner!, name: name!, descriptor: descriptor! };
  });
  return linesOf(join(folder, file)).map((line) => {
    const [episode, call, receiver, probe, steps = ''] = line.split('\t');
    return {
      call: callOf(call!),
      receiver: receiver === '-' || receiver!.startsWith('[') ? undefined : receiver,
      probe: probes[Number(probe)]!,
      steps: steps === '' ? [] : steps.split('; '),
      episode: Number(episode),
    };
  });
}

export function linesOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

/** `virtual java/util/List get (I)Ljava/lang/Object;` */
function callOf(text: string): CallRequest {
  const [dispatch, owner, name, descriptor] = text.split(' ');
  return {
    kind: 'call',
    dispatch: dispatch as CallRequest['dispatch'],
    owner: owner!,
    name: name!,
    descriptor: descriptor!,
  };
}

/** Calls of a program by which the analysis believes more of all others: of comparators, streams, collectors, iterators, lazy collections. */
const remarkable = [
  / (?:comparing|thenComparing)\w* /,
  /java\/util\/stream\//,
  /java\/util\/stream\/Collector (?:supplier|accumulator|combiner|finisher) /,
  /java\/util\/(?:stream\/\w+ iterator|Spliterators iterator|Scanner <init>) |DirectoryStream|xml\/stream|imageio/,
  /(?:First|order|Ancestor)Enumeration /,
  / ofLazy /,
];

const ofAnyObject = /^(?:equals|hashCode|toString|compareTo|compare)$/;

/** Asks the analysis about observations. */
export interface Judge {
  /** The call as an instruction may name it, where the analysis does not foresee the method; undefined: it does. */
  unforeseen(observation: Observation): string | undefined;
  /**
   * What facts claim of a call: `b` what it calls back is bounded, `r` it does not keep its receiver, `a` nor its arguments, `s` it
   * returns the receiver, `f` it returns a new object.
   */
  claims(owner: string, name: string, descriptor: string): string;
}

/**
 * Asks it about the smallest program that could have made the observation: the classes of the probe and of the receiver, with the calls
 * that count for all others. (In a larger one the analysis foresees more.) `stubs`: the probes without code.
 * `forgetInheritedText`: a deliberate mistake of the call graph.
 */
export function judge(
  jdk: ClassSource,
  stubs: ReadonlyMap<string, Uint8Array>,
  facts: readonly CallFact[],
  options: { readonly forgetInheritedText?: boolean } = {},
): Judge {
  const read = remembered((name: string) => jdk.read(name));
  const library: ClassSource = { origin: 'jdk', label: jdk.label, names: () => [], read };
  const hierarchyOf = (names: readonly string[]) =>
    classHierarchy([
      {
        origin: 'application',
        label: 'probes',
        names: () => names,
        read: (name) => (names.includes(name) ? stubs.get(name) : undefined),
      },
      library,
    ]);
  const whole = hierarchyOf([...stubs.keys()]);
  const knownFacts = libraryFacts(facts, whole);

  const graphs = new Map<string, CallGraphData>();
  const graphOf = (classes: readonly string[], steps: readonly string[]): CallGraphData => {
    const key = [...classes, ...steps].join('\n');
    let graph = graphs.get(key);
    if (graph === undefined) {
      const scanned = scanProgram(classes.map((name) => readClassFile(stubs.get(name)!)));
      const maker: ScannedMethod = {
        owner: classes[0]!,
        superName: undefined,
        name: 'steps',
        descriptor: '()V',
        isStatic: true,
        isAbstract: false,
        isNative: false,
        isPrivate: true,
        requests: steps.map(callOf),
        classConstants: [],
        functions: [],
      };
      graph = callGraph({ ...scanned, methods: [...scanned.methods, maker] }, hierarchyOf(classes), options);
      if (graphs.size > 2000) graphs.clear();
      graphs.set(key, graph);
    }
    return graph;
  };

  const isPublic = (name: string): boolean =>
    ((whole.header(name)?.accessFlags ?? 0) & AccessFlag.public) !== 0 && !/^(?:sun|jdk)\//.test(name);
  /** Types by which an instruction may call what was called: the receiver's, where they have the method and all may name them. */
  const ownersByCall = remembered((key: string): readonly string[] => {
    const [receiver, name, descriptor] = key.split(' ');
    return [...whole.superTypes(receiver!)].filter(
      (type) =>
        isPublic(type) &&
        ((whole.resolveMethod(type, name!, descriptor!)?.accessFlags ?? 0) & AccessFlag.public) !== 0,
    );
  });
  const requestsFor = ({ call, receiver }: Observation): readonly Request[] => {
    if (call.dispatch !== 'virtual' || receiver === undefined) return [call];
    const { name, descriptor } = call;
    const owners = ownersByCall(`${receiver} ${name} ${descriptor}`);
    const calls: Request[] = (owners.length === 0 ? [call.owner] : owners).map((owner) => ({
      ...call,
      owner,
    }));
    // Records and concatenation ask all that they are made of for the same.
    return /^(?:toString|hashCode|equals)$/.test(name) ? [...calls, { kind: 'objectProtocol' }] : calls;
  };

  const isAmong = (graph: CallGraphData, { anything, methods }: Targets, { owner, name }: Probe): boolean =>
    anything ||
    methods.some((index) => graph.methods[index]!.owner === owner && graph.methods[index]!.name === name);
  const foresees = (graph: CallGraphData, request: Request, probe: Probe): boolean => {
    const targets = graph.targets(request);
    if (isAmong(graph, targets, probe)) return true;
    if (!targets.library || request.kind !== 'call') return false;
    const callsBack = knownFacts.ofCall(request)?.callsBack;
    return (
      callsBack === undefined ||
      callsBack.some((callBack) => isAmong(graph, graph.callBackTargets(callBack), probe))
    );
  };
  const answers = new Map<string, boolean>();
  return {
    claims(owner, name, descriptor) {
      const known = knownFacts.ofCall({ owner, name, descriptor });
      if (known === undefined) return '';
      return [
        known.callsBack === undefined ? '' : 'b',
        known.isRetained('receiver') ? '' : 'r',
        Array.from({ length: parameterCount(descriptor) }, (_, at) => known.isRetained(at)).includes(true)
          ? ''
          : 'a',
        typeof known.returns === 'object' && known.returns.operand === 'receiver' ? 's' : '',
        known.returns === 'fresh' ? 'f' : '',
      ].join('');
    },
    unforeseen(observation) {
      const { call, receiver, probe } = observation;
      if (isNotModelled(observation)) return undefined;
      const classes = [
        ...new Set([...(receiver !== undefined && stubs.has(receiver) ? [receiver] : []), probe.owner]),
      ];
      const steps = remarkable.flatMap((kind) => observation.steps.find((step) => kind.test(step)) ?? []);
      // Stubs are empty: what a probe calls with `super` has to be told.
      if (call.dispatch === 'special' && ofAnyObject.test(call.name))
        steps.push(`special ${call.owner} ${call.name} ${call.descriptor}`);
      for (const request of requestsFor(observation)) {
        const text =
          request.kind === 'call'
            ? `${request.dispatch} ${request.owner}.${request.name}${request.descriptor}`
            : request.kind;
        const key = [text, ...classes, probe.name, ...steps].join(' ');
        let answer = answers.get(key);
        if (answer === undefined) {
          answer = foresees(graphOf(classes, steps), request, probe);
          answers.set(key, answer);
        }
        if (!answer) return text;
      }
      return undefined;
    },
  };
}

/** docs/soundness.md, "Not modelled": what AWT's and Swing's own objects ask others for when they are compared. */
function isNotModelled({ call }: Observation): boolean {
  return (
    ofAnyObject.test(call.name) &&
    /^(?:java\/awt|java\/beans|javax\/swing|javax\/management)\//.test(call.owner)
  );
}

function remembered<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
