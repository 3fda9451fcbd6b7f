import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, readerHeaders } from './ask.ts';
import { at, jsonOf } from './read-answer.ts';
import { chromiumFlags, type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const ME = '/voyager/api/me';
let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 50, viewerSlug: 'the-viewer' });
});
afterAll(() => standIn.close());

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));

describe('access to the API', () => {
  it('a signed-in reader with the right token gets an answer', async () => {
    const asked = await ask(standIn, ME);
    expect(asked.status).toBe(200);
    expect(at(jsonOf(asked), 'included', 0, 'publicIdentifier')).toBe('the-viewer');
    const plain = jsonOf(await ask(standIn, ME, { ...readerHeaders(standIn), accept: 'application/json' }));
    expect(at(plain, 'miniProfile', 'publicIdentifier')).toBe('the-viewer');
  });

  it('a reader without a session, with a made-up one, or after all were revoked is redirected to the login page', async () => {
    const headers = readerHeaders(standIn);
    for (const cookie of ['', 'JSESSIONID="ajax:1"', 'li_at=AQEDinvented.0; JSESSIONID="ajax:1"']) {
      const asked = await ask(standIn, ME, { ...headers, cookie });
      expect([asked.status, asked.headers.location]).toEqual([
        302,
        expect.stringContaining('https://www.linkedin.com/uas/login'),
      ]);
    }
    standIn.control.revokeSessions();
    expect((await ask(standIn, ME, headers)).status).toBe(302);
  });

  it.each([
    ['absent', (token: string) => [token, undefined]],
    ['in quotes', (token: string) => [token, `"${token}"`]],
    ['without its prefix', (token: string) => [token, token.replace('ajax:', '')]],
    ['of another session', (token: string) => [token, 'ajax:0000000000000000000']],
  ])('a reader whose token is %s is refused', async (_what, headerFor) => {
    const session = standIn.control.signIn();
    const token = headerFor(session.csrfToken)[1];
    const headers = {
      ...without(readerHeaders(standIn), 'csrf-token'),
      cookie: session.cookieHeader,
      ...(token === undefined ? {} : { 'csrf-token': token }),
    };
    const asked = await ask(standIn, ME, headers);
    expect([asked.status, asked.body.toString()]).toEqual([403, 'CSRF check failed.']);
  });

  it('a reader whose two cookies come from different sessions is redirected in a loop', async () => {
    const [one, other] = [standIn.control.signIn(), standIn.control.signIn()];
    const cookie = `li_at=${one.liAt}; JSESSIONID=${other.jsessionId}`;
    const asked = await ask(standIn, ME, { ...readerHeaders(standIn), cookie, 'csrf-token': other.csrfToken });
    expect([asked.status, asked.headers.location]).toEqual([302, `https://www.linkedin.com${ME}`]);
  });

  it('a reader may read and nothing else', async () => {
    expect((await ask(standIn, ME, undefined, undefined, 'POST')).status).toBe(405);
  });

  it('a canary in the session cookie identifies it', () => {
    const session = standIn.control.signIn('CANARY123');
    expect(session.liAt).toContain('CANARY123');
    expect(session.jsessionId).toMatch(/^"ajax:\d{19}"$/);
  });
});

