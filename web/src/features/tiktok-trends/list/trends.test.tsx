import { openTrendVideos } from '@leadloom/shared/contract/trend-videos';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { apiServer } from '../../../testing/server.ts';
import { fakeTimers, passRetries } from '../../../testing/timers.ts';
import { aTrend } from '../../../testing/trends.ts';
import { button, cardNames, cardOf, loadTrendsScreen, openTrends, section, serveTrends } from '../testing/trends.fixture.ts';

beforeAll(loadTrendsScreen);

const day = (iso: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso));
const listPath = '/api/v1/tiktok/trends';

describe('the list of trends', () => {
  it('an empty list of trends says so', async () => {
    serveTrends();
    await openTrends();
    expect(await screen.findByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    expect(button('Export All')).toBeDisabled();
  });

  it('hidden trends are offered if all are hidden', async () => {
    const server = serveTrends(aTrend(1, { is_hidden: true }));
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Show hidden trends' }));
    await cardOf('#trend1');
    server.trends = [];
    await person.click(button('Refresh List'));
    expect(await screen.findByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show hidden trends' })).toBeNull();
  });

  it('Refresh List fetches the trends again', async () => {
    const server = serveTrends(aTrend(1));
    const { person } = await openTrends();
    await cardOf('#trend1');
    server.trends = [aTrend(1), aTrend(2)];
    await person.click(button('Refresh List'));
    await cardOf('#trend2');
    expect(server.lists).toHaveLength(2);
    expect(server.lists[0]?.search).toBe('');
  });

  it.each([
    ['a refusal', () => HttpResponse.json({ msg: 'Not now.' }, { status: 403 }), 'Failed to fetch trends. Status: 403'],
    ['an error of the server', () => new HttpResponse(null, { status: 500 }), 'Failed to fetch trends. Status: 500'],
  ])('a failed load shows the status of %s', async (_, respond, text) => {
    fakeTimers();
    serveTrends(aTrend(1));
    let isBroken = true;
    apiServer.use(http.get(listPath, () => (isBroken ? respond() : undefined)));
    const { person } = await openTrends();
    await passRetries();
    expect(await section().findByText(text)).toBeVisible();
    isBroken = false;
    await person.click(section().getByRole('button', { name: 'Try again' }));
    await cardOf('#trend1');
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    ['no answer', () => HttpResponse.error()],
    ['an answer that cannot be read', () => HttpResponse.json([{ trend_id: 1 }])],
  ])('a failure with %s refers to the console, which shows the cause', async (_, respond) => {
    fakeTimers();
    const expectLog = expectLogged('The trends could not be loaded.');
    serveTrends();
    apiServer.use(http.get(listPath, respond));
    await openTrends();
    const text = 'Error fetching detected trends. Please check console.';
    await passRetries();
    expect(await section().findByText(text)).toBeVisible();
    await expectLog();
  });

  it('the list of trends stays when a refresh fails', async () => {
    serveTrends(aTrend(1));
    const { person } = await openTrends();
    await cardOf('#trend1');
    apiServer.use(http.get(listPath, () => HttpResponse.json({ msg: 'Not now.' }, { status: 429 })));
    await person.click(button('Refresh List'));
    expect(await screen.findByText('Failed to fetch trends. Status: 429')).toBeVisible();
    await cardOf('#trend1');
  });
});

describe('the card of a trend', () => {
  it('a card shows the trend’s name, velocity and authors', async () => {
    serveTrends(aTrend(12, { author_count: 9 }));
    await openTrends();
    const card = await cardOf('#trend12');
    expect(card.getByText('ID: 12')).toBeVisible();
    expect(card.getByText(`Last seen: ${day('2026-02-28T12:00:00.000Z')}`)).toBeVisible();
    expect(card.getByText('Total videos: 9')).toBeVisible();
    expect(card.getByText('4.3 videos per day, up from 1.2')).toBeVisible();
    expect(card.getByRole('img', { name: /^Videos per day from .* to .*; peak 4 on / })).toBeInTheDocument();
    expect(card.getByText('9 authors')).toBeVisible();
    expect(card.getByText(/and 6 more$/)).toBeVisible();
    expect(card.getByRole('link', { name: '@shuttle' })).toHaveAttribute('href', 'https://www.tiktok.com/@shuttle');
    expect(card.getAllByText('#weaving')).not.toHaveLength(0);
    expect(card.getByText('A scarf in four days')).toBeVisible();
    expect(card.getByRole('meter', { name: 'Share of #weaving' })).toHaveAttribute(
      'aria-valuetext',
      '62% of the similarity, in 100% of the videos',
    );
    expect(card.getByText('30% of the similarity, in 78% of the videos')).toBeVisible();
  });

  it('a total that cannot be opened says why', async () => {
    serveTrends(aTrend(12, { number_of_videos_in_trend: 9 }));
    apiServer.use(
      answer(openTrendVideos, () => {
        throw refuse('TRENDS.NOT_FOUND');
      }),
    );
    const { person, location } = await openTrends();
    await person.click((await cardOf('#trend12')).getByRole('button', { name: 'Total videos: 9' }));
    expect(await screen.findByText('This trend does not exist.')).toBeVisible();
    expect(location()).toBe('/social-dashboard');
  });

  it('a card links at most ten examples, with ids longer than exact numbers', async () => {
    const videos = Array.from({ length: 12 }, (_, index) => ({
      video_id: String(7_301_234_567_890_123_000n + BigInt(index)),
      video_url: `https://www.tiktok.com/@heddle/video/${7_301_234_567_890_123_000n + BigInt(index)}`,
    }));
    serveTrends(aTrend(1, { videos }));
    await openTrends();
    const card = await cardOf('#trend1');
    const links = card.getAllByRole('link', { name: /^tiktok\.com\/@heddle\/video\// });
    expect(links).toHaveLength(10);
    expect(links[1]).toHaveAttribute('href', 'https://www.tiktok.com/@heddle/video/7301234567890123001');
    expect(links[1]).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  it('a card has texts for missing values', async () => {
    serveTrends(
      aTrend(1, {
        trend_name: null,
        videos: [],
        sound: null,
        centre_video: null,
        hashtags: [],
        reasons: [],
        velocity: { recent: 0, before: 0 },
        daily: { first_day: '2026-02-28', counts: [] },
      }),
    );
    await openTrends();
    const card = await cardOf('Unnamed Trend');
    expect(card.getByText('No video examples shown.')).toBeVisible();
    expect(card.getByText('No new videos in ten days')).toBeVisible();
    expect(card.getByText(/^Not known for these videos together/)).toBeVisible();
    expect(card.queryByText(/by hand/)).toBeNull();
    expect(card.queryByRole('img')).toBeNull();
  });

  it('texts from outside are shown as plain text and are not linked', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    serveTrends(
      aTrend(1, {
        trend_name: hostile,
        videos: [{ video_id: '1', video_url: 'javascript:alert(1)' }],
        centre_video: { video_id: '1', video_url: 'javascript:alert(1)', unique_id: 'x', summary: hostile },
        authors: [{ unique_id: '../evil?x=1', videos: 1 }],
      }),
    );
    await openTrends();
    const card = await cardOf(hostile);
    expect(document.querySelector('main img')).toBeNull();
    const links = card.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://www.tiktok.com/@..%2Fevil%3Fx%3D1']);
  });
});

describe('arranging trends', () => {
  const trends = [
    aTrend(1, { trend_name: 'Calm', velocity: { recent: 1, before: 1 }, last_seen_at: '2026-02-28T12:00:00.000Z' }),
    aTrend(2, {
      trend_name: 'Rising',
      velocity: { recent: 9, before: 1 },
      last_seen_at: '2026-02-20T12:00:00.000Z',
      hashtags: [{ name: 'café', videos: 3 }],
    }),
    aTrend(3, {
      trend_name: 'Large',
      velocity: { recent: 1, before: 5 },
      number_of_videos_in_trend: 300,
      last_seen_at: '2026-02-10T12:00:00.000Z',
    }),
  ];

  it('trends are sorted by rise, by date or by size', async () => {
    serveTrends(...trends);
    const { person } = await openTrends();
    await cardOf('Calm');
    expect(cardNames()).toEqual(['Rising', 'Calm', 'Large']);
    const order = screen.getByRole('combobox', { name: 'Sort by' });
    await person.selectOptions(order, 'Latest first');
    expect(cardNames()).toEqual(['Calm', 'Rising', 'Large']);
    await person.selectOptions(order, 'Largest first');
    expect(cardNames()).toEqual(['Large', 'Calm', 'Rising']);
  });

  it('the search finds any word on the card, regardless of case and accents', async () => {
    serveTrends(...trends);
    const { person } = await openTrends();
    await cardOf('Calm');
    const search = screen.getByRole('searchbox', { name: 'Search trends' });
    await person.type(search, 'CAFE @loom');
    await waitFor(() => expect(cardNames()).toEqual(['Rising']));
    expect(screen.getByText('1 of 3 trends')).toBeVisible();
    await person.type(search, ' nothing');
    expect(await screen.findByText('No trend matches this search.')).toBeVisible();
  });

  it('twenty trends are shown at first, and more on request', async () => {
    serveTrends(...Array.from({ length: 23 }, (_, index) => aTrend(index + 1)));
    const { person } = await openTrends();
    await cardOf('#trend1');
    expect(cardNames()).toHaveLength(20);
    await person.click(button('Show 3 more of 23'));
    expect(cardNames()).toHaveLength(23);
  });

  it('the largest trends are drawn day by day, and shown as a table', async () => {
    serveTrends(...trends);
    const { person } = await openTrends();
    await cardOf('Calm');
    const overview = within(screen.getByRole('region', { name: 'Videos per day' }));
    expect(overview.getByText('The 3 largest trends, by the day their videos were posted.')).toBeVisible();
    const table = within(overview.getByRole('table', { name: 'Videos per day of the largest trends', hidden: true }));
    const headers = table.getAllByRole('columnheader', { hidden: true }).map((cell) => cell.textContent);
    expect(headers).toEqual(['Day (UTC)', 'Large', 'Rising', 'Calm']);
    const [newest] = table.getAllByRole('row', { hidden: true }).slice(1);
    expect(
      within(newest ?? document.body)
        .getAllByRole('cell', { hidden: true })
        .map((cell) => cell.textContent),
    ).toEqual(['4', '4', '4']);
    await person.click(overview.getByRole('link', { name: 'Large' }));
    expect(screen.getByRole('article', { name: 'Large' })).toHaveFocus();
  });
});
