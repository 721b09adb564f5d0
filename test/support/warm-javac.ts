import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { repositoryRoot } from './repository.ts';

/** A JVM that compiles for this process, in which javac is warm. */
interface Server {
  readonly port: MessagePort;
  /** 1 when the answer is there. */
  readonly answered: Int32Array;
}

/** By home of the JDK; undefined where it did not answer. */
const servers = new Map<string, Server | undefined>();
/** Milliseconds. */
const patience = 120_000;

/**
 * Runs the javac of a JDK with the arguments and returns its exit code; undefined: that did not work, and the
 * command has to be run. The command takes 0.7 s of processor time for a small file, and so does the first call
 * here; the hundredth takes 0.02 s.
 */
export function warmJavac(home: string, args: readonly string[]): number | undefined {
  if (!servers.has(home)) servers.set(home, start(home));
  const server = servers.get(home);
  if (server === undefined) return undefined;
  Atomics.store(server.answered, 0, 0);
  server.port.postMessage(args);
  const waited = Atomics.wait(server.answered, 0, 0, patience);
  const code = waited === 'timed-out' ? undefined : receiveMessageOnPort(server.port)?.message;
  if (typeof code === 'number') return code;
  servers.set(home, undefined);
  return undefined;
}

function start(home: string): Server {
  // Benchmarks are compiled elsewhere, without what is no TypeScript.
  const support = join(repositoryRoot(), 'test', 'support');
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(join(support, 'javac-worker.mjs'), {
    workerData: {
      java: join(home, 'bin', 'java'),
      server: join(support, 'java', 'CompileServer.java'),
      port: port2,
      answered,
    },
    transferList: [port2],
    execArgv: [],
  });
  // Neither keeps the process from ending, which ends the JVM: nobody writes to it any more.
  worker.unref();
  port1.unref();
  return { port: port1, answered };
}
