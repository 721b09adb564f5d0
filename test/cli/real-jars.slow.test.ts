import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openZip } from '../../src/archive/zip-reader.ts';
import { optionsOf, writeZip } from '../../src/archive/zip-writer.ts';
import { rrv } from '../support/cli.ts';
import { fileAccess } from '../support/file-access.ts';
import { defaultJdk } from '../support/jdk.ts';
import { mavenJars } from '../support/maven.ts';

const folder = mkdtempSync(join(tmpdir(), 'rrv-real-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Jars by different tools: a Spring Boot executable with a launch script, Ant's and Maven's, a signed one. */
const artifacts = [
  'io.zipkin:zipkin-server:2.23.16:exec',
  'xalan:xalan:2.7.1',
  'org.bouncycastle:bcprov-jdk15on:1.70',
  'org.aspectj:aspectjtools:1.9.24',
];
const jars = mavenJars({ artifacts });
const zipkin = jars.find((jar) => basename(jar).startsWith('zipkin'))!;

test.each(jars.map((jar) => [basename(jar), jar]))('%s is read whole, and copied byte for byte', (_, jar) => {
  const archive = openZip(fileAccess(jar), { file: jar });
  for (const entry of archive.entries) archive.read(entry);
  const original = readFileSync(jar);
  let position = 0;
  for (const piece of writeZip(
    archive.entries.map((entry) => ({ kind: 'copy', entry })),
    optionsOf(archive),
  )) {
    if (Buffer.compare(piece, original.subarray(position, position + piece.length)) !== 0)
      throw new Error(`differs between byte ${position} and ${position + piece.length}`);
    position += piece.length;
  }
  expect(position).toBe(original.length);
});

test('a Spring Boot server starts, serves and reports after instrumentation', async () => {
  const output = join(folder, 'zipkin.jar');
  const properties = 'SafeIterator,SafeHasNext';
  const run = rrv(['instrument', zipkin, '--prop', properties, '--analysis', 'none', '-o', output]);
  expect(run).toMatchObject({ status: 0, stdout: '' });
  // Zipkin's own settings: any free port, no self-tracing.
  const server = spawn(join(defaultJdk().home, 'bin/java'), ['-jar', output], {
    env: { ...process.env, QUERY_PORT: '0', RRV_REPORT: join(folder, 'report.json') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  let log = '';
  let errors = '';
  server.stderr.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  const port = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (data: Buffer) => {
      log += data.toString();
      const serving = /Serving HTTP at .*http:\/\/127\.0\.0\.1:(\d+)/.exec(log);
      if (serving !== null) resolve(serving[1]!);
    });
    server.on('exit', () => reject(new Error(`the server ended\n${log}\n${errors}`)));
  });
  const health: unknown = await (await fetch(`http://127.0.0.1:${port}/health`)).json();
  server.kill('SIGTERM');
  await ended;
  expect(health).toMatchObject({ status: 'UP' });
  expect(errors).toContain('rrv: ');
  expect(errors).not.toMatch(/VerifyError|NoClassDefFoundError|LinkageError/);
  const report: unknown = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(report).toMatchObject({
    schemaVersion: 1,
    properties: [{ name: 'SafeIterator' }, { name: 'SafeHasNext' }],
  });
});
