/** The current user, as every screen asks for it first. */
import type { User } from '@leadloom/shared/contract/accounts';
import { AppError } from '../../http/app-error.ts';
import type { Platform } from '../../platform.ts';
import { firstDayOfMonth } from '../../time/calendar-month.ts';
import { advanceSandbox } from '../billing/billing-clock.service.ts';
import { isSubscriptionRunning } from '../billing/running-subscription.service.ts';
import { type CurrentUserRepository, createCurrentUserRepository } from './current-user.repository.ts';
import { type CurrentUser, describeUser } from './describe-user.ts';

const repositories = new WeakMap<Platform, CurrentUserRepository>();

/** The account as it is at `now`, beside the session of this id if it has that one; null: there is no such account. */
export function findCurrentUser(platform: Platform, accountId: number, sessionId: string | null, now: Date) {
  const repository = repositories.get(platform) ?? createCurrentUserRepository(platform.identities);
  repositories.set(platform, repository);
  const { mode } = platform.config.billing;
  return repository.find({ accountId, sessionId, provider: mode, month: firstDayOfMonth(now), now });
}

/**
 * @param known as it was found for this very request, so that nothing is asked twice; null: ask
 * @throws {AppError} AUTH.ACCOUNT_NOT_FOUND
 */
export async function readCurrentUser(platform: Platform, accountId: number, known: CurrentUser | null = null): Promise<User> {
  const now = platform.now();
  const found = known ?? (await requireCurrentUser(platform, accountId, now));
  if (!isSandboxDue(platform, found, now)) return describeUser(found, platform.config, now);
  await advanceSandbox(platform, accountId);
  return describeUser(await requireCurrentUser(platform, accountId, now), platform.config, now);
}

async function requireCurrentUser(platform: Platform, accountId: number, now: Date): Promise<CurrentUser> {
  const found = await findCurrentUser(platform, accountId, null, now);
  if (found === null) throw new AppError('AUTH.ACCOUNT_NOT_FOUND');
  return found;
}

/** The sandbox's clock runs by the minute; whoever looks sooner sees what is due all the same. */
function isSandboxDue({ config }: Platform, { subscription }: CurrentUser, now: Date): boolean {
  if (config.billing.mode !== 'sandbox' || subscription === null || subscription.currentPeriodEnd > now) return false;
  return isSubscriptionRunning({ ...subscription, cancelAtPeriodEnd: false }, now);
}
