/**
 * How often one address, and one account, may call the API. Counted in memory, per server. An address is
 * the connection's own unless the operator names the proxies in front; IPv6 counts by /64.
 */
import { normalizeIP, fastifyRateLimit as rateLimit } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../http/app-error.ts';
import { isApiRequest } from '../http/is-api-request.ts';

/** @throws {AppError} RATE.LIMITED with the seconds to wait */
export type CheckLimit = (request: FastifyRequest) => Promise<void>;

interface Limit {
  readonly max: number;
  readonly windowSeconds: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A counter of its own for each call of this: by account where one is signed in, else by address. */
    createLimit(limit: Limit): CheckLimit;
  }
}

export async function installRateLimits(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, { global: false, cache: 20_000 });

  app.decorate('createLimit', ({ max, windowSeconds }: Limit): CheckLimit => {
    const count = app.createRateLimit({ max, timeWindow: windowSeconds * 1000, keyGenerator: callerKey });
    return async (request) => {
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded) {
        throw new AppError('RATE.LIMITED', { retryAfterSeconds: Math.max(1, result.ttlInSeconds) });
      }
    };
  });

  // Before anything is looked up for the request: unknown paths and refused sessions count too.
  const checkAddress = app.createLimit({ max: requestsPerMinute, windowSeconds: 60 });
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request)) await checkAddress(request);
  });
}

function callerKey(request: FastifyRequest): string {
  return request.caller === null ? normalizeIP(request.ip) : `account ${request.caller.accountId}`;
}
