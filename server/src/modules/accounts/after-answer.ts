/**
 * Runs what an answer sets off once that answer has left, so that its length tells nothing. Failures are
 * logged: by then the request has succeeded. Closing the server waits a moment for what still runs.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';

const CLOSING_MILLISECONDS = 5000;

/** Sends the mail of an answer, once that answer is decided. */
export type MailTask = () => Promise<void>;

export type AfterAnswer = (reply: FastifyReply, task: MailTask) => void;

export function createAfterAnswer(app: FastifyInstance): AfterAnswer {
  const running = new Set<Promise<void>>();

  app.addHook('onClose', async () => {
    const { promise: timeIsUp, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSING_MILLISECONDS);
    await Promise.race([Promise.allSettled(running), timeIsUp]);
    clearTimeout(timer);
  });

  function start(reply: FastifyReply, task: MailTask): void {
    const run = task()
      .catch((error: unknown) => reply.log.error({ err: error }, 'a mail could not be sent'))
      .finally(() => running.delete(run));
    running.add(run);
  }

  return (reply, task) => {
    // A client that left early gets its mail all the same.
    if (reply.raw.destroyed) start(reply, task);
    else reply.raw.once('close', () => start(reply, task));
  };
}
