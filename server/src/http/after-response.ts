/** Runs what an answer sets off once that answer has left, so that its length tells nothing. */
import type { FastifyReply } from 'fastify';

/** @param task what may as well happen later: a server that is stopped first does not run it */
export function afterResponse(reply: FastifyReply, task: () => void): void {
  // A client that left early gets its mail all the same.
  if (reply.raw.destroyed) task();
  else reply.raw.once('close', task);
}
