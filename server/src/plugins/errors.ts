/**
 * The only place that maps errors to HTTP status. Details of internal errors go to the log under the request id, never to
 * the caller.
 */
import { errorDefinitions } from '@leadloom/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../http/app-error.ts';
import { classifyError } from '../http/classify-error.ts';
import { PROBLEM_TYPE, toProblem } from '../http/problem.ts';

export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, classifyError(error, request.caller?.isPersonal)));
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { status } = errorDefinitions[error.code];
  // A client that disconnected while it was sending is no failure of ours.
  if (status >= 500 && !request.raw.errored)
    request.log.error({ err: error.cause ?? error, problem: error.code }, 'request failed');
  else request.log.debug({ problem: error.code }, 'request refused');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
  return reply.code(status).header('cache-control', 'no-store').type(PROBLEM_TYPE).send(toProblem(error, request.id));
}
