/** A directory for one test. The database inside runs as another user when tests run as root, so all may pass through. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function makeTemporaryDirectory(name: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `leadloom-${name}-`));
  await chmod(directory, 0o755);
  return directory;
}

export function removeDirectory(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 5 });
}
