/** The server with Stripe's stand-in, and a person who buys. Both share one clock. */

import type { WorkspaceId } from '@leadloom/server/http/workspace';
import { type BillingPlatform, createBillingPlatform } from '@leadloom/server/modules/billing/billing-platform.service';
import { accountIdOf, createVerifiedAccount, signIn, type TestAccount } from '@leadloom/server/testing/accounts';
import type { Answer } from '@leadloom/server/testing/browser';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { userSchema } from '@leadloom/shared/contract/accounts';
import { getBilling, listInvoices } from '@leadloom/shared/contract/billing';
import type { StandInEvent } from '../stand-ins/stripe/objects.ts';
import { type StripeStandIn, startStripeStandIn } from '../stand-ins/stripe/server.ts';

export interface StripeFixture {
  readonly server: TestServer;
  /** Another server's view of the same payments. */
  readonly billing: BillingPlatform;
  readonly stripe: StripeStandIn;
  /** A person with a verified email and a country who is signed in. */
  buyer(profile?: BuyerProfile): Promise<Buyer>;
  /** Sends events as Stripe does; returns the statuses. */
  deliver(events: readonly StandInEvent[]): Promise<number[]>;
  post(payload: string | Buffer, signature: string | null): Promise<{ readonly statusCode: number; readonly payload: string }>;
  /** Rows of a table, as the database writes them. */
  rows(table: BillingTable): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

type BillingTable = 'billing_customers' | 'billing_events' | 'billing_ledger' | 'billing_notices' | 'subscriptions';

interface BuyerProfile {
  readonly country?: string | null;
  readonly currency?: 'EUR' | 'USD' | null;
  readonly vatNumber?: string | null;
}

export interface Buyer {
  readonly account: TestAccount;
  /** Of the account, and so of its personal workspace. */
  readonly id: WorkspaceId;
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>;
  me(): ReturnType<typeof userSchema.parse> extends infer User ? Promise<User> : never;
  status(): Promise<string | null>;
  invoices(): Promise<ReturnType<typeof listInvoices.success.body.parse>>;
  /** Starts a checkout. @throws {Error} unless the status is 200 */
  checkout(): Promise<{ readonly id: string; readonly url: string | null }>;
  /** Buys, pays, and delivers the events; returns the subscription's id. */
  subscribe(): Promise<string>;
  signInAgain(): Promise<void>;
}

export async function openStripeFixture(environment: Readonly<Record<string, string>> = {}): Promise<StripeFixture> {
  let server: TestServer | null = null;
  const stripe = await startStripeStandIn({ now: () => server?.clock.now() ?? new Date() });
  const started = await startTestServer({ environment: { ...stripe.environment, ...environment } });
  server = started;
  const client = started.database.$client;

  const post: StripeFixture['post'] = (payload, signature) =>
    started.app.inject({
      method: 'POST',
      url: '/api/v1/webhooks/stripe',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(signature === null ? {} : { 'stripe-signature': signature }),
      },
      payload,
    });
  const deliver: StripeFixture['deliver'] = async (events) => {
    const statuses = [];
    for (const event of events) {
      const { payload, signature } = stripe.sign(event);
      statuses.push((await post(payload, signature)).statusCode);
    }
    return statuses;
  };

  async function buyer({ country = 'DE', currency = null, vatNumber = null }: BuyerProfile = {}): Promise<Buyer> {
    let account = await createVerifiedAccount(started);
    const id = await accountIdOf(started, account.email);
    const profile = [id, country, currency, vatNumber];
    await client.query('update accounts set country = $2, currency = $3, vat_number = $4 where id = $1', profile);
    const call: Buyer['call'] = (method, path, body) =>
      account.browser.call(method, path, { bearer: account.accessToken, ...(body === undefined ? {} : { body }) });
    const checkout: Buyer['checkout'] = async () => {
      const { status, body } = await call('POST', '/create-checkout-session');
      if (status !== 200) throw new Error(`the checkout answered ${status} ${String(body.msg)}`);
      return { id: String(body.id), url: typeof body.url === 'string' ? body.url : null };
    };
    const me = async () => userSchema.parse((await call('GET', '/me')).body);
    return {
      get account() {
        return account;
      },
      id,
      call,
      me,
      checkout,
      status: async () => getBilling.success.body.parse((await call('GET', '/billing')).body).status,
      invoices: async () => listInvoices.success.body.parse((await call('GET', '/invoices')).body),
      subscribe: async () => {
        await deliver(stripe.lifecycle.complete((await checkout()).id));
        return (await me()).subscription_id ?? '';
      },
      signInAgain: async () => {
        account = await signIn(account.browser, account.email, account.password);
      },
    };
  }

  return {
    server: started,
    billing: createBillingPlatform(started.platform, () => undefined),
    stripe,
    buyer,
    deliver,
    post,
    rows: async (table) => (await client.query(`select * from ${table} order by 1, 2`)).rows,
    close: async () => {
      await started.close();
      await stripe.close();
    },
  };
}
