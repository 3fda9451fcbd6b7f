import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { listTrackedSubreddits, trackSubreddits, untrackSubreddit } from '@leadloom/shared/contract/reddit';
import { listTrackedUsers, trackUsers, untrackUser } from '@leadloom/shared/contract/tiktok';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe('access to tracking', () => {
  let server: TestServer;
  const call = ({ method, path }: EndpointDefinition, account: TestAccount, body?: object) => {
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE') throw new Error(`no test calls ${method}`);
    return account.browser.call(method, path, { bearer: account.accessToken, ...(body === undefined ? {} : { body }) });
  };
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('an account neither sees nor ends the tracking of another account', async () => {
    const [owner, stranger] = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    expect((await call(trackSubreddits, owner, { subreddit_names: ['quietpottery'] })).status).toBe(200);
    expect((await call(trackUsers, owner, { unique_ids: ['quiet.potter'] })).status).toBe(200);
    expect((await call(listTrackedSubreddits, stranger)).body).toEqual({ data: [] });
    expect((await call(listTrackedUsers, stranger)).body).toEqual({ data: [] });
    // Nor can it learn what others track.
    const suggested = await stranger.browser.call('GET', '/reddit/suggest-subreddits?q=quiet', { bearer: stranger.accessToken });
    expect(suggested.status).toBe(200);
    expect(JSON.stringify(suggested.body)).not.toContain('quietpottery');
    expect((await call(untrackSubreddit, stranger, { subreddit_name: 'quietpottery' })).status).toBe(204);
    expect((await call(untrackUser, stranger, { unique_id: 'quiet.potter' })).status).toBe(204);
    expect((await call(listTrackedSubreddits, owner)).body.data).toHaveLength(1);
    expect((await call(listTrackedUsers, owner)).body.data).toHaveLength(1);
  });
});
