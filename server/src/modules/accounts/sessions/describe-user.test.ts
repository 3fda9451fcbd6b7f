import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../config.ts';
import { personalWorkspaceOf } from '../../../http/workspace.ts';
import type { Subscription } from '../../billing/running-subscription.service.ts';
import { type CurrentUser, describeUser } from './describe-user.ts';

const now = new Date('2026-03-15T12:00:00Z');
const day = (days: number) => new Date(now.getTime() + days * 24 * 3600 * 1000);
const sandbox = readConfig({
  PLAN_REQUEST_LIMIT: '500',
  PLAN_EXPORT_LIMIT: '600',
  TRIAL_REQUEST_LIMIT: '50',
  TRIAL_EXPORT_LIMIT: '60',
});
const off = readConfig({ BILLING: 'off' });

const account: CurrentUser['account'] = {
  id: 7,
  email: 'person@example.com',
  createdAt: day(-30),
  unverifiedEndAt: null,
  verifiedAt: day(-20),
  blockedAt: null,
  linkedinOnboarded: null,
  firstStepsEndedAt: null,
  rowsSeenAt: null,
  fullName: null,
  companyName: null,
  vatNumber: null,
  country: 'DE',
  currency: 'EUR',
  address: null,
  totpEnabledAt: null,
};
const workspace: CurrentUser['workspace'] = {
  workspaceId: personalWorkspaceOf(7),
  workspaceName: 'Personal',
  personalAccountId: 7,
  role: 'owner',
  rights: [],
  lastSeenAt: null,
  requestLimit: null,
  exportLimit: null,
  trialEndsAt: day(-6),
};
const subscription: Subscription = {
  provider: 'sandbox',
  subscriptionId: 'sub_1',
  workspaceId: personalWorkspaceOf(7),
  plan: 'Pro',
  status: 'active',
  currency: 'EUR',
  startedAt: day(-10),
  currentPeriodEnd: day(20),
  cancelAtPeriodEnd: false,
  endedAt: null,
  providerTime: day(-10),
  revision: 1,
  updatedAt: day(-10),
};
const describeWith = (parts: Partial<CurrentUser>, config = sandbox) =>
  describeUser({ account, workspace, subscription: null, usage: { requestCount: 3, exportCount: 4 }, ...parts }, config, now);

describe('the current user', () => {
  it('a user with a running subscription has a plan, its dates and its limits', () => {
    expect(describeWith({ subscription })).toMatchObject({
      subscription: 'Pro',
      subscription_id: 'sub_1',
      subscription_canceled: false,
      subscription_started_on: day(-10).toISOString(),
      next_billing_cycle_on: day(20).toISOString(),
      is_trial: false,
      usage: { request_count: 3, request_limit: 500, export_count: 4, export_limit: 600, period_end: '2026-04-01T00:00:00.000Z' },
    });
  });

  it.each(['trialing', 'past_due'] as const)('a user keeps the service while the subscription is %s', (status) => {
    expect(describeWith({ subscription: { ...subscription, status } })).toMatchObject({
      subscription: 'Pro',
      usage: { request_limit: 500 },
    });
  });

  it.each(['canceled', 'incomplete', 'unpaid'] as const)('a user has no service while the subscription is %s', (status) => {
    expect(describeWith({ subscription: { ...subscription, status } })).toMatchObject({
      subscription: null,
      subscription_id: null,
      next_billing_cycle_on: null,
      usage: { request_limit: 0, export_limit: 0 },
    });
  });

  it('a cancelled subscription gives service until its period ends, and not after', () => {
    const cancelled = { ...subscription, cancelAtPeriodEnd: true };
    expect(describeWith({ subscription: cancelled })).toMatchObject({ subscription: 'Pro', subscription_canceled: true });
    expect(describeWith({ subscription: { ...cancelled, currentPeriodEnd: now } })).toMatchObject({
      subscription: null,
      subscription_canceled: false,
      usage: { request_limit: 0 },
    });
  });

  it('a running trial has limits, and an expired one gives nothing', () => {
    const inTrial = { ...workspace, trialEndsAt: day(1) };
    expect(describeWith({ workspace: inTrial })).toMatchObject({
      subscription: null,
      is_trial: true,
      usage: { request_limit: 50, export_limit: 60 },
    });
    expect(describeWith({})).toMatchObject({ is_trial: false, usage: { request_limit: 0, export_limit: 0 } });
  });

  it('a user with a running subscription is not in a trial', () => {
    expect(describeWith({ workspace: { ...workspace, trialEndsAt: day(1) }, subscription })).toMatchObject({ is_trial: false });
  });

  it('an unverified user may use nothing', () => {
    const unverified = { account: { ...account, verifiedAt: null }, workspace: { ...workspace, trialEndsAt: null } };
    for (const config of [sandbox, off]) {
      expect(describeWith(unverified, config)).toMatchObject({
        subscription: null,
        is_trial: null,
        usage: { request_limit: 0, export_limit: 0 },
      });
    }
  });

  it('if nothing is sold, a user has the one unlimited plan', () => {
    expect(describeWith({}, off)).toMatchObject({
      subscription: 'Local',
      subscription_id: null,
      is_trial: false,
      usage: { request_limit: null, export_limit: null },
    });
  });
});
