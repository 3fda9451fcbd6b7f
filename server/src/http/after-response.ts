/** Runs work after a response was sent, so that the response time reveals nothing about that work. */
import type { FastifyReply } from 'fastify';

/** @param task something that may also happen later: a server that stops first does not run it */
export function afterResponse(reply: FastifyReply, task: () => void): void {
  // A client that disconnected early still gets its mail.
  if (reply.raw.destroyed) task();
  else reply.raw.once('close', task);
}
