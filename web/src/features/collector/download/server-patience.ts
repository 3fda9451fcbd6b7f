/** A restarting server is back within seconds, so wait a little before treating it as unreachable. */
import type { Clock } from './clock.ts';
import type { ApiResult } from './download-api.ts';

const WAITS_MS = [1_000, 4_000, 10_000] as const;

/** Retries a call while the server is unreachable. @param signal ends the waiting */
export async function withPatience<Result extends ApiResult<unknown> | { readonly kind: 'no_profile_id' }>(
  call: () => Promise<Result>,
  clock: Clock,
  signal: AbortSignal,
): Promise<Result> {
  let result = await call();
  for (const wait of WAITS_MS) {
    if (result.kind !== 'away' || signal.aborted) return result;
    await clock.sleep(wait, signal);
    result = await call();
  }
  return result;
}
