/** Lets long work stop when its client has gone. */
import type { FastifyReply } from 'fastify';
import { AppError } from './app-error.ts';

/** Aborted when the client disconnects before the response. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort(new AppError('REQUEST.INVALID', { message: 'The client went away.' }));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
