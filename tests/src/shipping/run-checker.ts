/** Runs a program's own check of a configuration file, where the program is installed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** @returns what it says against the file, empty when it accepts it; null when the program is not installed */
export async function runChecker(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  // Debian keeps the programs of services out of other people's PATH.
  const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;
  try {
    await run(command, args, { env: { PATH, HOME: '/nonexistent', ...environment } });
    return '';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    return error instanceof Error && 'stderr' in error ? `${error.message}\n${error.stderr}` : String(error);
  }
}
