import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiServer } from '../../../testing/server.ts';
import { aHealth, networks } from '../../../testing/sources.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import {
  aSubreddit,
  heading,
  loadSubreddits,
  openSubreddits,
  rowOf,
  serveSubreddits,
  table,
} from '../testing/subreddits.fixture.ts';

const NOT_SET_UP = 'Reddit is not set up on this server. Posts come by imports only.';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000 - 20_000).toISOString();

beforeAll(loadSubreddits);

const unset = aHealth({ state: 'not_configured', message: NOT_SET_UP });

describe('how subreddits are doing', () => {
  it('a state of all of Reddit is shown once above the subreddits', async () => {
    serveSubreddits({
      subreddits: [aSubreddit('weaving', { last_collected_at: null, health: unset })],
      networks: { reddit: { ...unset, is_configured: false, requests_today: 0, requests_a_day: null } },
    });
    await openSubreddits();
    const row = await rowOf('weaving');
    expect(row.getByText('never crawled')).toBeVisible();
    expect(row.getByText('Not set up')).toBeVisible();
    expect(screen.getAllByText(NOT_SET_UP)).toHaveLength(1);
    expect(screen.queryByText(/requests to Reddit/)).toBeNull();
  });

  it('a subreddit’s own state is shown beside it, with the time of the next try', async () => {
    const health = aHealth({ state: 'private', message: 'Reddit shows it to its members only.', next_visit_at: inMinutes(12) });
    serveSubreddits({ subreddits: [aSubreddit('weaving', { health }), aSubreddit('Gardening')] });
    await openSubreddits();
    const row = await rowOf('weaving');
    expect(row.getByText('Private')).toBeVisible();
    expect(row.getByText('Reddit shows it to its members only.')).toBeVisible();
    expect(row.getByText('next try in 12 min')).toBeVisible();
    expect((await rowOf('Gardening')).queryByText(/next try|Private|Up to date/)).toBeNull();
  });

  it.each(['refused', 'blocked', 'rate_limited'] as const)('the screen says that Reddit is %s, and until when', async (state) => {
    const whole = aHealth({
      state,
      message: 'Reddit says no.',
      since: '2098-03-01T09:00:00.000Z',
      next_visit_at: inMinutes(45),
    });
    serveSubreddits({ networks: { reddit: { ...networks().reddit, ...whole } } });
    await openSubreddits();
    expect(await screen.findByText('Reddit says no.')).toBeVisible();
    expect(screen.getByText('Next try in 45 min')).toBeVisible();
  });

  it('the screen counts today’s requests to Reddit', async () => {
    serveSubreddits();
    await openSubreddits();
    expect(await screen.findByText('12 requests to Reddit since midnight UTC')).toBeVisible();
  });

  it('the list is shown even if the networks’ state cannot be loaded', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serveSubreddits({ subreddits: [aSubreddit('weaving', { health: unset })] });
    apiServer.use(http.get('/api/v1/sources', () => HttpResponse.json({ msg: 'No.' }, { status: 403 })));
    await openSubreddits();
    expect((await rowOf('weaving')).getByText(NOT_SET_UP)).toBeVisible();
    expect(log).toHaveBeenCalledWith(expect.stringContaining('How the networks are doing'), expect.anything());
  });

  it('the state is polled while a visit is in progress, and not afterwards', async () => {
    fakeTimers();
    const server = serveSubreddits({
      subreddits: [aSubreddit('weaving', { last_collected_at: null, health: aHealth({ state: 'visiting', message: 'Now.' }) })],
    });
    await openSubreddits();
    await heading(1);
    expect((await rowOf('weaving')).getByText('Visit in progress')).toBeVisible();
    expect(server.lists).toBe(1);
    server.subreddits = [aSubreddit('weaving', { post_count: 100 })];
    await pass(10_500);
    expect(await table().findByRole('link', { name: '100 posts' })).toBeVisible();
    expect(table().queryByText('Visit in progress')).toBeNull();
    expect(server.lists).toBe(2);
    await pass(60_000);
    expect(server.lists).toBe(2);
  });

  it('the state is not polled while the page is hidden', async () => {
    fakeTimers();
    const server = serveSubreddits({ subreddits: [aSubreddit('weaving', { health: aHealth({ state: 'visiting' }) })] });
    await openSubreddits();
    await heading(1);
    const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    window.dispatchEvent(new Event('visibilitychange'));
    await pass(60_000);
    expect(server.lists).toBe(1);
    seen.mockReturnValue('visible');
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(server.lists).toBeGreaterThan(1));
  });
});
