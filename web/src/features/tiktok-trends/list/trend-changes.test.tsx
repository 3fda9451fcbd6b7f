import { deleteTrends, exportTrends, MAX_MERGED_TRENDS, mergeTrends, updateTrend } from '@leadloom/shared/contract/trends';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { catchSavedFiles } from '../../../testing/saved-files.ts';
import { apiServer } from '../../../testing/server.ts';
import { aTrend } from '../../../testing/trends.ts';
import { button, cardOf, loadTrendsScreen, openTrends, serveTrends } from '../testing/trends.fixture.ts';

beforeAll(loadTrendsScreen);

const listPath = '/api/v1/tiktok/trends';

describe('renaming a trend', () => {
  function serveRenames() {
    const server = serveTrends(aTrend(1), aTrend(2));
    const bodies: unknown[] = [];
    apiServer.use(
      answer(updateTrend, ({ body, params }) => {
        bodies.push(body);
        server.trends = server.trends.map((trend) =>
          trend.trend_id === params.trend_id
            ? { ...trend, trend_name: body.trend_name ?? '#weaving', is_renamed: body.trend_name !== null }
            : trend,
        );
        const changed = server.trends.find(({ trend_id }) => trend_id === params.trend_id);
        if (changed === undefined) throw refuse('TRENDS.NOT_FOUND');
        return changed;
      }),
    );
    return bodies;
  }

  it('a trend is renamed in place, and the detected name can be restored', async () => {
    const bodies = serveRenames();
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Rename #trend1' }));
    const field = screen.getByRole('textbox', { name: 'Name of the trend' });
    expect(field).toHaveValue('#trend1');
    expect(screen.queryByRole('button', { name: 'Use the detected name' })).toBeNull();
    await person.clear(field);
    await person.type(field, ' Scarves {Enter}');
    await cardOf('Scarves');
    await waitFor(() => expect(button('Rename Scarves')).toHaveFocus());
    await person.click(button('Rename Scarves'));
    await person.click(button('Use the detected name'));
    await cardOf('#weaving');
    expect(screen.getByText('It is now called #weaving, after what its videos share.')).toBeVisible();
    expect(bodies).toEqual([{ trend_name: 'Scarves' }, { trend_name: null }]);
  });

  it('no detected name is offered if none is known', async () => {
    serveTrends(aTrend(1, { is_renamed: true, reasons: [] }));
    const { person } = await openTrends();
    await person.click(await screen.findByRole('button', { name: 'Rename #trend1' }));
    expect(button('Save name')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use the detected name' })).toBeNull();
  });

  it('renaming can be cancelled, and says why it failed', async () => {
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

  it('a trend can be hidden and shown again', async () => {
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
    expect(screen.getByText('#trend1 is hidden. Turn on “Show hidden” to see it.')).toBeVisible();
    await person.click(screen.getByRole('checkbox', { name: 'Show hidden' }));
    const card = await cardOf('#trend1');
    expect(card.getByText(/Hidden/)).toBeVisible();
    await person.click(card.getByRole('button', { name: 'Show #trend1' }));
    await waitFor(() => expect(card.queryByText(/· Hidden/)).toBeNull());
  });
});

describe('merging trends', () => {
  it('merging names the trend that is kept, and merges the others into it', async () => {
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
    expect(dialog.getByText(/is the oldest and is kept, with all 18 videos/)).toHaveTextContent(/^#trend9 \(ID: 9\)/);
    expect(dialog.getByRole('listitem')).toHaveTextContent('#trend10 (ID: 10)');
    await person.click(dialog.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: '#trend10' })).toBeNull());
    expect(merged).toEqual([['9', '10']]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it('at most fifty trends can be merged at once, and the screen says so if more are selected', async () => {
    serveTrends(...Array.from({ length: MAX_MERGED_TRENDS + 1 }, (_, place) => aTrend(place + 1)));
    const { person } = await openTrends();
    for (const left of [31, 11])
      await person.click(await screen.findByRole('button', { name: `Show ${Math.min(left, 20)} more of 51` }));
    for (const box of screen.getAllByRole('checkbox', { name: /^Select / })) fireEvent.click(box);
    expect(screen.getByText('51 selected')).toBeVisible();
    expect(screen.getByText('At most 50 at once.')).toBeVisible();
    expect(button('Merge…')).toBeDisabled();
    await person.click(screen.getByRole('checkbox', { name: 'Select #trend1' }));
    expect(screen.queryByText('At most 50 at once.')).toBeNull();
    expect(button('Merge…')).toBeEnabled();
  });

  it('a failed merge says why, and changes nothing', async () => {
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
  it('one trend or all can be exported', async () => {
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

  it('a failed export of trends says so', async () => {
    const expectLog = expectLogged('Trends could not be exported.');
    serveTrends(aTrend(1));
    apiServer.use(http.get('/api/v1/tiktok/trends/export', () => new HttpResponse(null, { status: 503 })));
    const { person } = await openTrends();
    await cardOf('#trend1');
    await person.click(button('Export All'));
    expect(await screen.findByText('The file could not be created. Please try again.')).toBeVisible();
    await expectLog();
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

  it('Delete All Trends is disabled while there are none, or none are known', async () => {
    serveTrends();
    await openTrends();
    expect(button('Delete All Trends')).toBeDisabled();
    await screen.findByText('No trends detected or available. Configure and run an analysis.');
    expect(button('Delete All Trends')).toBeDisabled();
    expect(button('Export All')).toBeDisabled();
  });

  it('Delete All Trends is disabled once the last trend is deleted', async () => {
    serveTrends(aTrend(1));
    await confirm();
    await screen.findByText('No trends detected or available. Configure and run an analysis.');
    await waitFor(() => expect(button('Delete All Trends')).toBeDisabled());
    await waitFor(() => expect(screen.getByRole('region', { name: 'Detected TikTok Trends' })).toHaveFocus());
  });

  it('Delete All Trends deletes hidden trends if there are no others', async () => {
    serveTrends(aTrend(1, { is_hidden: true }));
    const { person } = await openTrends();
    await screen.findByText('No trends detected or available. Configure and run an analysis.');
    await waitFor(() => expect(button('Delete All Trends')).toBeEnabled());
    await person.click(button('Delete All Trends'));
    await person.click(within(screen.getByRole('dialog', { name: title })).getByRole('button', { name: 'Delete All' }));
    expect(await screen.findByText(/^Deleted all trends\. Trends: 1,/)).toBeVisible();
    await waitFor(() => expect(button('Delete All Trends')).toBeDisabled());
  });

  it('deleting all trends asks first, and shows the counts', async () => {
    serveTrends(aTrend(1), aTrend(2));
    await confirm();
    expect(await screen.findByText('Deleted all trends. Trends: 2, video links: 18.')).toBeVisible();
    expect(await screen.findByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('counts in the server’s message are not repeated', async () => {
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

  it('Cancel deletes nothing', async () => {
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
    [
      'an error in an answer that is none otherwise',
      () => HttpResponse.json({ error: 'An analysis is running.' }),
      'Failed to delete trends: An analysis is running.',
    ],
    ['a refusal without one', () => new HttpResponse(null, { status: 502 }), 'Failed to delete trends. Status: 502'],
  ])('a failed deletion with %s is shown', async (_, respond, text) => {
    serveTrends(aTrend(1));
    apiServer.use(http.delete(listPath, respond));
    await confirm();
    expect(await screen.findByText(text)).toBeVisible();
    await cardOf('#trend1');
  });

  it('a deletion without a response refers to the console', async () => {
    const expectLog = expectLogged('The trends could not be deleted.');
    serveTrends(aTrend(1));
    apiServer.use(http.delete(listPath, () => HttpResponse.error()));
    await confirm();
    expect(await screen.findByText('Error deleting all trends. Please check console.')).toBeVisible();
    await expectLog();
  });
});
