/** The current user, which every screen requests first. */
import type { User } from '@leadloom/shared/contract/accounts';
import { AppError } from '../../../http/app-error.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { firstDayOfMonth } from '../../../time/calendar-month.ts';
import { advanceSandbox } from '../../billing/billing-clock.service.ts';
import type { BillingPlatform } from '../../billing/billing-platform.service.ts';
import { judgeEntitlement } from '../../billing/entitlement.service.ts';
import { isSubscriptionRunning } from '../../billing/running-subscription.service.ts';
import { createCurrentUserRepository } from './current-user.repository.ts';
import { type CurrentUser, describeUser } from './describe-user.ts';

export type CurrentUsers = ReturnType<typeof createCurrentUsers>;

/** Whom messages go to that are sent while nobody is signed in. */
interface Recipient {
  readonly accountId: number;
  readonly email: string;
  /** Whether they may be written to, and the workspace has a running trial or subscription. */
  readonly mayBeNotified: boolean;
}

export function createCurrentUsers(platform: BillingPlatform) {
  const { config, identities, now } = platform;
  const repository = createCurrentUserRepository(identities);
  const advancing = new Map<WorkspaceId, Promise<void>>();

  /** Runs once for simultaneous calls of a workspace, which would wait for each other in the database. */
  function advance(workspaceId: WorkspaceId): Promise<void> {
    const running =
      advancing.get(workspaceId) ?? advanceSandbox(platform, workspaceId).finally(() => advancing.delete(workspaceId));
    advancing.set(workspaceId, running);
    return running;
  }

  async function find({ accountId, workspaceId }: Member, time: Date): Promise<CurrentUser> {
    const { mode } = config.billing;
    const found = await repository.find({
      accountId,
      workspaceId,
      sessionId: null,
      provider: mode,
      month: firstDayOfMonth(time),
      now: time,
    });
    if (found === null) throw new AppError('AUTH.ACCOUNT_NOT_FOUND');
    return found;
  }

  async function readUser(viewer: Member, known: CurrentUser | null): Promise<User> {
    const time = now();
    const found = known ?? (await find(viewer, time));
    if (!isSandboxDue(platform, found, time)) return describeUser(found, config, time);
    await advance(viewer.workspaceId);
    return describeUser(await find(viewer, time), config, time);
  }

  async function readRecipient(workspaceId: WorkspaceId, memberId: number | null = null): Promise<Recipient | null> {
    const time = now();
    const { mode } = config.billing;
    const month = firstDayOfMonth(time);
    const accountId = memberId ?? (await repository.findFirstOwner(workspaceId));
    if (accountId === null) return null;
    const found = await repository.find({ accountId, workspaceId, sessionId: null, provider: mode, month, now: time });
    if (found === null || found.workspace.workspaceId === null) return null;
    const { account, workspace, subscription } = found;
    const { email, verifiedAt, blockedAt } = account;
    const { isRunning, isTrialRunning } = judgeEntitlement({ ...workspace, verifiedAt, subscription }, config, time);
    const mayBeNotified = verifiedAt !== null && blockedAt === null && (isRunning || isTrialRunning);
    return { accountId, email, mayBeNotified };
  }

  return {
    /**
     * The recipient of a workspace's messages that are sent while nobody is signed in; null: the account is gone, or no member
     * any more.
     * @param memberId null: the owner who has been there longest
     */
    readRecipient,
    /**
     * Who answers for something that a member made and that is the workspace's, such as a webhook: the member, or the owner who
     * has been there longest where the member is gone or blocked; null: the workspace is gone.
     * @param createdBy null: a server of the version before made it, in a personal workspace
     */
    async readMaker(workspaceId: WorkspaceId, createdBy: number | null): Promise<Recipient | null> {
      const maker = createdBy === null ? null : await readRecipient(workspaceId, createdBy);
      return maker?.mayBeNotified === true ? maker : readRecipient(workspaceId);
    },
    /**
     * @param known if it was already read for this request; null: not yet
     * @param isOperator whether the console is open to the caller
     * @throws {AppError} AUTH.ACCOUNT_NOT_FOUND
     */
    async read(viewer: Member, known: CurrentUser | null = null, isOperator = false): Promise<User> {
      const user = await readUser(viewer, known);
      return isOperator ? { ...user, is_operator: true } : user;
    },
  };
}

/** The sandbox's clock runs once a minute. A user who looks earlier also sees what is due. */
function isSandboxDue({ config }: Platform, { subscription }: CurrentUser, now: Date): boolean {
  if (config.billing.mode !== 'sandbox' || subscription === null || subscription.currentPeriodEnd > now) return false;
  return isSubscriptionRunning({ ...subscription, cancelAtPeriodEnd: false }, now);
}
