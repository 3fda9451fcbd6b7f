import { expect, it } from 'vitest';
import type { Trend } from '../contract/trends.ts';
import { foundTrendName } from './found-trend-name.ts';

type Reason = Trend['reasons'][number];
const reason = (kind: Reason['kind'], text: string, coverage = 1): Reason => ({ kind, text, coverage, share: 0.1 });

it.each<[string, readonly Reason[], string | null]>([
  ['nothing is known', [], null],
  ['too few videos share it', [reason('hashtag', 'weaving', 0.49)], null],
  ['half of the videos share it', [reason('hashtag', 'weaving', 0.5)], '#weaving'],
  ['there are more than three hashtags', ['a', 'b', 'c', 'd'].map((text) => reason('hashtag', text)), '#a #b #c'],
  ['a sound stands before a hashtag', [reason('sound', 'Harbour Song'), reason('hashtag', 'weaving')], '#weaving'],
  ['a sound stands before a word', [reason('word', 'lantern'), reason('sound', ' Harbour Song ')], 'Harbour Song'],
  ['the sound has no title', [reason('sound', '7001'), reason('word', 'lantern'), reason('word', 'walk')], 'lantern walk'],
  ['only a sound without a title is shared', [reason('sound', '7001')], null],
])('the name of a trend where %s', (_, reasons, name) => {
  expect(foundTrendName([...reasons])).toBe(name);
});
