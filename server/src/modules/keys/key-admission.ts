/**
 * Admits a call with an API key: finds its owner, records its use, and checks its rate limit. Once the key is known,
 * every answer carries the headers of its limits. A text that is not a valid key gets none, and the answer does not
 * depend on what is wrong with it.
 */
import type { FastifyInstance } from 'fastify';
import type { AdmitKey } from '../../http/admit-key.ts';
import { AppError } from '../../http/app-error.ts';
import { limitHeaders, type SpeedReading } from '../../http/limit-headers.ts';
import { refuseOtherWorkspace } from '../../http/workspace.ts';
import type { Platform } from '../../platform.ts';
import { readMonth } from '../../time/calendar-month.ts';
import { createKeySpeed } from './key-speed.ts';
import type { NoteUse } from './key-usage-log.ts';
import { createKeyFinder, touchKey } from './keys.service.ts';

/** @param noteUse is called as soon as the key is known, whether or not the call is admitted */
export function createKeyAdmission(app: FastifyInstance, platform: Platform, noteUse: NoteUse): AdmitKey {
  const findKey = createKeyFinder(platform);
  const countSpeed = createKeySpeed(app.speed, platform.config.keyLimits);

  return async (request, reply, text) => {
    const holder = await findKey(text);
    if (holder === null) throw new AppError('AUTH.KEY_INVALID');
    const { keyId, prefix, accountId, membership, email, entitlement, requestCount } = holder;
    refuseOtherWorkspace(request, membership);
    const isTest = holder.kind === 'test';
    noteUse(request, { workspaceId: membership.workspaceId, prefix });
    if (isTest) reply.header('x-sandbox', 'true');
    const { readings: speed, exceeded } = await countSpeed({ keyId, workspaceId: membership.workspaceId, accountId });
    const now = platform.now();
    const month = { count: requestCount, limit: entitlement.requestLimit, ...readMonth(now) };
    reply.headers(limitHeaders(speed, month, now));
    if (exceeded !== null) throw tooFast(exceeded.reading, exceeded.retryAfterSeconds);
    await touchKey(platform, holder);
    const { isTrialRunning, isRunning: isSubscribed } = entitlement;
    return {
      caller: { accountId, ...membership, email, isVerified: true, keyId, keyRights: holder.rights, speed, month, isTest },
      standing: { isVerified: true, isTrialRunning, isSubscribed },
    };
  };
}

function tooFast({ name, quota }: SpeedReading, retryAfterSeconds: number): AppError {
  const who = name === 'account' ? 'all keys of the account together' : 'one key';
  const window = name === 'second' ? 'second' : 'minute';
  const wait = `Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`;
  const message = `No more than ${quota} calls per ${window} with ${who}. ${wait}`;
  return new AppError('RATE.LIMITED', { message, retryAfterSeconds, violatedPolicies: [name] });
}
