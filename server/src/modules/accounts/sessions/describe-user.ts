/** The current user as the screens need it. Pure: computed from rows, settings and the time. */
import type { User } from '@leadloom/shared/contract/accounts';
import { rightsOf, type WorkspaceRight, type WorkspaceRole } from '@leadloom/shared/contract/workspace-roles';
import type { Config } from '../../../config.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { accounts } from '../../../schema/accounts.table.ts';
import { endOfMonth } from '../../../time/calendar-month.ts';
import { judgeEntitlement } from '../../billing/entitlement.service.ts';
import type { Subscription } from '../../billing/running-subscription.service.ts';

type Account = Omit<
  typeof accounts.$inferSelect,
  | 'passwordHash'
  | 'totpSecret'
  | 'totpLastStep'
  | 'credentialEpoch'
  | 'passkeyUserId'
  | 'storageFullAt'
  | 'storageNotifiedAt'
  | 'storageWarnedAt'
  | 'trialEndsAt'
  | 'requestLimit'
  | 'exportLimit'
>;

/** The workspace of the call, with what the account is in it; all null: no member. */
interface UserWorkspace {
  readonly workspaceId: WorkspaceId | null;
  readonly workspaceName: string | null;
  readonly personalAccountId: number | null;
  readonly role: WorkspaceRole | null;
  readonly rights: readonly WorkspaceRight[] | null;
  readonly lastSeenAt: Date | null;
  readonly trialEndsAt: Date | null;
  readonly requestLimit: number | null;
  readonly exportLimit: number | null;
}

export interface CurrentUser {
  readonly account: Account;
  readonly workspace: UserWorkspace;
  /** The workspace's newest with the current provider, running or not. */
  readonly subscription: Subscription | null;
  /** Counts of the current month. */
  readonly usage: { readonly requestCount: number; readonly exportCount: number };
}

/** A subscription that is not running is shown as none. */
export function describeUser(
  { account, workspace, subscription: newest, usage }: CurrentUser,
  config: Pick<Config, 'billing' | 'trial'>,
  now: Date,
): User {
  const { verifiedAt } = account;
  const { trialEndsAt } = workspace;
  const entitlement = judgeEntitlement({ ...workspace, verifiedAt, subscription: newest }, config, now);
  const { plan, subscription, requestLimit, exportLimit, isTrialRunning } = entitlement;
  return {
    email: account.email,
    verified: verifiedAt !== null,
    linkedin_onboarded: account.linkedinOnboarded,
    subscription: plan,
    subscription_id: subscription?.subscriptionId ?? null,
    subscription_canceled: subscription?.cancelAtPeriodEnd ?? false,
    subscription_started_on: subscription?.startedAt.toISOString() ?? null,
    next_billing_cycle_on: subscription?.currentPeriodEnd.toISOString() ?? null,
    is_trial: verifiedAt === null ? null : isTrialRunning,
    trial_ends_on: trialEndsAt?.toISOString() ?? null,
    currency: account.currency,
    country: account.country,
    full_name: account.fullName,
    company_name: account.companyName,
    vat_number: account.vatNumber,
    address: account.address,
    ...workspaceOf(workspace),
    usage: {
      request_count: usage.requestCount,
      request_limit: requestLimit,
      export_count: usage.exportCount,
      export_limit: exportLimit,
      period_end: endOfMonth(now).toISOString(),
    },
  };
}

function workspaceOf(row: UserWorkspace): Pick<User, 'workspace'> {
  const { workspaceId, workspaceName, personalAccountId, role, rights } = row;
  if (workspaceId === null || workspaceName === null || role === null || rights === null) return {};
  const isPersonal = personalAccountId !== null;
  const content = { id: workspaceId, name: workspaceName, role, rights: [...rightsOf(role, rights)], is_personal: isPersonal };
  return { workspace: content };
}
