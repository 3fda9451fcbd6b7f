/**
 * The rate limits of one address and one account on all servers together. An address is that of the connection unless the
 * operator names the proxies in front; IPv6 addresses are counted by /64.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { oldestOf } from '../crypto/secret-ring.ts';
import { addressKey } from '../http/address-key.ts';
import { AppError } from '../http/app-error.ts';
import { isApiRequest } from '../http/is-api-request.ts';
import { createPermits } from '../limits/permits.ts';
import { alwaysAlone, createPresence, PRESENCE_MILLISECONDS, type Presence } from '../limits/presence.ts';
import { createSpeed, type NamedSpeedLimit, type Speed } from '../limits/speed.ts';
import type { Platform } from '../platform.ts';
import { scheduleCleanUp } from '../schedule/schedule-clean-up.ts';
import { scheduleJob } from '../schedule/schedule-job.ts';

/** @throws {AppError} RATE.LIMITED with the seconds to wait */
export type CheckLimit = (request: FastifyRequest) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    speed: Speed;
    /** What this server knows about the other servers. */
    presence: Presence;
    /** Counts by account if one is signed in, otherwise by address. */
    createLimit(limit: NamedSpeedLimit): CheckLimit;
  }
}

/** Decorates `app.speed`, `app.presence` and `app.createLimit`, and counts every call to the API by its address. */
export function installRateLimits(app: FastifyInstance, { config, identities, secrets }: Platform): void {
  const permits = createPermits(identities, oldestOf(secrets));
  const presence = config.databaseUrl === null ? alwaysAlone : createPresence(identities);
  const speed = createSpeed({ permits, presence });
  app.decorate('speed', speed);
  app.decorate('presence', presence);
  app.decorate(
    'createLimit',
    (limit: NamedSpeedLimit): CheckLimit =>
      async (request) => {
        const { isAllowed, waitMilliseconds } = await speed.take(limit, callerKey(request));
        if (!isAllowed)
          throw new AppError('RATE.LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMilliseconds / 1_000)) });
      },
  );

  // The address is checked before the database is asked, so that unknown paths and refused sessions count, too.
  const checkAddress = app.createLimit({ name: 'address', max: config.requestsPerMinute, windowSeconds: 60 });
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request)) await checkAddress(request);
  });

  scheduleCleanUp(app, 'permits', permits.deleteOld);
  if (config.databaseUrl === null || config.serverRole === 'jobs') return;
  // The server serves nobody before it knows about the others. As long as it cannot know, it assumes that there are some.
  app.addHook('onReady', () => presence.look().catch(() => undefined));
  scheduleJob(app, {
    name: 'looking for other servers',
    intervalMilliseconds: PRESENCE_MILLISECONDS,
    firstMilliseconds: PRESENCE_MILLISECONDS,
    isOfThisServer: true,
    run: presence.look,
  });
  app.addHook('onClose', () => presence.leave().catch(() => undefined));
}

function callerKey(request: FastifyRequest): string {
  return request.caller === null ? addressKey(request.ip) : `account ${request.caller.accountId}`;
}
