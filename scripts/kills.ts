/**
 * `pnpm kills [--rounds 300] [--writes 1000000] [--seconds 36000]`: tests whether `kill -9` loses anything. Starts a server
 * with its embedded database in a temporary directory, and kills the server, the database or both in each round while
 * accounts write. Then reads every acknowledged write. Exit code 1 when one was lost.
 */
import { chmod } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  findAbandonedDirectories,
  makeThrowAwayDirectory,
  removeWithProcesses,
} from '../server/src/testing/throw-away-directory.ts';
import { runKillRounds } from './lib/kills/kill-rounds.ts';
import { watchLauncher } from './lib/watch-launcher.ts';

const PREFIX = 'leadloom-kills-';
const TERMINATED = 130;

async function main(): Promise<number> {
  const choice = readOptions();
  for (const abandoned of await findAbandonedDirectories(PREFIX)) await removeWithProcesses(abandoned);
  const home = await makeThrowAwayDirectory(PREFIX);
  // The database's user passes through it.
  await chmod(home, 0o755);
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
    const { rounds, acknowledged, lost } = await runKillRounds({ home, ...choice, say: console.log });
    console.log(`rounds                ${rounds}`);
    console.log(`acknowledged writes   ${acknowledged}`);
    console.log(`lost writes           ${lost}`);
    return lost === 0 ? 0 : 1;
  } finally {
    await end();
  }
}

/** @throws {Error} with one line */
function readOptions(): { readonly rounds: number; readonly writes: number; readonly seconds: number } {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '300' },
      writes: { type: 'string', default: '1000000' },
      seconds: { type: 'string', default: '36000' },
    },
  });
  const number = (name: keyof typeof values): number => {
    const text = values[name];
    if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`--${name}: must be a whole number from 1 to 99,999,999`);
    return Number(text);
  };
  return { rounds: number('rounds'), writes: number('writes'), seconds: number('seconds') };
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`leadloom: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
