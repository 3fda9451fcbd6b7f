import { expect, it } from 'vitest';
import { trendWebhookEvents } from './trend-webhook-events.ts';

it('webhooks are told of trends that were found, and of those that have more videos and more a day than before', () => {
  const before = [
    { id: 1, name: 'Quiet', videos: 5 },
    { id: 2, name: 'Rising', videos: 5 },
    { id: 3, name: 'Slowing', videos: 5 },
  ];
  const after = [
    { id: 1, name: 'Quiet', videos: 5 },
    { id: 2, name: 'Rising', videos: 9 },
    { id: 3, name: 'Slowing', videos: 6 },
    { id: 4, name: 'Fresh', videos: 6 },
    { id: 5, name: null, videos: 7 },
  ];
  const paces = new Map([
    [1, { recent: 3, before: 1 }],
    [2, { recent: 2, before: 1 }],
    [3, { recent: 1, before: 2 }],
    [4, { recent: 1.5, before: 0 }],
  ]);
  expect(trendWebhookEvents(before, after, paces)).toEqual([
    { type: 'trend.rising', data: { trend_id: '2', name: 'Rising', videos: 9, per_day: 2 } },
    { type: 'trend.found', data: { trend_id: '4', name: 'Fresh', videos: 6, per_day: 1.5 } },
    { type: 'trend.found', data: { trend_id: '5', name: null, videos: 7, per_day: 0 } },
  ]);
});
