/** Runs something in a temporary directory that is gone afterwards, with every process in it, however this one ends. */
import {
  findAbandonedDirectories,
  makeThrowAwayDirectory,
  removeWithProcesses,
} from '../../server/src/testing/throw-away-directory.ts';
import { watchLauncher } from './watch-launcher.ts';

const TERMINATED = 130;

/** @param prefix of the directory's name; directories of earlier runs that were killed are removed first */
export async function inThrowAwayDirectory<Result>(prefix: string, work: (home: string) => Promise<Result>): Promise<Result> {
  for (const abandoned of await findAbandonedDirectories(prefix)) await removeWithProcesses(abandoned);
  const home = await makeThrowAwayDirectory(prefix);
  let ending: Promise<void> | null = null;
  const end = () => {
    ending ??= removeWithProcesses(home);
    return ending;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(TERMINATED)));
  }
  watchLauncher(() => process.kill(process.pid, 'SIGTERM'));
  try {
    return await work(home);
  } finally {
    await end();
  }
}
