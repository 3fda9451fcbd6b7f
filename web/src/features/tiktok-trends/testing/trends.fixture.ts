/** The trends section as its stories find it, and a server that keeps trends, analyses and settings. */
import { me, type User } from '@leadloom/shared/contract/accounts';
import { getSources } from '@leadloom/shared/contract/sources';
import { listTopAuthors, listTrackedUsers } from '@leadloom/shared/contract/tiktok';
import {
  type AnalysisParameters,
  type AnalysisTask,
  analyzeTrends,
  cancelAnalysis,
  deleteTrends,
  getAnalysisStatus,
  getTrendSettings,
  listAnalyses,
  listTrends,
  saveTrendSettings,
  type Trend,
  type TrendSettings,
} from '@leadloom/shared/contract/trends';
import { configure, screen, within } from '@testing-library/react';
import { answer, refuse } from '../../../testing/api.ts';
import { renderApp, signInForTest } from '../../../testing/render-app.tsx';
import { apiServer } from '../../../testing/server.ts';
import { noTrendSettings } from '../../../testing/trends.ts';
import { aUser } from '../../../testing/user.ts';

export const TASK_ID = '3f6c2c1e-52d4-4b59-9f5e-2d0f6a1b7c11';

export function aTask(changes: Partial<AnalysisTask> = {}): AnalysisTask {
  return {
    task_id: TASK_ID,
    status: 'PENDING',
    info: null,
    error_details: null,
    parameters: {},
    is_scheduled: false,
    created_at: '2026-03-01T09:00:00.000Z',
    finished_at: null,
    ...changes,
  };
}

const health = { state: 'ok', message: 'Everything was read.', since: null, next_visit_at: null } as const;
const network = { ...health, is_configured: true, requests_today: 0, requests_a_day: null };

const trackedUser = { unique_id: 'loom.works', last_collected_at: null, follower_count: null, video_count: 0, health };

/** Loads the screen before the first story of a file: it and its frame take long to arrive on a busy machine. */
export async function loadTrendsScreen(): Promise<void> {
  configure({ asyncUtilTimeout: 20_000 });
  await import('../trends-section.tsx');
}

interface TrendsServer {
  trends: readonly Trend[];
  /** The task of every answer about the analysis; null: there is none. */
  task: AnalysisTask | null;
  settings: TrendSettings;
  /** Whether the account tracks anybody. */
  isTracking: boolean;
  readonly started: AnalysisParameters[];
  readonly saved: Omit<TrendSettings, 'next_run_at'>[];
  readonly lists: URL[];
  looks: number;
  cancelled: number;
}

/** A server on which an analysis is what the story says it is; it remembers what it was asked. */
export function serveTrends(...first: readonly Trend[]): TrendsServer {
  const state: TrendsServer = {
    trends: first,
    task: null,
    settings: noTrendSettings,
    isTracking: true,
    started: [],
    saved: [],
    lists: [],
    looks: 0,
    cancelled: 0,
  };
  apiServer.use(
    answer(getSources, () => ({ reddit: network, tiktok: network })),
    answer(listTrackedUsers, () => ({ data: state.isTracking ? [trackedUser] : [] })),
    answer(listTopAuthors, () => ({ data: [], total: 0 })),
    answer(listTrends, ({ url }) => {
      state.lists.push(url);
      const isHiddenShown = url.searchParams.get('include_hidden') === 'true';
      return state.trends.filter((trend) => isHiddenShown || !trend.is_hidden);
    }),
    answer(listAnalyses, () => ({ data: state.task === null ? [] : [state.task] })),
    answer(analyzeTrends, ({ body }) => {
      state.started.push(body);
      state.task = aTask();
      return { task_id: TASK_ID };
    }),
    answer(getAnalysisStatus, () => {
      state.looks += 1;
      if (state.task === null) throw refuse('TRENDS.TASK_NOT_FOUND');
      return state.task;
    }),
    answer(cancelAnalysis, () => {
      state.cancelled += 1;
      state.task = aTask({ status: 'FAILURE', error_details: 'It was cancelled.' });
      return undefined;
    }),
    answer(getTrendSettings, () => state.settings),
    answer(saveTrendSettings, ({ body }) => {
      state.saved.push(body);
      state.settings = { ...body, next_run_at: body.schedule === 'off' ? null : '2099-01-02T04:00:00.000Z' };
      return state.settings;
    }),
    answer(deleteTrends, () => {
      const trends_deleted = state.trends.length;
      const video_links_deleted = state.trends.reduce((sum, trend) => sum + trend.number_of_videos_in_trend, 0);
      state.trends = [];
      return { message: 'Deleted all trends.', trends_deleted, video_links_deleted };
    }),
  );
  return state;
}

export async function openTrends(changes: Partial<User> = {}) {
  signInForTest();
  apiServer.use(answer(me, () => aUser(changes)));
  const app = renderApp('/social-dashboard');
  await screen.findByRole('heading', { name: 'Detected TikTok Trends' });
  return app;
}

/** The screen with the settings of the analysis in sight. */
export async function openTrendSettings(changes: Partial<User> = {}) {
  const app = await openTrends(changes);
  await app.person.click(button('Settings'));
  return app;
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const section = () => within(screen.getByRole('region', { name: 'Detected TikTok Trends' }));
export const cardOf = async (name: string) => within(await screen.findByRole('article', { name }));
export const cardNames = () => screen.getAllByRole('article').map((card) => within(card).getAllByRole('heading')[0]?.textContent);
