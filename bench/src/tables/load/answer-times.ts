/** How long answers take that may be refused. */
import { milliseconds } from '../statistics.ts';
import { openConnection, RefusedError } from './keep-alive-connection.ts';

/** Of answers that take seconds, fewer are enough. */
const MOST_MILLISECONDS = 10_000;
const FEWEST_SAMPLES = 5;
/** The status of a question that is refused as too slow. */
const REFUSED = 503;

/** @returns milliseconds, Infinity where the server refuses to answer @throws {RefusedError} for any other answer */
export async function answerTimes(url: string, authorization: string, paths: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  // The server closes idle connections.
  const connection = await openConnection(url, authorization);
  const start = performance.now();
  for (const path of paths) {
    if (times.length >= FEWEST_SAMPLES && performance.now() - start > MOST_MILLISECONDS) break;
    try {
      times.push(await milliseconds(() => connection.get(path)));
    } catch (error) {
      if (!(error instanceof RefusedError) || error.status !== REFUSED) throw error;
      times.push(Number.POSITIVE_INFINITY);
    }
  }
  connection.close();
  return times;
}
