/**
 * `pnpm cluster [--kills 10] [--fault kill|hang]`: tests whether a failover of PostgreSQL loses anything. Creates a cluster
 * of three with Patroni, etcd and HAProxy in a temporary directory, starts two servers on it, and repeatedly kills the
 * primary (or makes it hang) while accounts write. Exit code 1 when an acknowledged write was lost or writes paused for more
 * than 30 seconds, 2 with one line if a program is not installed.
 */
import { parseArgs } from 'node:util';
import { runFailovers } from './lib/cluster/failovers.ts';
import { type Fault, faults } from './lib/cluster/patroni-cluster.ts';
import { findClusterPrograms } from './lib/cluster/programs.ts';
import { inThrowAwayDirectory } from './lib/in-throw-away-directory.ts';

const PREFIX = 'leadloom-failover-';
const MOST_KILLS = 1_000;
const PAUSE_LIMIT_SECONDS = 30;
const MISSING = 2;

async function main(): Promise<number> {
  const { kills, fault } = readOptions();
  const programs = await findClusterPrograms();
  if ('missing' in programs) {
    const missing = new Intl.ListFormat('en-GB').format(programs.missing);
    console.log(`Nothing was tried: ${missing} must be installed, as Debian's packages are called.`);
    return MISSING;
  }
  return inThrowAwayDirectory(PREFIX, async (home) => {
    const { acknowledged, lost, longestPause } = await runFailovers({ programs, home, kills, fault, say: console.log });
    const pause = longestPause / 1000;
    console.log(`failovers             ${kills}`);
    console.log(`acknowledged writes   ${acknowledged}`);
    console.log(`lost writes           ${lost}`);
    console.log(`longest pause         ${pause.toFixed(1)} s`);
    return lost === 0 && pause <= PAUSE_LIMIT_SECONDS ? 0 : 1;
  });
}

/** @throws {Error} with one line */
function readOptions(): { readonly kills: number; readonly fault: Fault } {
  const options = { kills: { type: 'string', default: '10' }, fault: { type: 'string', default: 'kill' } } as const;
  const { values } = parseArgs({ options });
  const kills = /^\d{1,4}$/.test(values.kills) ? Number(values.kills) : 0;
  if (kills < 1 || kills > MOST_KILLS) throw new Error(`--kills: must be a whole number from 1 to ${MOST_KILLS}`);
  const fault = faults.find((name) => name === values.fault);
  if (fault === undefined) throw new Error(`--fault: must be ${faults.join(' or ')}`);
  return { kills, fault };
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`leadloom: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
