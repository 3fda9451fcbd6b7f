import { listTopAuthors, trackUsers } from '@leadloom/shared/contract/tiktok';
import { analyzeTrends, listAnalyses } from '@leadloom/shared/contract/trends';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answer, refuse } from '../../../testing/api.ts';
import { expectLogged } from '../../../testing/expect-logged.ts';
import { ALL_RETRIES_MS } from '../../../testing/faults.ts';
import { apiServer } from '../../../testing/server.ts';
import { aHealth } from '../../../testing/sources.ts';
import { fakeTimers, pass } from '../../../testing/timers.ts';
import { aTrend } from '../../../testing/trends.ts';
import {
  aTask,
  button,
  loadTrendsScreen,
  openTrendSettings,
  openTrends,
  serveTrends,
  TASK_ID,
} from '../testing/trends.fixture.ts';

beforeAll(loadTrendsScreen);
beforeEach(fakeTimers);

const POLL_MS = 5000;
const statusPath = '/api/v1/tiktok/trends/analyze/status/:id';
const found = { status: 'Done', videos: 1204, clusters: 31, trends_created: 1, trends_updated: 2, trends_merged: 0 };

async function run(): Promise<ReturnType<typeof serveTrends>> {
  const server = serveTrends(aTrend(1));
  const { person } = await openTrends();
  await screen.findByRole('article', { name: '#trend1' });
  await person.click(button('Run Analysis'));
  await screen.findByText(`Trend analysis task queued (ID: ${TASK_ID}). Awaiting status...`);
  return server;
}

