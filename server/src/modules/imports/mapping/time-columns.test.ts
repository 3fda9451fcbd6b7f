import { redditPosts } from '@leadloom/shared/tables/reddit-posts';
import { expect, it } from 'vitest';
import { withTimes } from './time-columns.ts';

const sampled = [
  ['a', '2024-03-05', '8:30:05 AM'],
  ['b', '2024-03-06', ''],
];

it.each([
  ['day and time', ['title', 'date', 'time'], { from: [1], otherwise: [2] }, [1, 2]],
  ['time first', ['title', 'date', 'time'], { from: [2], otherwise: [1] }, [1, 2]],
  ['a time that nobody calls so', ['title', 'date', 'length'], { from: [1] }, [1]],
] as const)('%s', (_, names, column, from) =>
  expect(withTimes(redditPosts, [{ field: 'posted_at', ...column }], { headers: names, rows: sampled })[0]?.from).toEqual(from),
);

it('whole moments are left as they are', () => {
  const column = { field: 'posted_at', from: [1], otherwise: [2] };
  expect(withTimes(redditPosts, [column], { headers: ['title', 'date', 'time'], rows: [['a', '8:30', '8:30']] })).toEqual([
    column,
  ]);
});
