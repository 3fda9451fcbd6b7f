/**
 * The log: JSON lines on standard output. Paths are logged as route patterns, since real ones hold mailed
 * codes; failed statements without their values; and fields that hold secrets are masked wherever they turn up.
 */

import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type Bindings, type ChildLoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';
import { causes, codeOf } from './http/classify-error.ts';

const SECRET_FIELDS = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'secret', 'code', 'password_code'];

/** @param destination standard output where absent */
export function createLog(level: Config['logLevel'], destination?: { write(line: string): void }): FastifyBaseLogger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: describeRequest, res: describeReply, err: describeError },
      redact: {
        paths: SECRET_FIELDS.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`]),
        censor: '[masked]',
      },
    },
    destination ?? pino.destination({ sync: true }),
  );
}

/** The logger of a request, made with its first line: most requests have none. */
export function childWhenNeeded(logger: FastifyBaseLogger, bindings: Bindings, options: ChildLoggerOptions): FastifyBaseLogger {
  let made: FastifyBaseLogger | null = null;
  const child = () => {
    made ??= logger.child(bindings, options);
    return made;
  };
  return new Proxy(logger, {
    get: (target, name) =>
      typeof Reflect.get(target, name) === 'function'
        ? (...line: unknown[]): unknown => Reflect.apply(Reflect.get(child(), name), child(), line)
        : Reflect.get(child(), name),
  });
}

function describeRequest(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? 'unknown', address: request.ip };
}

function describeReply(reply: Pick<FastifyReply, 'statusCode'>) {
  return { status: reply.statusCode };
}

/** What happened and where. PostgreSQL's `detail` and the query builder's message quote values, and stay out. */
export function describeError(error: unknown) {
  const chain = causes(error);
  if (chain.length === 0) return { message: String(error) };
  return chain.map((cause) => ({
    type: cause.name,
    ...(codeOf(cause) === '' ? {} : { errorCode: codeOf(cause) }),
    ...(cause instanceof DrizzleQueryError ? { query: cause.query } : { message: cause.message }),
    at: frames(cause),
  }));
}

/** The stack without its first lines, which repeat the message. */
function frames(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
}
