/** Tells long work that nobody waits for it any more. */
import type { FastifyReply } from 'fastify';
import { AppError } from './app-error.ts';

/** Aborted when the client goes away before it was answered. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new AppError('REQUEST.INVALID', { message: 'The client went away.' }));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