describe('an analysis', () => {
  it('an analysis is shown from the queue to its end, and then its trends', async () => {
    const server = await run();
    expect(server.looks).toBe(0);
    await pass(POLL_MS);
    expect(await screen.findByText('Analysis status: PENDING')).toBeVisible();
    server.task = aTask({ status: 'STARTED' });
    await pass(POLL_MS);
    expect(await screen.findByText('Analysis has started...')).toBeVisible();
    server.task = aTask({ status: 'PROGRESS', info: { status: 'Comparing videos 40%' } });
    await pass(POLL_MS);
    expect(await screen.findByText('Analysis in progress: Comparing videos 40%')).toBeVisible();
    server.task = aTask({ status: 'SUCCESS', info: found, finished_at: '2026-03-01T09:01:00.000Z' });
    server.trends = [aTrend(1), aTrend(2)];
    await pass(POLL_MS);
    expect(await screen.findByText('Trend analysis completed successfully. Refreshing trends list...')).toBeVisible();
    expect(screen.getByText('1,204 videos compared, 31 groups, 1 new trend, 2 trends updated.')).toBeVisible();
    expect(await screen.findByRole('article', { name: '#trend2' })).toBeVisible();
    const looks = server.looks;
    await pass(POLL_MS * 3);
    expect(server.looks).toBe(looks);
  });

  it('an analysis is shown as being queued until the server accepts it', async () => {
    const release = Promise.withResolvers<void>();
    serveTrends();
    apiServer.use(
      answer(analyzeTrends, async () => {
        await release.promise;
        return { task_id: TASK_ID };
      }),
    );
    const { person } = await openTrends();
    await person.click(button('Run Analysis'));
    expect(await screen.findByText('Queueing trend analysis task...')).toBeVisible();
    expect(button('Run Analysis')).toBeDisabled();
    release.resolve();
    expect(await screen.findByText(`Trend analysis task queued (ID: ${TASK_ID}). Awaiting status...`)).toBeVisible();
  });

  it('refresh, delete and run are disabled while an analysis runs', async () => {
    const server = await run();
    for (const name of ['Refresh List', 'Delete All Trends', 'Run Analysis']) expect(button(name)).toBeDisabled();
    server.task = aTask({ status: 'SUCCESS', info: found });
    await pass(POLL_MS);
    for (const name of ['Refresh List', 'Delete All Trends', 'Run Analysis'])
      await waitFor(() => expect(button(name)).toBeEnabled());
  });

  it.each([
    ['The server stopped while it ran.', 'Trend analysis failed: The server stopped while it ran.'],
    [null, 'Trend analysis failed: Unknown error'],
  ])('a failed analysis says why: %s', async (error_details, text) => {
    const server = await run();
    server.task = aTask({ status: 'FAILURE', error_details });
    await pass(POLL_MS);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await waitFor(() => expect(button('Run Analysis')).toBeEnabled());
  });

  it('an unknown state of an analysis is shown and polling stops', async () => {
    const server = await run();
    let looks = 0;
    apiServer.use(
      http.get(statusPath, () => {
        looks += 1;
        return HttpResponse.json({ ...server.task, status: 'REVOKED' });
      }),
    );
    await pass(POLL_MS);
    expect(await screen.findByText('Task is in an unexpected state: REVOKED. Stopping polling.')).toBeVisible();
    expect(button('Run Analysis')).toBeEnabled();
    await pass(POLL_MS * 3);
    expect(looks).toBe(1);
  });

  it('polling stops when the state cannot be read, and continues on request', async () => {
    const expectLog = expectLogged('The state of the analysis could not be read.');
    const server = await run();
    let isBroken = true;
    apiServer.use(http.get(statusPath, () => (isBroken ? new HttpResponse(null, { status: 503 }) : undefined)));
    await pass(POLL_MS);
    await pass(ALL_RETRIES_MS);
    const text = 'Error checking analysis status. It might still be running. Polling stopped.';
    expect(await screen.findByText(text)).toBeVisible();
    await expectLog();
    const looks = server.looks;
    await pass(POLL_MS * 3);
    expect(server.looks).toBe(looks);
    isBroken = false;
    server.task = aTask({ status: 'PROGRESS', info: { status: 'Saving trends' } });
    button('Check again').click();
    expect(await screen.findByText('Analysis in progress: Saving trends')).toBeVisible();
    expect(button('Run Analysis')).toBeDisabled();
  });

  it('Cancel Analysis cancels the analysis', async () => {
    const server = await run();
    button('Cancel Analysis').click();
    expect(await screen.findByText('Trend analysis failed: It was cancelled.')).toBeVisible();
    // What somebody wanted does not interrupt a screen reader.
    expect(screen.queryByRole('alert')).toBeNull();
    expect(server.cancelled).toBe(1);
    expect(button('Run Analysis')).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Cancel Analysis' })).toBeNull();
  });

  it('an analysis continues if cancelling fails', async () => {
    const expectLog = expectLogged('The analysis could not be cancelled.');
    const server = await run();
    apiServer.use(http.delete(statusPath, () => new HttpResponse(null, { status: 503 })));
    button('Cancel Analysis').click();
    expect(await screen.findByText('The analysis could not be cancelled and is still running.')).toBeVisible();
    await expectLog();
    server.task = aTask({ status: 'SUCCESS', info: found });
    await pass(POLL_MS);
    expect(await screen.findByText(/^Trend analysis completed successfully/)).toBeVisible();
  });
});

