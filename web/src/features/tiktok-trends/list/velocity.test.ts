import { describe, expect, it } from 'vitest';
import { velocityOf } from './velocity.ts';

describe('the velocity of a trend', () => {
  it.each([
    [4.3, 1.2, 'up', '4.3 videos per day, up from 1.2'],
    [1.2, 4.3, 'down', '1.2 videos per day, down from 4.3'],
    [1, 0.5, 'up', '1 video per day, up from 0.5'],
    [2, 2, 'level', '2 videos per day, unchanged'],
    [2.04, 1.96, 'level', '2 videos per day, unchanged'],
    [3, 0, 'up', '3 videos per day, up from none'],
    [0, 3, 'down', 'No new videos in three days, down from 3 per day'],
    [0, 0, 'level', 'No new videos in ten days'],
  ] as const)('a velocity of %s after %s is described', (recent, before, direction, text) => {
    expect(velocityOf({ recent, before })).toEqual({ direction, text });
  });
});
