import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { listTrackedSubreddits, suggestSubreddits, trackSubreddits, untrackSubreddit } from '@leadloom/shared/contract/reddit';
import { getSources } from '@leadloom/shared/contract/sources';
import { listTopAuthors, listTrackedUsers, trackUsers, untrackUser } from '@leadloom/shared/contract/tiktok';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { openBrowser } from '../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const inputs = new Map<EndpointDefinition, { readonly query?: string; readonly body?: object }>([
  [listTrackedSubreddits, {}],
  [trackSubreddits, { body: { subreddit_names: ['saas'] } }],
  [untrackSubreddit, { body: { subreddit_name: 'saas' } }],
  [suggestSubreddits, { query: '?q=sa' }],
  [getSources, {}],
  [listTrackedUsers, {}],
  [listTopAuthors, {}],
  [trackUsers, { body: { unique_ids: ['mila.draws'] } }],
  [untrackUser, { body: { unique_id: 'mila.draws' } }],
]);
const rows = [...inputs.keys()];
const guarded = rows.filter(({ access }) => access === 'verified');
const open = rows.filter(({ access }) => access === 'session');

describe('access to tracking', () => {
  let server: TestServer;
  const call = (row: EndpointDefinition, options: { account?: TestAccount; bearer?: string; body?: object } = {}) => {
    const { query = '', body } = { ...inputs.get(row), ...options };
    const bearer = options.bearer ?? options.account?.accessToken;
    const browser = options.account?.browser ?? openBrowser(server.app);
    const { method, path } = row;
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') throw new Error(`no test calls ${method}`);
    return browser.call(method, `${path}${query}`, {
      ...(bearer === undefined ? {} : { bearer }),
      ...(body === undefined ? {} : { body }),
    });
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it.each(rows)('$method $path needs a session', async (row) => {
    expect((await call(row)).status).toBe(401);
  });

  it.each(rows)('$method $path takes no API key for a session', async (row) => {
    const account = await createVerifiedAccount(server);
    const { body } = await account.browser.call('GET', '/create-api-key', { bearer: account.accessToken });
    expect((await call(row, { bearer: String(body.api_key) })).status).toBe(403);
  });

  it.each(guarded)('$method $path needs a verified email', async (row) => {
    const answer = await call(row, { account: await createAccount(server) });
    expect(answer).toMatchObject({ status: 403, body: { code: 'AUTH.NOT_VERIFIED' } });
  });

  it.each(open)('$method $path is open to every account', async (row) => {
    const answer = await call(row, { account: await createAccount(server) });
    expect(answer.status).toBe(row.success.status);
  });

  it('an account neither sees nor ends the tracking of another account', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    expect((await call(trackSubreddits, { account: owner, body: { subreddit_names: ['quietpottery'] } })).status).toBe(200);
    expect((await call(trackUsers, { account: owner, body: { unique_ids: ['quiet.potter'] } })).status).toBe(200);
    expect((await call(listTrackedSubreddits, { account: stranger })).body).toEqual({ data: [] });
    expect((await call(listTrackedUsers, { account: stranger })).body).toEqual({ data: [] });
    // Nor can it learn what others track.
    const suggested = await stranger.browser.call('GET', '/reddit/suggest-subreddits?q=quiet', { bearer: stranger.accessToken });
    expect(suggested.status).toBe(200);
    expect(JSON.stringify(suggested.body)).not.toContain('quietpottery');
    expect((await call(untrackSubreddit, { account: stranger, body: { subreddit_name: 'quietpottery' } })).status).toBe(204);
    expect((await call(untrackUser, { account: stranger, body: { unique_id: 'quiet.potter' } })).status).toBe(204);
    expect((await call(listTrackedSubreddits, { account: owner })).body.data).toHaveLength(1);
    expect((await call(listTrackedUsers, { account: owner })).body.data).toHaveLength(1);
  });

  it('a field that names an account is refused', async () => {
    const account = await createVerifiedAccount(server);
    const body = { subreddit_names: ['saas'], account_id: 1 };
    expect((await call(trackSubreddits, { account, body })).status).toBe(400);
  });
});
