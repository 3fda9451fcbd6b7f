import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createAccount, createVerifiedAccount } from '../../testing/accounts.ts';
import { subscribeInSandbox } from '../../testing/sandbox-visitor.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { endSubscriptionNow, hasRunningSubscription, readEntitlement } from './billing.service.ts';
import { createBillingPlatform } from './billing-platform.service.ts';

const limits = {
  PLAN_REQUEST_LIMIT: '500',
  PLAN_EXPORT_LIMIT: '600',
  TRIAL_REQUEST_LIMIT: '50',
  TRIAL_EXPORT_LIMIT: '60',
};

describe('what an account may use', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: limits });
  });
  afterAll(() => server.close());
  const entitlementOf = (workspaceId: WorkspaceId) => readEntitlement(server.platform, workspaceId, server.clock.now());

  it('an unverified or deleted account may use nothing', async () => {
    const account = await createAccount(server);
    const limits = { requestLimit: 0, exportLimit: 0 };
    const nothing = { plan: null, subscription: null, ...limits, isVerified: false, isRunning: false, isTrialRunning: false };
    expect(await entitlementOf(await accountIdOf(server, account.email))).toEqual(nothing);
    expect(await entitlementOf(personalWorkspaceOf(999_999_999))).toEqual(nothing);
  });

  it('an account may use its trial’s limits, then the plan’s, then nothing', async () => {
    const account = await createVerifiedAccount(server);
    const id = await accountIdOf(server, account.email);
    expect(await entitlementOf(id)).toMatchObject({ plan: null, requestLimit: 50, exportLimit: 60, isTrialRunning: true });
    expect(await hasRunningSubscription(server.platform, id)).toBe(false);
    const subscriptionId = await subscribeInSandbox(server, account);
    expect(await entitlementOf(id)).toMatchObject({
      plan: 'Pro',
      subscription: { subscriptionId, status: 'active' },
      requestLimit: 500,
      exportLimit: 600,
      isRunning: true,
      isTrialRunning: false,
    });
    expect(await hasRunningSubscription(server.platform, id)).toBe(true);
    await endSubscriptionNow(
      createBillingPlatform(server.platform, () => undefined),
      id,
      'account deleted',
    );
    server.clock.advance(15 * 24 * 3600 * 1000);
    expect(await entitlementOf(id)).toMatchObject({ subscription: null, requestLimit: 0, exportLimit: 0, isRunning: false });
  });

  it('an account can be deleted while its subscription is running, which ends both', async () => {
    const account = await createVerifiedAccount(server);
    await subscribeInSandbox(server, account);
    const { status } = await account.browser.call('POST', '/delete-account', {
      bearer: account.accessToken,
      body: { password: account.password },
    });
    expect(status).toBe(200);
    const { rows } = await server.database.$client.query(
      'select count(*)::int as left_over from subscriptions left join accounts on accounts.id = account_id where accounts.id is null',
    );
    expect(rows).toEqual([{ left_over: 0 }]);
  });
});
