import { trackUsers } from '@leadloom/shared/contract/tiktok';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { apiServer } from '../../../testing/server.ts';
import { aHealth, networks } from '../../../testing/sources.ts';
import {
  aTrackedUser,
  box,
  chip,
  enter,
  loadTikTok,
  openTikTok,
  put,
  rowOf,
  serveTikTok,
  tableRegion,
  trackButton,
} from '../testing/tiktok.fixture.ts';

const LIST = '/api/v1/tiktok/track-users';

beforeAll(loadTikTok);

describe('the social dashboard', () => {
  it('the dashboard has a title and both sections, and links to the videos', async () => {
    serveTikTok();
    await openTikTok();
    expect(document.title).toBe('Social Dashboard · Leadloom');
    expect(screen.getByRole('heading', { level: 2, name: 'Currently Tracked TikTok Users' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Detected TikTok Trends' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'TikTok Videos' })).toHaveAttribute('href', '/table/tiktok-videos');
    expect(await within(tableRegion()).findByText('No TikTok users currently being tracked.')).toBeVisible();
  });
});

describe('tracked TikTok users', () => {
  it('followers of TikTok users are shown in short form', async () => {
    const counts = { few: 950, thousands: 12_345, nearly: 999_950, unknown: null };
    serveTikTok({ users: Object.entries(counts).map(([id, count]) => aTrackedUser(id, { follower_count: count })) });
    await openTikTok();
    expect((await rowOf('few')).getByText('950')).toBeVisible();
    expect((await rowOf('thousands')).getByText('12.3K')).toBeVisible();
    expect((await rowOf('nearly')).getByText('1M')).toBeVisible();
    expect((await rowOf('unknown')).getByText('N/A')).toBeVisible();
  });

  it('tracked users are listed with their last visit and link to their videos', async () => {
    serveTikTok({
      users: [aTrackedUser('loom.works', { video_count: 1 }), aTrackedUser('shuttle', { last_collected_at: null })],
    });
    await openTikTok();
    const row = await rowOf('loom.works');
    expect(row.getByText(/2098/)).toHaveAttribute('datetime', '2098-03-01T09:00:00.000Z');
    expect(row.getByRole('link', { name: '1 video' })).toHaveAttribute('href', '/table/tiktok-videos?author=loom.works');
    expect((await rowOf('shuttle')).getByText('Never')).toBeVisible();
    const columns = within(tableRegion()).getAllByRole('columnheader');
    expect(columns.map((column) => column.textContent)).toEqual(['User ID', 'Followers', 'Last Crawled', 'Untrack']);
  });

  it('users that were never visited say why, and the remaining quota is shown', async () => {
    const health = aHealth({ state: 'rate_limited', message: 'TikTok’s requests of today are used up.' });
    serveTikTok({
      users: [aTrackedUser('loom.works', { last_collected_at: null, health })],
      networks: { tiktok: { ...networks().tiktok, ...health, requests_today: 1000 } },
    });
    await openTikTok();
    expect((await rowOf('loom.works')).getByText('Paused')).toBeVisible();
    expect(screen.getAllByText('TikTok’s requests of today are used up.')).toHaveLength(1);
    expect(screen.getByText('1,000 of 1,000 requests to TikTok since midnight UTC')).toBeVisible();
  });

  it('a server without a list shows no users', async () => {
    serveTikTok();
    apiServer.use(http.get(LIST, () => new HttpResponse(null, { status: 404 })));
    await openTikTok();
    expect(await within(tableRegion()).findByText('No TikTok users currently being tracked.')).toBeVisible();
    expect(screen.queryByText(/^Failed to fetch/)).toBeNull();
  });

  it.each([
    ['a status', () => new HttpResponse(null, { status: 403 }), 'Failed to fetch tracked users. Status: 403'],
    ['what is no list', () => HttpResponse.json([]), 'Error fetching tracked users. Please check console.'],
  ])('a failed load of the users says why and can be retried: %s', async (_, respond, text) => {
    const expectLog = expectLogged(text);
    serveTikTok({ users: [aTrackedUser('loom.works')] });
    apiServer.use(http.get(LIST, respond, { once: true }));
    const { person } = await openTikTok();
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    await person.click(within(tableRegion()).getByRole('button', { name: 'Try again' }));
    await rowOf('loom.works');
  });
});

it('the users are asked for again after a failure of the server', async () => {
  let asked = 0;
  serveTikTok({ users: [aTrackedUser('loom.works')] });
  apiServer.use(
    http.get(
      LIST,
      () => {
        asked += 1;
        return new HttpResponse(null, { status: 500 });
      },
      { once: true },
    ),
  );
  await openTikTok();
  await waitFor(() => expect(asked).toBe(1));
  await within(tableRegion()).findByText('loom.works', {}, { timeout: 4000 });
});

describe('many tracked TikTok users', () => {
  it('ten of them are shown at a time, with a pager', async () => {
    const number = (index: number) => String(index).padStart(2, '0');
    serveTikTok({ users: Array.from({ length: 23 }, (_, index) => aTrackedUser(`user.${number(index)}`)) });
    const { person } = await openTikTok();
    await rowOf('user.00');
    const region = within(tableRegion());
    const shown = () => region.getAllByText(/^user\.\d\d$/).map(({ textContent }) => textContent);
    expect(shown()).toHaveLength(10);
    expect(region.getByText('1–10 of 23')).toBeVisible();
    await person.click(region.getByRole('button', { name: 'Last page' }));
    expect(shown()).toEqual(['user.20', 'user.21', 'user.22']);
    await person.selectOptions(region.getByRole('combobox', { name: 'Rows per page' }), '25');
    expect(shown()).toHaveLength(23);
    // Names on other pages are known to be tracked, too.
    await enter(person, 'user.22');
    expect(screen.getByText('"user.22" is already tracked.')).toBeVisible();
  });

  it('up to ten need no pager', async () => {
    serveTikTok({ users: [aTrackedUser('shuttle')] });
    await openTikTok();
    await rowOf('shuttle');
    expect(within(tableRegion()).queryByRole('navigation')).toBeNull();
  });
});

describe('the authors with the most videos', () => {
  it('they are offered to who tracks nobody, and one press tracks each', async () => {
    const server = serveTikTok();
    const { person } = await openTikTok();
    await person.click(await screen.findByRole('button', { name: 'Track loom.works, 14 videos' }));
    expect(await screen.findByText('Successfully updated tracked users.')).toBeVisible();
    await rowOf('loom.works');
    expect(screen.queryByRole('button', { name: /^Track loom\.works/ })).toBeNull();
    expect(screen.getByRole('group', { name: 'Authors with the most videos' })).toHaveFocus();
    await person.click(screen.getByRole('button', { name: 'Track heddle, 1 video' }));
    await rowOf('heddle');
    expect(server.tracked).toEqual([['loom.works'], ['heddle']]);
    expect(screen.queryByRole('group', { name: 'Authors with the most videos' })).toBeNull();
  });

  it('who tracks somebody, or is not verified, is offered nobody', async () => {
    serveTikTok({ users: [aTrackedUser('shuttle')] });
    await openTikTok();
    await rowOf('shuttle');
    expect(screen.queryByRole('group', { name: 'Authors with the most videos' })).toBeNull();
  });
});

describe('tracking TikTok users', () => {
  it('adding accepts suggested and typed names, each once, in their normal form', async () => {
    const server = serveTikTok();
    const { person } = await openTikTok();
    await enter(person, '@Weft.And.Warp');
    expect(chip('weft.and.warp')).toBeVisible();
    await enter(person, 'https://www.tiktok.com/@weft.and.warp');
    expect(screen.getAllByRole('button', { name: 'weft.and.warp' })).toHaveLength(1);
    await put(person, 'loo');
    await waitFor(() => expect(server.asked).toContain('loo'));
    await person.click(await screen.findByRole('option', { name: 'loom.works' }));
    await put(person, 'heddle');
    await person.click(trackButton());
    expect(await screen.findByText('Successfully updated tracked users.')).toBeVisible();
    expect(server.tracked).toEqual([['weft.and.warp', 'loom.works', 'heddle']]);
    expect((await rowOf('heddle')).getByText('Never')).toBeVisible();
    expect(chip('heddle')).toBeNull();
  });

  it('a chosen name can be removed', async () => {
    const server = serveTikTok();
    const { person } = await openTikTok();
    await enter(person, 'shuttle', 'heddle');
    await person.keyboard('{Backspace}');
    expect(chip('heddle')).toBeNull();
    await person.click(trackButton());
    await rowOf('shuttle');
    expect(server.tracked).toEqual([['shuttle']]);
  });

  it('adding requires at least one name', async () => {
    const server = serveTikTok();
    const { person } = await openTikTok();
    await person.click(trackButton());
    expect(screen.getByText('Please select at least one TikTok User ID to track.')).toBeVisible();
    expect(server.tracked).toEqual([]);
  });

  it('invalid and already tracked names are reported', async () => {
    const server = serveTikTok({ users: [aTrackedUser('shuttle')] });
    const { person } = await openTikTok();
    await rowOf('shuttle');
    await enter(person, 'two words');
    expect(screen.getByText('"two words" is not a TikTok User ID.')).toBeVisible();
    expect(box()).toHaveValue('two words');
    await person.clear(box());
    await enter(person, '@Shuttle');
    expect(screen.getByText('"shuttle" is already tracked.')).toBeVisible();
    expect(server.tracked).toEqual([]);
  });

  it.each([
    [
      'the operator’s limit',
      () => HttpResponse.json({ code: 'TRACKING.USER_LIMIT', msg: 'No more than 100 users.' }, { status: 400 }),
      ['Failed to track users. Status: 400', 'No more than 100 users.'],
    ],
    [
      'no answer',
      () => HttpResponse.error(),
      ['Error tracking users. Please check console.', 'The server cannot be reached. Check your connection and try again.'],
    ],
  ])('a failure to add keeps the chosen names: %s', async (_, respond, [text = '', reason = '']) => {
    const expectLog = expectLogged(text);
    serveTikTok();
    apiServer.use(http.post(LIST, respond));
    const { person } = await openTikTok();
    await enter(person, 'shuttle');
    await person.click(trackButton());
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    await expectLog();
    expect(chip('shuttle')).toBeVisible();
  });

  it('tracking needs a verified email and says so; a refusal is shown', async () => {
    const text = 'Failed to track users. Status: 403';
    const expectLog = expectLogged(text);
    const server = serveTikTok({ user: { verified: false, is_trial: null, trial_ends_on: null } });
    apiServer.use(
      answer(trackUsers, () => {
        throw refuse('AUTH.NOT_VERIFIED');
      }),
    );
    const { person } = await openTikTok();
    expect(await screen.findByText('Tracking starts once your email is verified.')).toBeVisible();
    expect(screen.getByText('Check your inbox and follow the verification link.')).toBeVisible();
    await put(person, 'shuttle');
    await person.click(trackButton());
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    expect(server.asked).toEqual([]);
  });
});

describe('untracking a TikTok user', () => {
  it('untracking a user removes the row, says so, and keeps the focus nearby', async () => {
    const server = serveTikTok({ users: [aTrackedUser('loom.works'), aTrackedUser('shuttle')] });
    const { person } = await openTikTok();
    await person.click((await rowOf('shuttle')).getByRole('button', { name: 'Untrack' }));
    expect(await screen.findByText('Successfully untracked shuttle.')).toBeVisible();
    expect(server.untracked).toEqual(['shuttle']);
    await waitFor(() => expect(within(tableRegion()).queryByText('shuttle')).toBeNull());
    expect(tableRegion()).toHaveFocus();
  });

  it.each([
    ['a status', () => new HttpResponse(null, { status: 429 }), 'Failed to untrack shuttle. Status: 429'],
    ['no answer', () => HttpResponse.error(), 'Error untracking user. Please check console.'],
  ])('a failed deletion restores the row and says why: %s', async (_, respond, text) => {
    const expectLog = expectLogged(text);
    serveTikTok({ users: [aTrackedUser('shuttle')] });
    apiServer.use(http.delete(LIST, respond));
    const { person } = await openTikTok();
    await person.click((await rowOf('shuttle')).getByRole('button', { name: 'Untrack' }));
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    expect((await rowOf('shuttle')).getByRole('button', { name: 'Untrack' })).toBeEnabled();
  });
});
