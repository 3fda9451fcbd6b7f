/** Builds with the project's own Vite, in a process of its own. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '..', '..', '..', '..');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** @throws with Vite's output when the build fails or takes longer than a minute */
export async function runVite(settings: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error', ...options], {
    cwd: root,
    env: { ...process.env, ...settings },
    timeout: 60_000,
  });
}
