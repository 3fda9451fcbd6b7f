/** Usage for programs. The call is free, so that reading the remaining limit does not reduce it. */
import { getUsage, type Usage } from '@leadloom/shared/contract/usage';
import type { FastifyInstance } from 'fastify';
import type { SpeedReading } from '../../http/limit-headers.ts';
import type { ReadUser } from '../../http/read-user.ts';
import { type Caller, isKeyCaller, type KeyCaller, serveEndpoint } from '../../http/route.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { describeStorage, readStorageUse } from '../storage/account-storage.service.ts';
import { readMemberPart } from './member-part.service.ts';

export function registerUsage(app: FastifyInstance, { config, database, now }: Platform, readUser: ReadUser): void {
  const answer = async ({ caller }: { readonly caller: Caller | KeyCaller }) => {
    const { workspaceId, accountId } = caller;
    const [{ usage }, storage, part] = await Promise.all([
      readUser(caller),
      readStorageUse(database, config, workspaceId),
      readMemberPart(database, { workspaceId, accountId, month: firstDayOfMonth(now()) }),
    ]);
    return {
      ...usage,
      member: part?.exportLimit == null ? null : { used: part.exportCount, limit: part.exportLimit },
      storage: describeStorage(storage),
      speed: isKeyCaller(caller) ? describeSpeed(caller.speed) : null,
    };
  };
  // Usage is not table data: test keys get the real values.
  serveEndpoint(app, getUsage, (_, context) => answer(context), { sandbox: (_, context) => answer(context) });
}

function describeSpeed(readings: readonly SpeedReading[]): Usage['speed'] {
  const of = (name: SpeedReading['name']) => {
    const reading = readings.find((candidate) => candidate.name === name);
    if (reading === undefined) throw new Error(`the speed in a ${name} was not read`);
    return { limit: reading.quota, remaining: reading.remaining, reset_seconds: reading.resetSeconds };
  };
  return { second: of('second'), minute: of('minute'), account: of('account') };
}
