/**
 * `pnpm kills [--deliveries] [--rounds 300] [--writes 1000000] [--seconds 36000]`: tests whether `kill -9` loses anything.
 * Starts a server with its embedded database in a temporary directory, and kills the server, the database or both in each
 * round while accounts save views and put rows on lists. Then reads every acknowledged view and row. With `--deliveries`,
 * events of webhooks are what is written, 100 for each round unless `--writes` says otherwise: every one has to reach the
 * receiver at least once, under one id, and no other may. Exit code 1 when that does not hold.
 */
import { chmod } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { inThrowAwayDirectory } from './lib/in-throw-away-directory.ts';
import { type EventLoad, startEventLoad } from './lib/kills/event-load.ts';
import { runKillRounds, startWrites } from './lib/kills/kill-rounds.ts';

const PREFIX = 'leadloom-kills-';
const EVENTS_A_ROUND = 100;

async function main(): Promise<number> {
  const { isOfDeliveries, ...choice } = readOptions();
  return inThrowAwayDirectory(PREFIX, async (home) => {
    // The database's user passes through it.
    await chmod(home, 0o755);
    let events: EventLoad | null = null;
    const deliver = async (server: string, dataDir: string) => {
      events = await startEventLoad(server, dataDir);
      return events;
    };
    const startLoad = isOfDeliveries ? deliver : startWrites;
    const { rounds, acknowledged, lost } = await runKillRounds({ home, ...choice, startLoad, say: console.log });
    const { invented, renamed, repeated } = countsOf(events);
    console.log(`rounds                ${rounds}`);
    console.log(`acknowledged writes   ${acknowledged}`);
    console.log(`lost writes           ${lost}`);
    if (isOfDeliveries) {
      console.log(`invented events       ${invented}`);
      console.log(`under another id      ${renamed}`);
      console.log(`sent again            ${repeated}`);
    }
    return lost + invented + renamed === 0 ? 0 : 1;
  });
}

function countsOf(events: EventLoad | null): ReturnType<EventLoad['counts']> {
  return events?.counts() ?? { invented: 0, renamed: 0, repeated: 0 };
}

interface Choice {
  readonly isOfDeliveries: boolean;
  readonly rounds: number;
  readonly writes: number;
  readonly seconds: number;
}

/** @throws {Error} with one line */
function readOptions(): Choice {
  const { values } = parseArgs({
    options: {
      deliveries: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '300' },
      writes: { type: 'string' },
      seconds: { type: 'string', default: '36000' },
    },
  });
  const number = (name: string, text: string): number => {
    if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`--${name}: must be a whole number from 1 to 99,999,999`);
    return Number(text);
  };
  const rounds = number('rounds', values.rounds);
  const writes = values.writes ?? String(values.deliveries ? rounds * EVENTS_A_ROUND : 1_000_000);
  return {
    isOfDeliveries: values.deliveries,
    rounds,
    writes: number('writes', writes),
    seconds: number('seconds', values.seconds),
  };
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`leadloom: ${error instanceof Error ? error.message : String(error)}`);
  // Connections and writers that are left would keep this process running.
  process.exit(1);
}
