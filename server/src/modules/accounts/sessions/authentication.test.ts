import { type EndpointDefinition, endpoint } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveEndpoint } from '../../../http/route.ts';
import { createAccount, createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createKeyText } from '../../keys/key-text.ts';

const DAY = 24 * 3600 * 1000;
const accessLevels = ['session', 'verified', 'subscribed'] as const;

const rowOf = (access: EndpointDefinition['access']) =>
  endpoint({
    method: 'GET',
    path: `/probe-${access}`,
    access,
    summary: 'Answers who calls',
    success: { kind: 'json', status: 200, body: z.object({ email: z.string() }) },
    errors: [],
  });

describe('each level of access', () => {
  let server: TestServer;
  const probe = async (account: TestAccount) => {
    const answers = await Promise.all(
      accessLevels.map((access) =>
        server.app.inject({ url: `/probe-${access}`, headers: account.headers, remoteAddress: '192.0.2.1' }),
      ),
    );
    return Object.fromEntries(
      accessLevels.map((access, index) => [access, answers[index]?.json().code ?? answers[index]?.json().email]),
    );
  };
  beforeAll(async () => {
    server = await startTestServer({
      extend: (app) => {
        for (const access of accessLevels)
          serveEndpoint(app, rowOf(access), async (_, { caller }) => ({ email: caller?.email ?? 'nobody' }));
      },
    });
  });
  afterAll(() => server.close());

  it('no access level is granted to anyone who is not signed in', async () => {
    for (const access of accessLevels) {
      const answer = await server.app.inject({ url: `/probe-${access}` });
      expect(answer.json()).toMatchObject({ status: 401, code: 'AUTH.SESSION_REQUIRED' });
    }
  });

  it('no access level is granted to an API key, and the refusal says so', async () => {
    const { key } = await createKeyHolder(server);
    const refusal = { status: 403, code: 'AUTH.KEY_NOT_ACCEPTED', msg: 'API keys are not accepted here. Please sign in.' };
    // The same message for both headers, and for unknown keys.
    for (const text of [key, createKeyText().text, 'll_live_short']) {
      for (const headers of [{ authorization: `Bearer ${text}` }, { 'x-api-key': text }]) {
        for (const access of accessLevels) {
          const answer = await server.app.inject({ url: `/probe-${access}`, headers });
          expect(answer.json()).toMatchObject(refusal);
          expect(answer.headers.ratelimit).toBeUndefined();
        }
      }
    }
  });

  it('a session is accepted even if the request also contains a key', async () => {
    const { key, account } = await createKeyHolder(server);
    const answer = await server.app.inject({ url: '/probe-session', headers: { ...account.headers, 'x-api-key': key } });
    expect(answer.json()).toEqual({ email: account.email });
  });

  it('every level above a session requires a verified email', async () => {
    const account = await createAccount(server);
    expect(await probe(account)).toEqual({
      session: account.email,
      verified: 'AUTH.NOT_VERIFIED',
      subscribed: 'AUTH.NOT_VERIFIED',
    });
  });

  it('every level is granted during the trial, and some require a subscription after it', async () => {
    const account = await createVerifiedAccount(server);
    const { email } = account;
    expect(await probe(account)).toEqual({ session: email, verified: email, subscribed: email });
    server.clock.advance(server.platform.config.trial.days * DAY + 1);
    const later = await signIn(account.browser, email, account.password);
    expect(await probe(later)).toEqual({ session: email, verified: email, subscribed: 'AUTH.SUBSCRIPTION_REQUIRED' });
  });
});
