/** The current user, which every screen requests first. */
import type { User } from '@leadloom/shared/contract/accounts';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { advanceSandbox } from '../billing/billing-clock.service.ts';
import type { BillingPlatform } from '../billing/billing-platform.service.ts';
import { isSubscriptionRunning } from '../billing/running-subscription.service.ts';
import { createCurrentUserRepository } from './current-user.repository.ts';
import { type CurrentUser, describeUser } from './describe-user.ts';

export type CurrentUsers = ReturnType<typeof createCurrentUsers>;

export function createCurrentUsers(platform: BillingPlatform) {
  const { config, identities, now } = platform;
  const repository = createCurrentUserRepository(identities);

  async function find(accountId: number, time: Date): Promise<CurrentUser> {
    const { mode } = config.billing;
    const found = await repository.find({ accountId, sessionId: null, provider: mode, month: firstDayOfMonth(time), now: time });
    if (found === null) throw new AppError('AUTH.ACCOUNT_NOT_FOUND');
    return found;
  }

  return {
    /**
     * @param known if it was already read for this request; null: not yet
     * @throws {AppError} AUTH.ACCOUNT_NOT_FOUND
     */
    async read(accountId: number, known: CurrentUser | null = null): Promise<User> {
      const time = now();
      const found = known ?? (await find(accountId, time));
      if (!isSandboxDue(platform, found, time)) return describeUser(found, config, time);
      await advanceSandbox(platform, accountId);
      return describeUser(await find(accountId, time), config, time);
    },
  };
}

/** The sandbox's clock runs once a minute. A user who looks earlier also sees what is due. */
function isSandboxDue({ config }: Platform, { subscription }: CurrentUser, now: Date): boolean {
  if (config.billing.mode !== 'sandbox' || subscription === null || subscription.currentPeriodEnd > now) return false;
  return isSubscriptionRunning({ ...subscription, cancelAtPeriodEnd: false }, now);
}
