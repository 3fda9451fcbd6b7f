/**
 * The browser ends a worker after 30 idle seconds, and waiting for a slot counts as idle. While work is pending, a call
 * to the extension's API every 20 seconds keeps the worker alive.
 */
import { postponeIdleShutdown } from '../platform/runtime.ts';

const HEARTBEAT_MILLISECONDS = 20_000;

let pending = 0;
let heartbeat: ReturnType<typeof setInterval> | undefined;

/** Runs the work and keeps the worker alive until it settles. */
export async function keepAliveDuring<Result>(work: () => Promise<Result>): Promise<Result> {
  pending += 1;
  heartbeat ??= setInterval(() => void postponeIdleShutdown().catch(() => undefined), HEARTBEAT_MILLISECONDS);
  try {
    return await work();
  } finally {
    pending -= 1;
    if (pending === 0) {
      clearInterval(heartbeat);
      heartbeat = undefined;
    }
  }
}
