import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from '../testing/journey.fixture.ts';
import { createJudge, oppositeViews } from './accessibility-judge.ts';
import { becomeUnverified, callApi, verifyByApi } from './account-shortcuts.ts';
import { parseCsv } from './parse-csv.ts';
import { creators, manyVideos, trendVideos } from './trend-videos.ts';
import { typeLikeAPerson } from './type-like-a-person.ts';

const OPERATOR_TOKEN = 'token-of-the-operator-of-journeys';
/** Compared as loosely as below, these take many seconds on any machine. */
const MANY = 20_000;
const ANALYSED = { timeout: 90_000 };

test.use({ extension: false, settings: { OPERATOR_TOKEN } });

const person = { email: 'ilse.madder@example.com', password: 'vat-and-mordant-58' };

test('Trends are found, explained, followed through a reload, cancelled, arranged, taken along and deleted', async ({
  journey,
}) => {
  test.setTimeout(420_000);
  const { page } = journey;
  const { judge, report } = createJudge(page, oppositeViews);
  const asked = watchPolls(page);

  await test.step('there are no trends yet, and an analysis finds none', async () => {
    await becomeUnverified(page, person);
    await page.goto('/app/social-dashboard');
    await expect(page.getByText('Check your inbox and verify your email to run analyses.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run Analysis' })).toBeDisabled();
    await verifyByApi(journey, person.email);
    await page.reload();
    await expect(page.getByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
    await judge('no trends');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('videos of tracked users are compared, and two trends show', async () => {
    await upload(journey.leadloom.port, trendVideos(Date.now()));
    await callApi(page, { method: 'POST', path: '/tiktok/track-users', body: { unique_ids: [...creators] } });
    await page.reload();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('spinbutton', { name: 'Smallest group (videos)' }).fill('1.5');
    await expect(page.getByText('ignored, default 2')).toBeVisible();
    await page.getByRole('button', { name: 'Run Analysis' }).click();
    await expect(page.getByText(/^Trend analysis task queued \(ID: [0-9a-f-]{36}\)\. Awaiting status\.\.\.$/)).toBeVisible();
    for (const name of ['Refresh List', 'Delete All Trends', 'Run Analysis'])
      await expect(page.getByRole('button', { name })).toBeDisabled();
    await expect(page.getByText('Trend analysis completed successfully. Refreshing trends list...')).toBeVisible(ANALYSED);
    await expect(cards(page)).toHaveCount(2);
    expect(asked.count).toBeGreaterThanOrEqual(1);
  });

  await test.step('a card says what its videos share and who made them', async () => {
    const weaving = card(page, '#weavingtok');
    await expect(weaving.getByText('Total videos: 14')).toBeVisible();
    await expect(weaving.getByText('5 authors')).toBeVisible();
    await expect(weaving.getByRole('meter', { name: 'Share of #slowloom' })).toBeVisible();
    await expect(weaving.getByRole('link', { name: /^tiktok\.com\/@.*\/video\/\d{19}$/ })).toHaveCount(10);
    // On a phone the line is too narrow for an address, and its end is what differs.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    const endsInSight = () =>
      weaving.locator('li > a[href*="/video/"]').evaluateAll((links) =>
        links.map((link) => {
          const range = document.createRange();
          range.setStart(link.firstChild ?? link, link.textContent.length - 1);
          range.setEnd(link.firstChild ?? link, link.textContent.length);
          const [end, line] = [range.getBoundingClientRect(), link.parentElement?.getBoundingClientRect()];
          return line !== undefined && end.left >= line.left && end.right <= line.right + 1;
        }),
      );
    await expect.poll(endsInSight).toEqual(Array.from({ length: 10 }, () => true));
    if (size !== null) await page.setViewportSize(size);
    await expect(weaving.locator('svg [data-series] rect:not([height="0"])').first()).toBeVisible();
    const overview = page.getByRole('region', { name: 'Videos per day', exact: true });
    await overview.getByText('Show as a table').click();
    await expect(overview.getByRole('columnheader')).toHaveCount(3);
    await judge('trends');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the total of a trend leads to exactly its videos, and Back returns', async () => {
    const weaving = card(page, '#weavingtok');
    await weaving.getByRole('button', { name: 'Total videos: 14' }).click();
    await expect(page.getByRole('button', { name: /^Trend “.*#weavingtok.*” · 14 videos$/ })).toBeVisible();
    await expect(page.getByText('1–10 of 14').first()).toBeVisible();
    const list = new URL(page.url()).searchParams.get('list');
    const ofTrend = { hashtags: expect.arrayContaining(['weavingtok']) };
    const rows = await callApi(page, { method: 'GET', path: `/table/tiktok-videos?list=${list}&per_page=100` });
    expect(rows).toMatchObject({ total: 14, data: Array.from({ length: 14 }, () => ofTrend) });
    await judge('the videos of a trend');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goBack();
    await expect(weaving.getByText('Total videos: 14')).toBeVisible();
    // The next steps change them.
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
  });

  await test.step('the strictness dial shows what other values would find, and changes nothing', async () => {
    await page.getByRole('button', { name: 'Compare values' }).click();
    const table = page.getByRole('table', { name: 'What each eps would find' });
    await expect(table.getByRole('row')).toHaveCount(13);
    await judge('how strict');
    await page.setViewportSize({ width: 1440, height: 900 });
    await table.getByRole('button', { name: 'Use eps 0.1', exact: true }).click();
    const eps = page.getByRole('spinbutton', { name: 'Strictness (eps)' });
    await expect(eps).toHaveValue('0.1');
    await page.getByRole('combobox', { name: 'How often' }).selectOption('Every day');
    await page.getByRole('button', { name: 'Save as my settings' }).click();
    await expect(page.getByText('Saved. The form will start with these values.')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(eps).toHaveValue('0.1');
    await expect(page.getByText(/^Uses the saved values\. Next run: /)).toBeVisible();
    await expect(cards(page)).toHaveCount(2);
  });

  await test.step('a running analysis is found again after a reload, and cancelled', async () => {
    await upload(journey.leadloom.port, manyVideos(Date.now(), MANY));
    await page.getByRole('spinbutton', { name: 'Strictness (eps)' }).fill('0.6');
    await page.getByRole('spinbutton', { name: 'Smallest group (videos)' }).fill('500');
    await page.getByRole('spinbutton', { name: 'Fading per day (k)' }).fill('0');
    await page.getByRole('button', { name: 'Run Analysis' }).click();
    await expect(page.getByText(/^Trend analysis task queued/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/^Analysis (status: PENDING|has started\.\.\.|in progress: .+)$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run Analysis' })).toBeDisabled();
    await page.getByRole('button', { name: 'Cancel Analysis' }).click();
    await expect(page.getByText('Trend analysis failed: This analysis was cancelled. No trends were changed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run Analysis' })).toBeEnabled();
    await expect(cards(page)).toHaveCount(2);
  });

  await test.step('a trend is renamed, hidden and shown again', async () => {
    await page.getByRole('button', { name: /^Rename .*#plantdye/ }).click();
    await page.getByRole('textbox', { name: 'Name of the trend' }).fill('Plant dyes');
    await judge('renaming');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(card(page, 'Plant dyes')).toBeVisible();
    await page.getByRole('button', { name: 'Hide Plant dyes' }).click();
    await expect(cards(page)).toHaveCount(1);
    await page.getByRole('checkbox', { name: 'Show hidden' }).check();
    await page.getByRole('button', { name: 'Show Plant dyes' }).click();
    await page.getByRole('checkbox', { name: 'Show hidden' }).uncheck();
    await expect(cards(page)).toHaveCount(2);
    await typeLikeAPerson(page.getByRole('searchbox', { name: 'Search trends' }), 'madderroot');
    await expect(cards(page)).toHaveCount(1);
    await typeLikeAPerson(page.getByRole('searchbox', { name: 'Search trends' }), '');
  });

  await test.step('the videos of all trends are exported to a file, and those of one trend', async () => {
    const all = await exported(page, 'Export All', 'tiktok_trends_export.csv');
    expect(all).toHaveLength(14 + 9);
    expect(new Set(all.map((row) => row.video_id)).size).toBe(14 + 9);
    for (const row of all) expect(row.video_id).toMatch(/^\d{19}$/);
    const one = await exported(page, 'Export Plant dyes', /^tiktok_trend_\d+_export\.csv$/);
    expect(new Set(one.map((row) => row.trend_name))).toEqual(new Set(['Plant dyes']));
  });

  await test.step('two trends are merged into the older one', async () => {
    await page.getByRole('checkbox', { name: 'Select Plant dyes' }).check();
    await page.getByRole('checkbox', { name: /^Select .*#weavingtok/ }).check();
    await page.getByRole('button', { name: 'Merge…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge 2 trends?' });
    await expect(dialog).toContainText('is the oldest and is kept, with all 23 videos');
    await judge('merging');
    await page.setViewportSize({ width: 1440, height: 900 });
    const survivor = (await dialog.locator('strong').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText('Total videos: 23');
    expect(survivor).not.toBe('');
  });

  await test.step('all trends are deleted after confirming', async () => {
    await page.getByRole('button', { name: 'Delete All Trends' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete All Trends' });
    await expect(dialog).toContainText(
      'Are you sure you want to delete all detected TikTok trends and their associated video links? This action cannot be undone.',
    );
    await judge('deleting all');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(cards(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Delete All Trends' }).click();
    await dialog.getByRole('button', { name: 'Delete All' }).click();
    await expect(page.getByText('Deleted 1 trend and 23 video links.')).toBeVisible();
    await expect(page.getByText('No trends detected or available. Configure and run an analysis.')).toBeVisible();
  });

  report();
});

const cards = (page: Page) => page.getByRole('article');
const card = (page: Page, name: string) => page.getByRole('article', { name });

/** As an operator loads a file, past the browser. */
async function upload(port: number, lines: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/table/tiktok-videos/import?format=jsonl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
    body: new TextEncoder().encode(lines),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ rejected: 0 });
}

async function exported(page: Page, name: string, fileName: string | RegExp): Promise<Readonly<Record<string, string>>[]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(fileName);
  const [header = [], ...rows] = parseCsv(await readFile(await file.path(), 'utf8'));
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
}

/** How often the screen looked at an analysis. */
function watchPolls(page: Page): { readonly count: number } {
  const asked = { count: 0 };
  page.on('request', (request) => {
    if (/\/tiktok\/trends\/analyze\/status\//.test(request.url())) asked.count += 1;
  });
  return asked;
}
