/**
 * The only place that knows HTTP status for errors. Answers RFC 9457 problem+json with `msg` and
 * `message`. What went wrong inside the server goes to the log under the request id, never to the caller.
 */
import { type ErrorCode, errorRows, type Problem } from '@leadloom/shared/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';

/** Fastify's own failures by their codes; everything else is ours or internal. */
const frameworkCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'REQUEST.TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'REQUEST.UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'REQUEST.INVALID',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'REQUEST.INVALID',
  FST_ERR_CTP_INVALID_JSON_BODY: 'REQUEST.MALFORMED_JSON',
  FST_ERR_BAD_URL: 'REQUEST.INVALID',
  FST_ERR_MAX_PARAM_LENGTH: 'REQUEST.INVALID',
};

export function useErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, toAppError(error)));
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new AppError('REQUEST.NOT_FOUND')));
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const { status } = errorRows[error.code];
  if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'request failed');
  else request.log.debug({ code: error.code, detail: error.message }, 'request refused');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)));
  const problem: Problem = {
    type: `urn:leadloom:error:${error.code.toLowerCase().replace('.', ':')}`,
    title: errorRows[error.code].text,
    status,
    code: error.code,
    request_id: request.id,
    msg: error.message,
    message: error.message,
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
  return reply.code(status).header('cache-control', 'no-store').type('application/problem+json; charset=utf-8').send(problem);
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    const known = frameworkCodes[code];
    if (known !== undefined) return new AppError(known, { cause: error });
    const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    if (status === 429) return new AppError('RATE.LIMITED', { cause: error });
    if (status >= 400 && status < 500) return new AppError('REQUEST.INVALID', { cause: error });
    if (isDatabaseAway(code)) return new AppError('SERVER.UNAVAILABLE', { cause: error, retryAfterSeconds: 5 });
  }
  return new AppError('SERVER.INTERNAL', { cause: error });
}

/** Connection failures and PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown). */
function isDatabaseAway(code: string): boolean {
  return /^(08|53|57P)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT'].includes(code);
}
