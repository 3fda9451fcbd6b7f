/** Names that are tracked, what is said of them, and names that are suggested, with a text in every field. */
import type { SourceHealth } from '@leadloom/shared/contract/sources';
import type { HostileScreen } from './hostile-screens.ts';
import { payloads } from './payloads.ts';

const TIME = '2026-01-05T09:00:00.000Z';

const healthOf = (message: string): SourceHealth => ({ state: 'failed', message, since: TIME, next_visit_at: null });

function networksSaying(message: string) {
  const network = {
    ...healthOf(message),
    state: 'refused' as const,
    is_configured: true,
    requests_today: 1,
    requests_a_day: null,
  };
  return { reddit: network, tiktok: network };
}

export const trackingScreens: readonly HostileScreen[] = [
  {
    name: 'tracked subreddits',
    path: '/app/social',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      getSources: () => networksSaying(texts.join(' ')),
      listTrackedSubreddits: () => ({
        data: texts.map((text) => ({
          subreddit_name: text,
          spellings: [text],
          last_collected_at: null,
          post_count: 1,
          health: healthOf(text),
        })),
      }),
    }),
    ready: 'never crawled',
  },
  {
    name: 'suggested subreddits',
    path: '/app/social',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      getSources: () => networksSaying('Closed.'),
      listTrackedSubreddits: () => ({ data: [] }),
      suggestSubreddits: () => texts.map((text) => ({ id: text, name: text, subscribers: 1 })),
    }),
    ready: 'No Reddit subreddits currently being tracked.',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search Reddit Subreddits to Track' }).fill('we');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'tracked TikTok users',
    path: '/app/social-dashboard',
    visitor: 'member',
    perOpening: payloads.length,
    answers: (texts) => ({
      getSources: () => networksSaying(texts.join(' ')),
      listTrackedUsers: () => ({
        data: texts.map((text) => ({
          unique_id: text,
          last_collected_at: null,
          follower_count: null,
          video_count: 1,
          health: healthOf(text),
        })),
      }),
      listTrends: () => [],
      listAnalyses: () => ({ data: [] }),
      getTrendSettings: () => ({ parameters: {}, schedule: 'off', hour: 4, next_run_at: null }),
    }),
    ready: 'Currently Tracked TikTok Users',
    act: (page) => page.getByRole('button', { name: 'Untrack' }).first().waitFor(),
  },
];