describe('an analysis that cannot begin', () => {
  it.each([
    [
      'a refusal with a sentence',
      () => HttpResponse.json({ code: 'RATE.LIMITED', msg: 'Please wait a minute.' }, { status: 429 }),
      'Failed to queue trend analysis. Status: 429 - Please wait a minute.',
    ],
    [
      'a refusal without one',
      () => new HttpResponse('<h1>502</h1>', { status: 502 }),
      'Failed to queue trend analysis. Status: 502 - Unknown error',
    ],
  ])('a failed start with %s is shown', async (_, respond, text) => {
    serveTrends();
    apiServer.use(http.post('/api/v1/tiktok/trends/analyze', respond));
    const { person } = await openTrends();
    await person.click(button('Run Analysis'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(button('Run Analysis')).toBeEnabled();
  });

  it.each([
    ['no answer', () => HttpResponse.error()],
    ['an answer that cannot be read', () => HttpResponse.json({ id: 1 }, { status: 202 })],
  ])('a failure with %s refers to the console, which shows the cause', async (_, respond) => {
    const expectLog = expectLogged('The analysis could not be started.');
    serveTrends();
    apiServer.use(http.post('/api/v1/tiktok/trends/analyze', respond));
    const { person } = await openTrends();
    await person.click(button('Run Analysis'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Error triggering trend analysis. Please check console.');
    await expectLog();
  });

  it('a refusal because another analysis runs follows that one', async () => {
    const server = serveTrends();
    apiServer.use(
      answer(analyzeTrends, () => {
        server.task = aTask({ status: 'PROGRESS', info: { status: 'Reading videos' } });
        throw refuse('TRENDS.RUNNING');
      }),
    );
    const { person } = await openTrends();
    await person.click(button('Run Analysis'));
    expect(await screen.findByText('Analysis in progress: Reading videos')).toBeVisible();
    const text = 'Failed to queue trend analysis. Status: 409 - An analysis is running. Please wait until it is done.';
    expect(screen.getByRole('alert')).toHaveTextContent(text);
  });

  it('a refusal because the email is not verified says so', async () => {
    serveTrends();
    await openTrendSettings({ verified: false });
    expect(await screen.findByText('Check your inbox and verify your email to run analyses.')).toBeVisible();
    for (const name of ['Run Analysis', 'Compare values', 'Save as my settings']) expect(button(name)).toBeDisabled();
  });
});

describe('a screen that was opened while an analysis ran', () => {
  it('a screen opened during an analysis follows it to its end', async () => {
    const server = serveTrends();
    server.task = aTask({ status: 'PROGRESS', info: { status: 'Comparing videos 10%' } });
    await openTrends();
    expect(await screen.findByText('Analysis in progress: Comparing videos 10%')).toBeVisible();
    expect(button('Run Analysis')).toBeDisabled();
    expect(server.looks).toBe(0);
    server.task = aTask({ status: 'SUCCESS', info: found });
    server.trends = [aTrend(7)];
    await pass(POLL_MS);
    expect(await screen.findByText(/^Trend analysis completed successfully/)).toBeVisible();
    expect(await screen.findByRole('article', { name: '#trend7' })).toBeVisible();
  });

  it('an analysis that ended meanwhile is shown with its outcome', async () => {
    const server = serveTrends();
    server.task = aTask({
      status: 'FAILURE',
      error_details: 'The server stopped while it ran.',
      is_scheduled: true,
      finished_at: '2026-03-01T09:01:00.000Z',
    });
    await openTrends();
    expect(await screen.findByText(/^Last analysis: .*, scheduled\. It failed: The server stopped/)).toBeVisible();
    expect(button('Run Analysis')).toBeEnabled();
    await pass(POLL_MS * 2);
    expect(server.looks).toBe(0);
  });

  it('the screen works if the analyses cannot be listed', async () => {
    const expectLog = expectLogged('The latest analyses could not be read.');
    serveTrends(aTrend(1));
    apiServer.use(
      answer(listAnalyses, () => {
        throw refuse('RATE.LIMITED');
      }),
    );
    await openTrends();
    expect(await screen.findByRole('article', { name: '#trend1' })).toBeVisible();
    await expectLog();
    expect(button('Run Analysis')).toBeEnabled();
  });
});

it('an account that tracks nobody is told what is missing, and can run an analysis once it tracks somebody', async () => {
  const server = serveTrends();
  server.isTracking = false;
  const tracked = { unique_id: 'loom.works', last_collected_at: null, follower_count: null, video_count: 14, health: aHealth() };
  apiServer.use(
    answer(listTopAuthors, () => ({ data: [{ unique_id: 'loom.works', video_count: 14 }], total: 1 })),
    answer(trackUsers, () => ({ data: [tracked] })),
  );
  const { person } = await openTrends();
  expect(await screen.findByText('Track at least one user first')).toBeVisible();
  expect(button('Run Analysis')).toBeDisabled();
  expect(button('Run Analysis')).toHaveAccessibleDescription('Track at least one user first');
  await person.click(await screen.findByRole('button', { name: 'Track loom.works, 14 videos' }));
  await waitFor(() => expect(button('Run Analysis')).toBeEnabled());
  expect(screen.queryByText('Track at least one user first')).toBeNull();
});
