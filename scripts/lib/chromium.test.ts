import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSiblingShell } from './chromium.ts';

describe("the headless shell beside Playwright's Chromium", () => {
  let folder = '';
  const chromium = () => join(folder, 'chromium-1255', 'chrome-linux64', 'chrome');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leadloom-browsers-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('The shell of the same version is found, where no Chromium is, too', async () => {
    const shell = join(folder, 'chromium_headless_shell-1255', 'chrome-headless-shell-linux64', 'chrome-headless-shell');
    await writeProgram(shell, 0o755);
    expect(findSiblingShell(chromium())).toBe(shell);
  });

  test('The shell of another version, and a file that cannot be executed, are not taken', async () => {
    await writeProgram(
      join(folder, 'chromium_headless_shell-1254', 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
      0o755,
    );
    expect(findSiblingShell(chromium())).toBeNull();
    await writeProgram(
      join(folder, 'chromium_headless_shell-1255', 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
      0o644,
    );
    expect(findSiblingShell(chromium())).toBeNull();
  });

  test('A Chromium that Playwright did not install has none beside it', () => {
    expect(findSiblingShell('/usr/bin/chromium')).toBeNull();
  });
});

async function writeProgram(path: string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '', { mode });
}
