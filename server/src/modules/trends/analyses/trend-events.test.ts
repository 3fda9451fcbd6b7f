import { expect, it } from 'vitest';
import { trendEvents } from './trend-events.ts';

it('alerts are told of trends that were found, have more videos, or were merged away', () => {
  const before = [
    { id: 1, name: 'Quiet', videos: 5 },
    { id: 2, name: 'Rising', videos: 5 },
    { id: 3, name: 'Merged', videos: 5 },
    { id: 5, name: 'Shrinking', videos: 5 },
  ];
  const after = [
    { id: 1, name: 'Quiet', videos: 5 },
    { id: 2, name: 'Rising', videos: 9 },
    { id: 4, name: null, videos: 6 },
    { id: 5, name: 'Shrinking', videos: 2 },
  ];
  expect(trendEvents(before, after)).toEqual([
    { subjectId: 2, change: 'changed', fields: [{ field: 'number_of_videos_in_trend', from: 5, to: 9 }], name: 'Rising' },
    { subjectId: 4, change: 'added', name: null },
    { subjectId: 3, change: 'removed', name: 'Merged' },
  ]);
});
