/** Membership of workspaces by the groups that an OpenID Connect provider sends at a sign-in. */
import { createVerifiedAccount, type TestAccount, uniqueEmail } from '@leadloom/server/testing/accounts';
import { openBrowser } from '@leadloom/server/testing/browser';
import { callApi } from '@leadloom/server/testing/call-api';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OidcIssuer, startOidcIssuer } from '../stand-ins/oidc/issuer.ts';
import { beginAtIssuer, signInAtIssuer } from '../stand-ins/oidc/sign-in-by-issuer.ts';

describe('groups of the OpenID Connect provider', () => {
  let issuer: OidcIssuer;
  let first: TestServer;
  let server: TestServer;
  let owner: TestAccount;
  let id: number;
  beforeAll(async () => {
    issuer = await startOidcIssuer();
    first = await startTestServer();
    owner = await createVerifiedAccount(first);
    id = (await callApi(first, owner, 'POST', '/workspaces', { name: 'Northwind' })).body.id;
    const OIDC_GROUPS = `sales:member@${id},leads:admin@${id}`;
    server = await startTestServer({
      environment: { ...issuer.settings, OIDC_GROUPS, OIDC_GROUPS_CLAIM: 'teams' },
      beside: first,
    });
  });
  afterAll(async () => {
    await server.close();
    await first.close();
    await issuer.close();
  });
  afterEach(() => {
    issuer.lies = {};
  });

  const members = async (): Promise<Record<string, string>> => {
    const { data } = (await callApi(server, owner, 'GET', `/workspaces/${id}/members`)).body;
    return Object.fromEntries(data.map(({ email, role }: { email: string; role: string }) => [email, role]));
  };
  async function signIn(email: string, teams: unknown) {
    issuer.person = { sub: `sub of ${email}`, email, email_verified: true };
    issuer.lies = { ...issuer.lies, claims: { teams } };
    return signInAtIssuer(openBrowser(server.app), issuer);
  }

  it('at each sign-in, membership and role follow the groups', async () => {
    const email = uniqueEmail();
    expect((await signIn(email, ['sales', 'unknown'])).status).toBe(200);
    expect((await members())[email]).toBe('member');
    await signIn(email, 'leads');
    expect((await members())[email]).toBe('admin');
    await signIn(email, []);
    expect(await members()).not.toHaveProperty(email);
  });

  it('what is no list of names changes nothing, and signs in', async () => {
    const email = uniqueEmail();
    await signIn(email, ['sales']);
    for (const teams of [undefined, null, 7, { sales: true }, ['leads', 7]]) {
      expect((await signIn(email, teams)).status).toBe(200);
      expect((await members())[email]).toBe('member');
    }
  });

  it('the last owner signs in and stays one', async () => {
    expect((await signIn(owner.email, ['sales'])).status).toBe(200);
    expect((await members())[owner.email]).toBe('owner');
  });

  it('groups come from the profile where the ID token has none, and their scope is asked for where there is one', async () => {
    const email = uniqueEmail();
    const profile = { sub: `sub of ${email}`, teams: ['leads'] };
    issuer.lies = {
      metadata: { userinfo_endpoint: `${issuer.issuer}/profile`, scopes_supported: ['openid', 'email', 'teams'] },
      answers: {
        '/profile': (response) =>
          void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(profile)),
      },
    };
    const fresh = await startTestServer({
      environment: { ...issuer.settings, OIDC_GROUPS: `leads:admin@${id}`, OIDC_GROUPS_CLAIM: 'teams' },
      beside: first,
    });
    const page = new URL(await beginAtIssuer(openBrowser(fresh.app)));
    expect(page.searchParams.get('scope')).toBe('openid email teams');
    issuer.person = { sub: profile.sub, email, email_verified: true };
    expect((await signInAtIssuer(openBrowser(fresh.app), issuer)).status).toBe(200);
    expect((await members())[email]).toBe('admin');
    await fresh.close();
  });
});
