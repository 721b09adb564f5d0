import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { jarOf } from '../../test/support/jar.ts';
import { compileJava, type Jdk, runJava } from '../../test/support/jdk.ts';
import { mavenJars } from '../../test/support/maven.ts';
import { repositoryRoot } from '../../test/support/repository.ts';
import { contents, derived, hashOf } from '../dacapo/derived.ts';
import type { RealProgram } from '../programs/programs.ts';
import { runProgram } from '../programs/run-program.ts';

/** A method, as the JVM names it. */
export interface MethodName {
  readonly owner: string;
  readonly name: string;
  readonly descriptor: string;
}

/** A method of the program that ran, and what of the program ran it. */
export interface TracedCall {
  /** Undefined: a thread began there. */
  readonly caller: MethodName | undefined;
  /** Of the caller, from 0. Undefined: it is not known. */
  readonly instruction: number | undefined;
  readonly callee: MethodName;
  /** The methods of the class library between both (`java.util.HashMap.put`), innermost first. */
  readonly between: readonly string[];
}

export interface TracedRun {
  readonly status: number | null;
  /** Each once. */
  readonly calls: readonly TracedCall[];
  /** Classes that could not be traced, in words. */
  readonly notTraced: readonly string[];
}

/** Runs the program in an empty folder with an agent that notes who calls whom. */
export function tracedRun(program: RealProgram, jars: readonly string[], jdk: Jdk): TracedRun {
  return runProgram(
    program,
    { jars, published: jars },
    (file) => [agentOption(jdk, file)],
    (args, folder, file) => {
      const { status, stderr } = runJava(jdk, args, {}, folder);
      return {
        status,
        calls: readFileSync(file, 'utf8').split('\n').filter(Boolean).map(tracedCall),
        notTraced: stderr.match(/^calls: not traced: .*/gm) ?? [],
      };
    },
  );
}

/** `Main main ([Ljava/lang/String;)V 3`, a tab, a method, a tab, the frames between. */
function tracedCall(line: string): TracedCall {
  const [place, callee, between] = line.split('\t');
  const caller = methodName(place!);
  const instruction = place!.split(' ')[3];
  return {
    caller: caller.owner === '-' ? undefined : caller,
    instruction: instruction === '-' ? undefined : Number(instruction),
    callee: methodName(callee!),
    between: between!.split(' ').filter(Boolean),
  };
}

function methodName(text: string): MethodName {
  const [owner, name, descriptor] = text.split(' ');
  return { owner: owner!, name: name!, descriptor: descriptor! };
}

/** The option of `java` that traces to the file. Compiles the agent when it is first asked for. */
function agentOption(jdk: Jdk, file: string): string {
  const asm = mavenJars({ artifacts: ['org.ow2.asm:asm-tree:9.10.1'], transitive: true });
  const sourceFolder = join(repositoryRoot(), 'benchmarks', 'calls', 'java', 'calls');
  const sources = readdirSync(sourceFolder).map((name) => join(sourceFolder, name));
  const folder = derived('calls', hashOf([jdk.home, ...contents(sources)]), (work) => {
    compileJava(jdk, sources, work, ['-cp', asm.join(delimiter)]);
    for (const name of ['Agent', 'CallWeaver', 'Tracer'])
      writeFileSync(join(work, `${name}.jar`), jarOfClass(name, join(work, 'calls')));
  });
  const [agent, tracer, weaver] = ['Agent', 'Tracer', 'CallWeaver'].map((name) =>
    join(folder, `${name}.jar`),
  );
  return `-javaagent:${agent}=${[file, tracer, weaver, ...asm].join(',')}`;
}

/** A jar of the class and those inside it. */
function jarOfClass(name: string, folder: string): Uint8Array {
  const files = readdirSync(folder).filter((file) => /^(\w+)[.$]/.exec(file)?.[1] === name);
  return jarOf({
    'META-INF/MANIFEST.MF': new TextEncoder().encode('Manifest-Version: 1.0\nPremain-Class: calls.Agent\n'),
    ...Object.fromEntries(files.map((file) => [`calls/${file}`, readFileSync(join(folder, file))])),
  });
}
