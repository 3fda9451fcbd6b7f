import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory, removeDirectory } from '../../server/src/testing/temporary-directory.ts';
import { root } from './run.ts';

describe.runIf(process.platform === 'linux')('the watch of the command that launched a server', () => {
  let directory: string;
  let launcher: string;
  beforeEach(async () => {
    directory = await makeTemporaryDirectory('launcher');
    launcher = join(directory, 'pnpm');
    await writeFile(launcher, '#!/bin/sh\n"$@"\nexit $?\n');
    await chmod(launcher, 0o755);
  });
  afterEach(() => removeDirectory(directory));

  async function writeProgram(text: string): Promise<string> {
    const program = join(directory, 'program.mjs');
    await writeFile(
      program,
      `import { closeSync, openSync } from 'node:fs';
      import { watchLauncher } from '${join(root, 'scripts/lib/watch-launcher.ts')}';
      let isGone = false;
      watchLauncher(() => { isGone = true; });
      ${text}`,
    );
    return program;
  }

  it('without file descriptors, it is not taken for gone', async () => {
    const program = await writeProgram(`
      const taken = [];
      try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch {}
      setTimeout(() => {
        for (const descriptor of taken) closeSync(descriptor);
        process.stdout.write(isGone ? 'gone' : 'there');
      }, 1_600);`);
    const command = ['sh', '-c', 'ulimit -n 64 && exec "$0" "$1"', process.execPath, program];
    expect((await promisify(execFile)(launcher, command, { timeout: 30_000 })).stdout).toBe('there');
  });

  it('when it is killed, it is gone', async () => {
    const program = await writeProgram(`
      process.stdout.write('ready');
      setInterval(() => { if (isGone) { process.stdout.write(' gone'); process.exit(); } }, 50);`);
    const child = spawn(launcher, [process.execPath, program], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said, { timeout: 10_000 }).toBe('ready');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(said).toBe('ready gone');
  });
});
