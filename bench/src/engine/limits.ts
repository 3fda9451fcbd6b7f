/** The cost of counting a call with an API key, with several servers: processor time of server and database together. */
import { randomBytes } from 'node:crypto';
import { connect } from '@leadloom/server/database/connect';
import { createPermits } from '@leadloom/server/limits/permits';
import { type CallerLimit, createSpeed } from '@leadloom/server/limits/speed';
import { migrateDatabase } from '@leadloom/server/migrate/migrate';
import { sql } from 'drizzle-orm';
import { processorSeconds } from '../processes.ts';
import { atMost, type Report } from '../tables/report.ts';
import { openCluster } from '../tables/server/cluster.ts';
import { median } from '../tables/statistics.ts';

const PRICE_GOAL = atMost(0.2, 'ms');
/** There are enough keys for none to reach its limit. */
const KEYS = 2_000;
const CALLS = 20_000;
/** The number of calls that a server under load has at once. */
const CALLS_AT_ONCE = 20;
const MILLISECONDS = 1_000;

export async function measureLimits(report: Report): Promise<void> {
  const cluster = await openCluster(null);
  try {
    const { login } = await cluster.open('limits', 'limits');
    const database = connect(login, { onIdleError: () => undefined, poolSize: 1 });
    try {
      await migrateDatabase(database);
      const { rows } = await database.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const backend = rows[0]?.pid ?? 0;
      const permits = createPermits(database, randomBytes(32));
      for (const isAlone of [true, false]) {
        const speed = createSpeed({ permits, presence: { isAlone: () => isAlone } });
        await call(speed.takeAll, KEYS);
        const before = (await processorSeconds(backend)) + ownSeconds();
        const times = await call(speed.takeAll, CALLS);
        const price = (((await processorSeconds(backend)) + ownSeconds() - before) / CALLS) * MILLISECONDS;
        const figure = `counting a call with a key takes ${price.toFixed(3)} ms of processor time, ${median(times).toFixed(3)} ms in all, ${CALLS_AT_ONCE} at once`;
        if (isAlone) report.record(`${figure}, on a server that is alone`);
        else report.judge(`${figure}, beside other servers`, price, PRICE_GOAL);
      }
    } finally {
      await database.$client.end();
    }
  } finally {
    await cluster.close();
  }
}

/** Makes the calls, each with the next key. @returns the milliseconds of each */
async function call(takeAll: (limits: readonly CallerLimit[]) => Promise<unknown>, calls: number): Promise<number[]> {
  const times: number[] = [];
  let count = 0;
  const ask = async () => {
    while (count < calls) {
      const key = count % KEYS;
      count += 1;
      const start = performance.now();
      await takeAll(limitsOf(key));
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, ask));
  return times;
}

/** The limits of a key, as the product has them by default. */
function limitsOf(key: number): readonly CallerLimit[] {
  const caller = String(key);
  return [
    { limit: { name: 'keys by second', max: 10, windowSeconds: 1 }, caller },
    { limit: { name: 'keys by minute', max: 60, windowSeconds: 60 }, caller },
    { limit: { name: 'keys by account', max: 120, windowSeconds: 60 }, caller },
  ];
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
