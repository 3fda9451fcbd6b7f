/**
 * `pnpm kills [--rounds 300] [--writes 1000000] [--seconds 36000]`: tests whether `kill -9` loses anything. Starts a server
 * with its embedded database in a temporary directory, and kills the server, the database or both in each round while
 * accounts write. Then reads every acknowledged write. Exit code 1 when one was lost.
 */
import { chmod } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inThrowAwayDirectory } from './lib/in-throw-away-directory.ts';
import { runKillRounds } from './lib/kills/kill-rounds.ts';

const PREFIX = 'leadloom-kills-';

async function main(): Promise<number> {
  const choice = readOptions();
  return inThrowAwayDirectory(PREFIX, async (home) => {
    // The database's user passes through it.
    await chmod(home, 0o755);
    const { rounds, acknowledged, lost } = await runKillRounds({ home, ...choice, say: console.log });
    console.log(`rounds                ${rounds}`);
    console.log(`acknowledged writes   ${acknowledged}`);
    console.log(`lost writes           ${lost}`);
    return lost === 0 ? 0 : 1;
  });
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
