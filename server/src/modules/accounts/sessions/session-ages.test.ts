import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { startImport } from '@leadloom/shared/contract/import-uploads';
import { createImport, undoImport } from '@leadloom/shared/contract/imports';
import { createInvite } from '@leadloom/shared/contract/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import type { Browser } from '../../../testing/browser.ts';
import { openBrowser } from '../../../testing/browser.ts';
import { createOperator, OPERATOR_EMAILS, operatorSettings } from '../../../testing/operator.fixture.ts';
import { addPasskey, signInByPasskey } from '../../../testing/passkeys.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { CONSOLE_FACTOR_HOURS } from './session-standing.ts';
import { SESSION_DAYS, SESSION_IDLE_DAYS } from './sessions.service.ts';

const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;
const needed = { status: 403, body: { code: 'AUTH.PROOF_NEEDED' } };

describe('how long a session lasts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
  });
  afterAll(() => server.close());

  type Tokens = { readonly browser: Browser; readonly accessToken: string; readonly refreshToken: string };
  const refresh = ({ browser, refreshToken }: Tokens) => browser.call('POST', '/refresh', { bearer: refreshToken });
  async function renewed<Account extends Tokens>(account: Account): Promise<Account> {
    const { status, body } = await refresh(account);
    expect(status).toBe(200);
    return { ...account, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) };
  }
  const later = async <Account extends Tokens>(account: Account, milliseconds: number) => {
    server.clock.advance(milliseconds);
    return renewed(account);
  };
  const look = ({ browser, accessToken }: Tokens, path = '/operator/accounts') =>
    browser.call('GET', path, { bearer: accessToken });

  it('it ends after 90 days however often it is refreshed', async () => {
    let account: TestAccount = await createAccount(server);
    const step = SESSION_IDLE_DAYS - 1;
    let days = 0;
    for (; days + step < SESSION_DAYS; days += step) account = await later(account, step * DAY);
    account = await later(account, (SESSION_DAYS - days) * DAY - HOUR / 12);
    expect((await look(account, '/me')).status).toBe(200);
    server.clock.advance(HOUR / 6);
    expect((await look(account, '/me')).status).toBe(401);
    expect((await refresh(account)).status).toBe(401);
  });

  it('a session of before the limit ends with its next refresh', async () => {
    const account = await createAccount(server);
    await server.database.$client.query(
      `update sessions set created_at = created_at - interval '${SESSION_DAYS} days'
       where account_id = (select id from accounts where email = $1)`,
      [account.email],
    );
    expect((await refresh(account)).status).toBe(401);
  });

  it('the console asks for the second factor again after twelve hours, and refreshing does not replace it', async () => {
    const operator = await createOperator(server);
    expect((await look(operator)).status).toBe(200);
    let current = operator;
    for (let hours = 0; hours < CONSOLE_FACTOR_HOURS; hours += 4) current = await later(current, 4 * HOUR - 1_000);
    expect((await look(current)).status).toBe(200);
    current = await later(current, 10_000);
    expect(await look(current)).toMatchObject(needed);
    expect((await look(current, '/me')).body).toMatchObject({ is_operator: true });
    const { password, authenticator } = operator;
    const prove = (body: object) => current.browser.call('POST', '/prove', { bearer: current.accessToken, body });
    expect((await prove({ password })).status).toBe(401);
    expect(await look(current)).toMatchObject(needed);
    expect((await prove({ password, code: authenticator.nextCode() })).status).toBe(204);
    expect((await look(current)).status).toBe(200);
  });

  it('a passkey ages as well, and a password alone does not renew it', async () => {
    const account = await createVerifiedAccount(server, OPERATOR_EMAILS[1]);
    const { authenticator } = await addPasskey(server, account);
    const browser = openBrowser(server.app);
    const answer = await signInByPasskey(browser, authenticator);
    const signedIn = { browser, accessToken: String(answer.body.access_token), refreshToken: String(answer.body.refresh_token) };
    expect((await look(signedIn)).status).toBe(200);
    const current = await later(signedIn, CONSOLE_FACTOR_HOURS * HOUR + 1_000);
    expect(await look(current)).toMatchObject(needed);
    const proof = { bearer: current.accessToken, body: { password: account.password } };
    expect((await browser.call('POST', '/prove', proof)).status).toBe(204);
    expect(await look(current)).toMatchObject(needed);
  });

  it('for everybody else the console does not exist however old the session is', async () => {
    const other = await later(await createVerifiedAccount(server), CONSOLE_FACTOR_HOURS * HOUR + 1_000);
    expect((await look(other)).status).toBe(404);
    const { email, password } = await createVerifiedAccount(server, OPERATOR_EMAILS[2]);
    const without = await later(await signIn(openBrowser(server.app), email, password), CONSOLE_FACTOR_HOURS * HOUR + 1_000);
    expect((await look(without)).status).toBe(404);
  });

  it.each<EndpointDefinition>([createImport, startImport, undoImport, createInvite])(
    '$method $path needs a recent proof',
    (row) => {
      expect(row).toMatchObject({ needsProof: true });
    },
  );
});
