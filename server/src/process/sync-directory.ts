/** Makes changes to the names in a directory durable: files that were created, renamed or removed. */
import { open } from 'node:fs/promises';

export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
