import { deleteTrends, exportTrends, mergeTrends, updateTrend } from '@leadloom/shared/contract/trends';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { ALL_RETRIES_MS } from '../../../testing/faults.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aTrend } from '../../../testing/trends.ts';
import { button, cardNames, cardOf, expectLogged, loadTrendsScreen, openTrends, section, serveTrends } from '../trends-story.ts';

beforeAll(loadTrendsScreen);

const day = (iso: string) => new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(iso));
const listPath = '/api/v1/tiktok/trends';

describe('the list of trends', () => {
  it('says so where there are none', async () => {
    serveTrends();
    await openTrends();
    expect(await screen.findByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    expect(button('Export All')).toBeDisabled();
  });

  it('leads to hidden ones where all are hidden', async () => {
    const server = serveTrends(aTrend(1, { is_hidden: true }));
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Show hidden trends' }));
    await cardOf('#trend1');
    server.trends = [];
    await person.click(button('Refresh List'));
    expect(await screen.findByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show hidden trends' })).toBeNull();
  });

  it('is asked for again by its button', async () => {
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
  ])('names the status of %s', async (_, respond, text) => {
    serveTrends(aTrend(1));
    let isBroken = true;
    apiServer.use(http.get(listPath, () => (isBroken ? respond() : undefined)));
    const { person } = await openTrends();
    expect(await section().findByText(text, {}, { timeout: ALL_RETRIES_MS * 5 })).toBeVisible();
    isBroken = false;
    await person.click(section().getByRole('button', { name: 'Try again' }));
    await cardOf('#trend1');
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    ['no answer', () => HttpResponse.error()],
    ['an answer that cannot be read', () => HttpResponse.json([{ trend_id: 1 }])],
  ])('sends people to the console after %s, where the cause is', async (_, respond) => {
    const expectLog = expectLogged('The trends could not be loaded.');
    serveTrends();
    apiServer.use(http.get(listPath, respond));
    await openTrends();
    const text = 'Error fetching detected trends. Please check console.';
    expect(await section().findByText(text, {}, { timeout: ALL_RETRIES_MS * 5 })).toBeVisible();
    expectLog();
  });

  it('keeps what it shows when asking again fails', async () => {
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
  it('says what it is, how it moves and who makes it', async () => {
    serveTrends(aTrend(12, { author_count: 9 }));
    await openTrends();
    const card = await cardOf('#trend12');
    expect(card.getByText('ID: 12')).toBeVisible();
    expect(card.getByText(`Last seen: ${day('2026-02-28T12:00:00.000Z')}`)).toBeVisible();
    expect(card.getByText('Total videos: 9')).toBeVisible();
    expect(card.getByText('4.3 videos a day, up from 1.2')).toBeVisible();
    expect(card.getByRole('img', { name: /^Videos a day from .* to .*: at most 4, on / })).toBeInTheDocument();
    expect(card.getByText('9 authors')).toBeVisible();
    expect(card.getByText(/and 6 more$/)).toBeVisible();
    expect(card.getByRole('link', { name: '@shuttle' })).toHaveAttribute('href', 'https://www.tiktok.com/@shuttle');
    expect(card.getAllByText('#weaving')).not.toHaveLength(0);
    expect(card.getByText('A scarf in four days')).toBeVisible();
    expect(card.getByRole('meter', { name: 'Share of #weaving' })).toHaveAttribute(
      'aria-valuetext',
      '62% of the likeness, in 100% of the videos',
    );
    expect(card.getByText('30% of the likeness, in 78% of the videos')).toBeVisible();
  });

  it('links at most ten examples, by ids that are longer than numbers can be', async () => {
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

  it('has words for what is missing', async () => {
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
    expect(card.getByText(/^These were merged by hand\./)).toBeVisible();
    expect(card.queryByRole('img')).toBeNull();
  });

  it('shows texts of strangers as texts, and their addresses lead nowhere', async () => {
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

describe('renaming a trend', () => {
  function serveRenames() {
    const server = serveTrends(aTrend(1), aTrend(2));
    const bodies: unknown[] = [];
    apiServer.use(
      answer(updateTrend, ({ body, params }) => {
        bodies.push(body);
        server.trends = server.trends.map((trend) =>
          trend.trend_id === params.trend_id
            ? { ...trend, trend_name: body.trend_name ?? '#found', is_renamed: body.trend_name !== null }
            : trend,
        );
        const changed = server.trends.find(({ trend_id }) => trend_id === params.trend_id);
        if (changed === undefined) throw refuse('TRENDS.NOT_FOUND');
        return changed;
      }),
    );
    return bodies;
  }

  it('happens in its place, and the found name can be had back', async () => {
    const bodies = serveRenames();
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Rename #trend1' }));
    const field = screen.getByRole('textbox', { name: 'Name of the trend' });
    expect(field).toHaveValue('#trend1');
    expect(screen.queryByRole('button', { name: 'Use the found name' })).toBeNull();
    await person.clear(field);
    await person.type(field, ' Scarves {Enter}');
    await cardOf('Scarves');
    await waitFor(() => expect(button('Rename Scarves')).toHaveFocus());
    await person.click(button('Rename Scarves'));
    await person.click(button('Use the found name'));
    await cardOf('#found');
    expect(screen.getByText('The next analysis gives it the name it finds.')).toBeVisible();
    expect(bodies).toEqual([{ trend_name: 'Scarves' }, { trend_name: null }]);
  });

  it('can be left, and says why it did not work', async () => {
    serveTrends(aTrend(1));
    apiServer.use(
      answer(updateTrend, () => {
        throw refuse('TRENDS.NOT_FOUND');
      }),
    );
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Rename #trend1' }));
    await person.type(screen.getByRole('textbox', { name: 'Name of the trend' }), '!{Enter}');
    expect(await screen.findByText('This trend does not exist.')).toBeVisible();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Name of the trend' })).toBeNull();
    await cardOf('#trend1');
  });

  it('hides a trend and shows it again', async () => {
    const server = serveTrends(aTrend(1), aTrend(2));
    apiServer.use(
      answer(updateTrend, ({ body, params }) => {
        server.trends = server.trends.map((trend) =>
          trend.trend_id === params.trend_id ? { ...trend, is_hidden: body.is_hidden ?? trend.is_hidden } : trend,
        );
        return server.trends[0] ?? aTrend(1);
      }),
    );
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Hide #trend1' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: '#trend1' })).toBeNull());
    expect(screen.getByText('#trend1 is hidden. “Show hidden” brings it back.')).toBeVisible();
    await person.click(screen.getByRole('checkbox', { name: 'Show hidden' }));
    const card = await cardOf('#trend1');
    expect(card.getByText(/Hidden/)).toBeVisible();
    await person.click(card.getByRole('button', { name: 'Show #trend1' }));
    await waitFor(() => expect(card.queryByText(/· Hidden/)).toBeNull());
  });
});

describe('merging trends', () => {
  it('says which one stays, and makes them one', async () => {
    const server = serveTrends(aTrend(9), aTrend(10), aTrend(11, { trend_name: null }));
    const merged: unknown[] = [];
    apiServer.use(
      answer(mergeTrends, ({ body }) => {
        merged.push(body.trend_ids);
        const survivor = aTrend(9, { number_of_videos_in_trend: 18 });
        server.trends = [survivor, aTrend(11, { trend_name: null })];
        return survivor;
      }),
    );
    const { person } = await openTrends();
    await person.click(await screen.findByRole('checkbox', { name: 'Select #trend10' }));
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(button('Merge…')).toBeDisabled();
    await person.click(screen.getByRole('checkbox', { name: 'Select #trend9' }));
    await person.click(button('Merge…'));
    const dialog = within(screen.getByRole('dialog', { name: 'Merge 2 trends?' }));
    expect(dialog.getByText(/is the oldest and stays, with all 18 videos/)).toHaveTextContent(/^#trend9 \(ID: 9\)/);
    expect(dialog.getByRole('listitem')).toHaveTextContent('#trend10 (ID: 10)');
    await person.click(dialog.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: '#trend10' })).toBeNull());
    expect(merged).toEqual([['9', '10']]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it('says why it did not work, and leaves them as they are', async () => {
    serveTrends(aTrend(1), aTrend(2));
    apiServer.use(
      answer(mergeTrends, () => {
        throw refuse('TRENDS.RUNNING');
      }),
    );
    const { person } = await openTrends();
    await person.click(await screen.findByRole('checkbox', { name: 'Select #trend1' }));
    await person.click(screen.getByRole('checkbox', { name: 'Select #trend2' }));
    await person.click(button('Merge…'));
    await person.click(screen.getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText('An analysis is running. Please wait until it is done.')).toBeVisible();
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('2 selected')).toBeVisible();
  });
});

describe('exporting trends', () => {
  it('saves one or all', async () => {
    const asked: string[] = [];
    const saved = catchSavedFiles();
    serveTrends(aTrend(1), aTrend(2));
    apiServer.use(
      answer(exportTrends, ({ url }) => {
        asked.push(url.search);
        return new Blob(['trend_id,video_id\r\n'], { type: 'text/csv' });
      }),
    );
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Export #trend2' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    await person.click(button('Export All'));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved.map(({ name }) => name)).toEqual(['tiktok_trend_2_export.csv', 'tiktok_trends_export.csv']);
    expect(asked).toEqual(['?trend_id=2', '']);
  });

  it('says that a file could not be made', async () => {
    const expectLog = expectLogged('Trends could not be exported.');
    serveTrends(aTrend(1));
    apiServer.use(http.get('/api/v1/tiktok/trends/export', () => new HttpResponse(null, { status: 503 })));
    const { person } = await openTrends();
    await cardOf('#trend1');
    await person.click(button('Export All'));
    expect(await screen.findByText('The file could not be made. Please try again.')).toBeVisible();
    expectLog();
    expect(button('Export All')).toBeEnabled();
  });
});

describe('deleting all trends', () => {
  const title = 'Confirm Delete All Trends';
  const question =
    'Are you sure you want to delete all detected TikTok trends and their associated video links? This action cannot be undone.';

  async function confirm() {
    const { person } = await openTrends();
    await cardOf('#trend1');
    await person.click(button('Delete All Trends'));
    const dialog = within(screen.getByRole('dialog', { name: title }));
    expect(dialog.getByText(question)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Delete All' }));
    return person;
  }

  it('is asked for, and tells the counts', async () => {
    serveTrends(aTrend(1), aTrend(2));
    await confirm();
    expect(await screen.findByText('Deleted all trends. Trends: 2, video links: 18.')).toBeVisible();
    expect(await screen.findByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not repeat counts that the server told in words', async () => {
    serveTrends(aTrend(1));
    apiServer.use(
      answer(deleteTrends, () => ({
        message: 'Deleted 1,200 trends and 9 video links.',
        trends_deleted: 1200,
        video_links_deleted: 9,
      })),
    );
    await confirm();
    expect(await screen.findByText('Deleted 1,200 trends and 9 video links.')).toBeVisible();
  });

  it('does nothing after Cancel', async () => {
    const server = serveTrends(aTrend(1));
    const { person } = await openTrends();
    await cardOf('#trend1');
    await person.click(button('Delete All Trends'));
    await person.click(within(screen.getByRole('dialog', { name: title })).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.trends).toHaveLength(1);
  });

  it.each([
    [
      'a refusal with a sentence',
      () => HttpResponse.json({ msg: 'An analysis is running.' }, { status: 409 }),
      'Failed to delete trends: An analysis is running.',
    ],
    ['a refusal without one', () => new HttpResponse(null, { status: 502 }), 'Failed to delete trends. Status: 502'],
  ])('tells of %s', async (_, respond, text) => {
    serveTrends(aTrend(1));
    apiServer.use(http.delete(listPath, respond));
    await confirm();
    expect(await screen.findByText(text)).toBeVisible();
    await cardOf('#trend1');
  });

  it('sends people to the console where there was no answer', async () => {
    const expectLog = expectLogged('The trends could not be deleted.');
    serveTrends(aTrend(1));
    apiServer.use(http.delete(listPath, () => HttpResponse.error()));
    await confirm();
    expect(await screen.findByText('Error deleting all trends. Please check console.')).toBeVisible();
    expectLog();
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

  it('puts what rises first, or the latest, or the largest', async () => {
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

  it('finds by any word on the card, whatever its case and accents', async () => {
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

  it('shows twenty at once, and more on request', async () => {
    serveTrends(...Array.from({ length: 23 }, (_, index) => aTrend(index + 1)));
    const { person } = await openTrends();
    await cardOf('#trend1');
    expect(cardNames()).toHaveLength(20);
    await person.click(button('Show 3 more of 23'));
    expect(cardNames()).toHaveLength(23);
  });

  it('draws the largest ones day by day, and says the same as a table', async () => {
    serveTrends(...trends);
    const { person } = await openTrends();
    await cardOf('Calm');
    const overview = within(screen.getByRole('region', { name: 'Videos a day' }));
    expect(overview.getByText('The 3 largest trends, by the day their videos were posted.')).toBeVisible();
    const table = within(overview.getByRole('table', { name: 'Videos a day of the largest trends', hidden: true }));
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
