/**
 * The thread behind warm-javac.ts, which waits while this one hands its requests to a CompileServer: the
 * caller needs the answer before it goes on, and a process can only be talked to in turns of an event loop.
 */
import { spawn } from 'node:child_process';
import { workerData } from 'node:worker_threads';

const { java, server, port, answered } = workerData;

const child = spawn(java, ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx512m', server], {
  stdio: ['pipe', 'pipe', 'ignore'],
});
let ended = false;
let received = Buffer.alloc(0);

/** `code`: the compiler's exit code; undefined when there is no compiler any more. */
function answer(code) {
  port.postMessage(code);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}

function end() {
  if (ended) return;
  ended = true;
  answer(undefined);
}

child.on('error', end);
child.on('exit', end);
child.stdin.on('error', end);
child.stdout.on('data', (bytes) => {
  received = Buffer.concat([received, bytes]);
  if (received.length < 4) return;
  const code = received.readInt32BE(0);
  received = received.subarray(4);
  answer(code);
});

port.on('message', (args) => {
  if (ended) {
    answer(undefined);
    return;
  }
  const count = Buffer.alloc(4);
  count.writeInt32BE(args.length);
  child.stdin.write(count);
  for (const argument of args) {
    const bytes = Buffer.from(argument);
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes.length);
    child.stdin.write(length);
    child.stdin.write(bytes);
  }
});
