/** Copies what a first start of a database or a server left, for tests that begin after it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Copies into an existing directory. The files of the database belong to another user where root starts it, and `cp`
 * preserves that.
 */
export async function copyDirectory(from: string, into: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, into]);
}
