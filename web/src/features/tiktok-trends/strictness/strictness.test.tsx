import { previewTrends } from '@leadloom/shared/contract/trends';
import { screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { apiServer } from '../../../testing/server.ts';
import { button, loadTrendsScreen, openTrendSettings, serveTrends } from '../testing/trends.fixture.ts';
import { strictnessChoices } from './strictness-panel.tsx';

beforeAll(loadTrendsScreen);

describe('the values of eps that are compared', () => {
  it.each([0.05, 0.001, 0.3, 0.9, 2, 1000, 0.0525])('about a dozen values around %s are compared, including it', (chosen) => {
    const choices = strictnessChoices(chosen);
    expect(choices).toContain(chosen);
    expect(choices).toEqual([...new Set(choices)].sort((one, other) => one - other));
    expect(choices.length).toBeLessThanOrEqual(13);
    expect(choices.every((eps) => eps > 0 && eps <= 1000)).toBe(true);
  });

  it('twelve values around the default are compared', () => {
    expect(strictnessChoices(0.05)).toEqual([0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4]);
  });
});

function servePreview(videos = 1204) {
  const asked: unknown[] = [];
  apiServer.use(
    answer(previewTrends, ({ body }) => {
      asked.push(body);
      const data = body.dbscan_eps.map((dbscan_eps, index) => ({
        dbscan_eps,
        clusters: 30 + index,
        large_clusters: index,
        noise_share: 0.8 - index * 0.05,
      }));
      return { videos, data };
    }),
  );
  return asked;
}

describe('"Compare strictness"', () => {
  const eps = () => screen.getByRole('spinbutton', { name: 'Strictness (eps)' });

  it('comparing uses values around the one in the form, with the other parameters', async () => {
    const server = serveTrends();
    const asked = servePreview();
    const { person } = await openTrendSettings();
    expect(screen.getByText(/^Eps sets the strictness/)).toBeVisible();
    await person.type(screen.getByRole('spinbutton', { name: 'Days to look back' }), '14');
    await person.click(button('Compare values'));
    const table = within(await screen.findByRole('table', { name: 'What each eps would find' }));
    expect(asked).toEqual([{ analysis_start_date_days_delta: 14, dbscan_eps: strictnessChoices(0.05) }]);
    expect(screen.getByText('1,204 videos by tracked users. Nothing was changed.')).toBeVisible();
    const row = within(table.getByRole('button', { name: 'Use eps 0.01' }).closest('tr') ?? document.body);
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['30', '0', '80%']);
    expect(table.getByRole('button', { name: 'Use eps 0.05' })).toHaveAttribute('aria-pressed', 'true');
    expect(server.started).toEqual([]);
  });

  it('a selected value is put into the form', async () => {
    serveTrends();
    servePreview();
    const { person } = await openTrendSettings();
    await person.click(button('Compare values'));
    await person.click(await screen.findByRole('button', { name: 'Use eps 0.2' }));
    expect(eps()).toHaveValue(0.2);
    expect(button('Use eps 0.2')).toHaveAttribute('aria-pressed', 'true');
    expect(button('Use eps 0.05')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByText(/compare again/)).toBeNull();
  });

  it('the comparison says if other fields have changed since', async () => {
    serveTrends();
    servePreview();
    const { person } = await openTrendSettings();
    await person.click(button('Compare values'));
    await screen.findByRole('button', { name: 'Use eps 0.2' });
    await person.type(screen.getByRole('spinbutton', { name: 'Days to look back' }), '14');
    expect(screen.getByText(/The other fields have changed since; compare again\.$/)).toBeVisible();
  });

  it('a comparison without videos says so', async () => {
    serveTrends();
    servePreview(0);
    const { person } = await openTrendSettings();
    await person.click(button('Compare values'));
    expect(await screen.findByText(/^The users you track posted no videos in this period/)).toBeVisible();
    expect(screen.queryByRole('table', { name: 'What each eps would find' })).toBeNull();
  });

  it.each([
    ['TRENDS.TOO_MANY_VIDEOS', 'There are too many videos to compare at once. Choose fewer days.'],
    ['TRENDS.RUNNING', 'An analysis is running. Please wait until it is done.'],
    ['SERVER.BUSY', 'The server is busy. Please try again in a moment.'],
  ] as const)('%s is shown', async (code, text) => {
    serveTrends();
    apiServer.use(
      answer(previewTrends, () => {
        throw refuse(code);
      }),
    );
    const { person } = await openTrendSettings();
    await person.click(button('Compare values'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(button('Compare values')).toBeEnabled();
  });
});
