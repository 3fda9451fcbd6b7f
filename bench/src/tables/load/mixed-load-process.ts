/** The process of `runMixedLoad`: takes its options as a message, and answers with the result. */
import { once } from 'node:events';
import autocannon from 'autocannon';
import type { LoadOptions, LoadResult } from './mixed-load.ts';

async function ask({ url, authorization, connections, seconds, paths }: LoadOptions): Promise<LoadResult> {
  let begun = 0;
  const { requests, latency, errors, non2xx } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization },
    setupClient: (client) => {
      const start = Math.floor((begun * paths.length) / connections);
      begun += 1;
      client.setRequests([...paths.slice(start), ...paths.slice(0, start)].map((path) => ({ method: 'GET', path })));
    },
  });
  return {
    requests: requests.total,
    requestsPerSecond: requests.average,
    p50: latency.p50,
    p99: latency.p99,
    errors: errors + non2xx,
  };
}

// The parent process has ended.
process.once('disconnect', () => process.exit());
const [options]: LoadOptions[] = await once(process, 'message');
if (options !== undefined) process.send?.(await ask(options));
