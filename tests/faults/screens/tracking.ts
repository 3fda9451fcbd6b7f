/** Tracked subreddits and TikTok users. Each failure has its own message, depending on whether the server answered. */
import type { SourceHealth } from '@leadloom/shared/contract/sources';
import type { Page } from '@playwright/test';
import type { Answers } from '../spa/api-stub.ts';
import type { Fault } from '../spa/fault.ts';
import { button, type Screen, type ScreenCall, sees } from '../spa/screen.ts';

const health: SourceHealth = { state: 'ok', message: 'All is well.', since: null, next_visit_at: null };
const network = { ...health, is_configured: true, requests_today: 7, requests_a_day: null };
const last_collected_at = '2026-01-05T09:00:00.000Z';
const getSources = () => ({ reddit: network, tiktok: network });

/** A server that tracks one subreddit, and remembers what becomes of it. */
function subreddits(): Answers {
  const track = (subreddit_name: string) => ({
    subreddit_name,
    spellings: [subreddit_name],
    last_collected_at,
    post_count: 3,
    health,
  });
  let data = [track('handlooms')];
  return {
    getSources,
    listTrackedSubreddits: () => ({ data }),
    trackSubreddits: () => {
      data = [...data, track('weft')];
      return { data };
    },
    untrackSubreddit: () => {
      data = [];
      return undefined;
    },
    suggestSubreddits: () => [],
  };
}

/** The same with TikTok users, and no trends. */
function users(): Answers {
  const track = (unique_id: string) => ({ unique_id, last_collected_at, follower_count: 1200, video_count: 3, health });
  let data = [track('heddle.works')];
  return {
    getSources,
    listTrackedUsers: () => ({ data }),
    trackUsers: () => {
      data = [...data, track('weft')];
      return { data };
    },
    untrackUser: () => {
      data = [];
      return undefined;
    },
    listTopAuthors: () => ({ data: [], total: 0 }),
    searchTikTokUsers: () => [],
    listTrends: () => [],
    listAnalyses: () => ({ data: [] }),
    getTrendSettings: () => ({ parameters: {}, schedule: 'off', hour: 4, next_run_at: null }),
  };
}

/** @param refused with an answer @param other without one, or with one that cannot be read */
function says(refused: string, other: string): Pick<ScreenCall, 'shows' | 'logs'> {
  const isAnswered = ({ status }: Fault): boolean => status !== 0 && status !== 200;
  return {
    shows: (fault) => ({ texts: [isAnswered(fault) ? `${refused} Status: ${fault.status}` : other] }),
    logs: [refused, other],
  };
}

function type(label: string) {
  return (page: Page) => page.getByRole('combobox', { name: label }).fill('weft');
}

const NETWORKS_UNKNOWN = 'How the networks are doing could not be loaded.';

export const trackingScreens: readonly Screen[] = [
  {
    name: 'subreddits',
    path: '/app/social',
    visitor: 'member',
    answers: subreddits,
    ready: 'handlooms',
    calls: [
      {
        row: 'listTrackedSubreddits',
        ...says('Failed to fetch tracked Reddit subreddits.', 'Error fetching tracked Reddit subreddits. Please check console.'),
      },
      { row: 'getSources', shows: null, logs: [NETWORKS_UNKNOWN] },
      {
        row: 'trackSubreddits',
        action: { prepare: type('Search Reddit Subreddits to Track'), button: button('Track Subreddits') },
        ...says('Failed to track Reddit subreddits.', 'Error tracking Reddit subreddits. Please check console.'),
        done: sees('Successfully updated tracked Reddit subreddits.'),
      },
      {
        row: 'untrackSubreddit',
        action: { button: button('Delete') },
        ...says('Failed to delete Reddit subreddit handlooms.', 'Error deleting Reddit subreddit. Please check console.'),
        done: sees('Successfully deleted Reddit subreddit handlooms.'),
      },
    ],
  },
  {
    name: 'tracked TikTok users',
    path: '/app/social-dashboard',
    visitor: 'member',
    answers: users,
    ready: 'heddle.works',
    calls: [
      {
        row: 'listTrackedUsers',
        ...says('Failed to fetch tracked users.', 'Error fetching tracked users. Please check console.'),
      },
      { row: 'getSources', shows: null, logs: [NETWORKS_UNKNOWN] },
      {
        row: 'trackUsers',
        action: { prepare: type('Search TikTok User IDs to Track'), button: button('Track Selected Users') },
        ...says('Failed to track users.', 'Error tracking users. Please check console.'),
        done: sees('Successfully updated tracked users.'),
      },
      {
        row: 'untrackUser',
        action: { button: button('Untrack') },
        ...says('Failed to untrack heddle.works.', 'Error untracking user. Please check console.'),
        done: sees('Successfully untracked heddle.works.'),
      },
    ],
  },
];
