/** Asks the server how a checkout ended. React runs effects twice in development and people reload: one checkout is one request at a time. */
import { reconcileCheckout } from '@leadloom/shared/contract/billing';
import { ApiError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';

const underWay = new Map<string, Promise<ApiError | null>>();

/** Answers null, or why the server could not tell. The account is read by itself, so that no answer outlives its session. */
export function reconcileOnce(sessionId: string): Promise<ApiError | null> {
  const running = underWay.get(sessionId);
  if (running !== undefined) return running;
  const started = reconcile(sessionId).finally(() => underWay.delete(sessionId));
  underWay.set(sessionId, started);
  return started;
}

async function reconcile(sessionId: string): Promise<ApiError | null> {
  try {
    await call(reconcileCheckout, { body: { session_id: sessionId } });
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