describe('the form of a request', () => {
  const COMPONENTS = '/voyager/api/graphql?queryId=voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835';
  const variables = () =>
    `(profileUrn:${encodeURIComponent(`urn:li:fsd_profile:${standIn.control.member(0).id}`)},sectionType:skills)`;

  it('a request needs a known query id and well-formed variables in version two', async () => {
    expect((await ask(standIn, `${COMPONENTS}&variables=${variables()}`)).status).toBe(200);
    expect((await ask(standIn, `${COMPONENTS}&variables=${decodeURIComponent(variables())}`)).status).toBe(400);
    expect((await ask(standIn, `${COMPONENTS}&variables=(profileUrn:o(o))`)).status).toBe(400);
    expect((await ask(standIn, COMPONENTS)).status).toBe(400);
    expect((await ask(standIn, `${COMPONENTS.replace(/.$/, '0')}&variables=${variables()}`)).status).toBe(400);
    const headers = without(readerHeaders(standIn), 'x-restli-protocol-version');
    expect((await ask(standIn, `${COMPONENTS}&variables=${variables()}`, headers)).status).toBe(400);
  });

  it('the accepted query ids can change while the stand-in runs', async () => {
    const address = `${COMPONENTS}&variables=${variables()}`;
    const id = 'voyagerIdentityDashProfileComponents.8903e7f7b15f1c12a050c55d48ca2835';
    const before = standIn.control.accepted();
    standIn.control.retire(id);
    expect((await ask(standIn, address)).status).toBe(400);
    standIn.control.accept({ queryIds: new Set([id]), plainOnly: new Set([id]) });
    expect((await ask(standIn, address)).status).toBe(500);
    expect((await ask(standIn, address, { ...readerHeaders(standIn), accept: 'application/json' })).status).toBe(200);
    standIn.control.accept(before);
    expect((await ask(standIn, address)).status).toBe(200);
  });

  it.each([
    ['/voyager/api/identity/profiles/somebody/profileView', 410],
    ['/voyager/api/identity/profiles/somebody/profileContactInfo', 410],
    ['/voyager/api/identity/dash/profilePositionGroups', 400],
    ['/voyager/api/messaging/conversations', 500],
    ['/voyager/api/anything/else', 404],
  ])('the retired address %s answers %d', async (path, status) => {
    expect((await ask(standIn, path)).status).toBe(status);
  });
});

describe('pages', () => {
  it('pages say that they are a stand-in, and sign a browser in and out with the attributes of the real cookies', async () => {
    const login = await ask(standIn, '/login', {});
    expect(login.body.toString()).toContain('It is not LinkedIn');
    expect((await ask(standIn, '/feed/', {})).headers.location).toBe('/login');
    const signIn = await ask(standIn, '/stand-in/sign-in', { host: 'www.linkedin.com' });
    const [liAt = '', jsessionId = ''] = signIn.headers['set-cookie'] ?? [];
    expect(liAt).toMatch(/^li_at=AQED\w+\.\w+; Domain=\.www\.linkedin\.com; Path=\/; Secure; SameSite=None; HttpOnly$/);
    expect(jsessionId).toMatch(/^JSESSIONID="ajax:\d+"; Domain=\.www\.linkedin\.com; Path=\/; Secure; SameSite=None$/);
    const cookie = [liAt, jsessionId].map((line) => line.split(';')[0]).join('; ');
    expect((await ask(standIn, '/feed/', { cookie })).status).toBe(200);
    const token = /"(.+?)"/.exec(jsessionId)?.[1] ?? '';
    expect((await ask(standIn, ME, { ...readerHeaders(standIn), cookie, 'csrf-token': token })).status).toBe(200);
    expect((await ask(standIn, '/stand-in/sign-out', {})).headers['set-cookie']?.[0]).toContain('Max-Age=0');
  });

  it('pages show members and pictures, and nothing for unknown addresses', async () => {
    const page = await ask(standIn, `/in/${encodeURIComponent(standIn.control.member(0).slug)}`, {});
    expect(page.body.toString()).toContain(standIn.control.member(0).lastName);
    expect((await ask(standIn, '/dms/image/v2/x/profile-displayphoto-shrink_100_100/0/1', {})).headers['content-type']).toBe(
      'image/png',
    );
    expect((await ask(standIn, '/jobs/', {})).status).toBe(404);
  });

  it('Chromium reaches the pages under the real name', () => {
    expect(chromiumFlags(8443)[0]).toBe(
      '--host-resolver-rules=MAP www.linkedin.com 127.0.0.1:8443,MAP media.licdn.com 127.0.0.1:8443',
    );
  });
});
