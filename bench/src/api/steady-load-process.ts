/** The process of `runSteadyLoad`: receives its options as a message, and replies with the result. */
import { once } from 'node:events';
import { openConnection } from '../tables/load/keep-alive-connection.ts';
import { quantile } from '../tables/statistics.ts';
import type { SteadyLoad, SteadyResult } from './steady-load.ts';

async function ask({ url, authorization, connections, seconds, paths }: SteadyLoad): Promise<SteadyResult> {
  const times: number[] = [];
  const errors: string[] = [];
  const start = performance.now();
  const deadline = start + seconds * 1000;
  const asking = Array.from({ length: connections }, async (_, number) => {
    const first = Math.floor((number * paths.length) / connections);
    let connection = await openConnection(url, authorization);
    for (let at = first; performance.now() < deadline; at += 1) {
      const begun = performance.now();
      try {
        await connection.get(paths[at % paths.length] ?? '/');
        times.push(performance.now() - begun);
      } catch (error) {
        errors.push(String(error));
        connection.close();
        connection = await openConnection(url, authorization);
      }
    }
    connection.close();
  });
  await Promise.all(asking);
  return {
    answered: times.length,
    perSecond: times.length / ((performance.now() - start) / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    errors: errors.length,
    firstError: errors[0] ?? null,
  };
}

// The parent process has ended.
process.once('disconnect', () => process.exit());
const [load]: SteadyLoad[] = await once(process, 'message');
if (load !== undefined) process.send?.(await ask(load));
