import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rrvVersion } from '../../src/cli/version.ts';
import { repositoryRoot } from '../support/repository.ts';

it.skipIf(process.platform === 'win32')('the package is made and installed as the README says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rrv-install-'));
  const run = (command: string, args: readonly string[], cwd = folder): string =>
    execFileSync(command, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, npm_config_prefix: join(folder, 'npm'), npm_config_update_notifier: 'false' },
    });
  try {
    run('npm', ['pack', '--pack-destination', folder], repositoryRoot());
    const packed = `rrv-${rrvVersion()}.tgz`;
    expect(readdirSync(folder)).toEqual([packed]);
    // Elsewhere, as any project: npx finds what is installed for all.
    mkdirSync(join(folder, 'npm'));
    run('npm', ['install', '--global', `./${packed}`]);
    expect(run('npx', ['--offline', 'rrv', '--version'])).toBe(`${rrvVersion()}\n`);
    expect(run('npx', ['--offline', 'rrv', 'env'])).toContain(
      join('node_modules', 'rrv', 'dist', 'runtime', 'rrv-runtime.jar'),
    );
    mkdirSync(join(folder, 'project'));
    const project = join(folder, 'project');
    run('npm', ['init', '-y'], project);
    run('npm', ['install', '--save-dev', join(folder, packed)], project);
    expect(run('npx', ['--offline', 'rrv', 'env'], project)).toContain(project);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
