/** The current user, which every screen requests first. */
import type { User } from '@leadloom/shared/contract/accounts';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { firstDayOfMonth } from '../../../time/calendar-month.ts';
import { advanceSandbox } from '../../billing/billing-clock.service.ts';
import type { BillingPlatform } from '../../billing/billing-platform.service.ts';
import { judgeEntitlement } from '../../billing/entitlement.service.ts';
import { isSubscriptionRunning } from '../../billing/running-subscription.service.ts';
import { createCurrentUserRepository } from './current-user.repository.ts';
import { type CurrentUser, describeUser } from './describe-user.ts';

export type CurrentUsers = ReturnType<typeof createCurrentUsers>;

export function createCurrentUsers(platform: BillingPlatform) {
  const { config, identities, now } = platform;
  const repository = createCurrentUserRepository(identities);
  const advancing = new Map<number, Promise<void>>();

  /** Runs once for simultaneous calls of an account, which would wait for each other in the database. */
  function advance(accountId: number): Promise<void> {
    const running = advancing.get(accountId) ?? advanceSandbox(platform, accountId).finally(() => advancing.delete(accountId));
    advancing.set(accountId, running);
    return running;
  }

  async function find(accountId: number, time: Date): Promise<CurrentUser> {
    const { mode } = config.billing;
    const found = await repository.find({ accountId, sessionId: null, provider: mode, month: firstDayOfMonth(time), now: time });
    if (found === null) throw new AppError('AUTH.ACCOUNT_NOT_FOUND');
    return found;
  }

  async function readUser(accountId: number, known: CurrentUser | null): Promise<User> {
    const time = now();
    const found = known ?? (await find(accountId, time));
    if (!isSandboxDue(platform, found, time)) return describeUser(found, config, time);
    await advance(accountId);
    return describeUser(await find(accountId, time), config, time);
  }

  return {
    /** The recipient of messages that are sent while nobody is signed in; null: the account is gone. */
    async readRecipient(accountId: number): Promise<{ readonly email: string; readonly mayBeNotified: boolean } | null> {
      const time = now();
      const { mode } = config.billing;
      const month = firstDayOfMonth(time);
      const found = await repository.find({ accountId, sessionId: null, provider: mode, month, now: time });
      if (found === null) return null;
      const { account, subscription } = found;
      const { email, verifiedAt, blockedAt } = account;
      const { isRunning, isTrialRunning } = judgeEntitlement({ ...account, subscription }, config, time);
      return { email, mayBeNotified: verifiedAt !== null && blockedAt === null && (isRunning || isTrialRunning) };
    },
    /**
     * @param known if it was already read for this request; null: not yet
     * @param isOperator whether the console is open to the caller
     * @throws {AppError} AUTH.ACCOUNT_NOT_FOUND
     */
    async read(accountId: number, known: CurrentUser | null = null, isOperator = false): Promise<User> {
      const user = await readUser(accountId, known);
      return isOperator ? { ...user, is_operator: true } : user;
    },
  };
}

/** The sandbox's clock runs once a minute. A user who looks earlier also sees what is due. */
function isSandboxDue({ config }: Platform, { subscription }: CurrentUser, now: Date): boolean {
  if (config.billing.mode !== 'sandbox' || subscription === null || subscription.currentPeriodEnd > now) return false;
  return isSubscriptionRunning({ ...subscription, cancelAtPeriodEnd: false }, now);
}
