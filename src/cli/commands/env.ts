import { arch, platform, release } from 'node:os';
import { jdkNotThere, RrvError } from '../../diagnostics.ts';
import type { Command, CommonOptions } from '../command.ts';
import { exitCode } from '../exit-code.ts';
import { findJdk } from '../java/jdk.ts';
import { jsonOption } from '../options/json.ts';
import type { Terminal } from '../terminal.ts';
import { rrvVersion, runtimeJar } from '../version.ts';

interface Options extends CommonOptions {
  readonly jdk: string | undefined;
  readonly json: boolean;
}

export const env: Command<Options> = {
  syntax: 'env',
  summary: 'Print what a bug report needs to say about this machine',
  build: (yargs) =>
    yargs
      .option('jdk', { type: 'string', describe: 'Home directory of the JDK to use' })
      .option('json', jsonOption),
  async run({ jdk, json }, { terminal, environment }) {
    const found = {
      rrv: rrvVersion(),
      node: process.versions.node,
      system: `${platform()} ${release()} ${arch()}`,
      jdk: jdkLine(jdk, environment, terminal),
      runtime: runtimeJar() ?? 'not built',
    };
    if (json) terminal.data(JSON.stringify({ schemaVersion: 1, ...found }, null, 2));
    else for (const [name, value] of Object.entries(found)) terminal.data(`${name.padEnd(8)} ${value}`);
    return exitCode.done;
  },
};

function jdkLine(option: string | undefined, environment: NodeJS.ProcessEnv, terminal: Terminal): string {
  try {
    const jdk = findJdk(option, environment);
    if (jdk.passedOver !== undefined) terminal.diagnostic(jdkNotThere(jdk.passedOver, jdk.home));
    return `${jdk.release} (${jdk.home}, by ${jdk.foundBy})`;
  } catch (error) {
    if (error instanceof RrvError && option === undefined) return 'not found';
    throw error;
  }
}
