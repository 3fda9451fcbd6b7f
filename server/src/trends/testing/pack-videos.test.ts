import { expect, it } from 'vitest';
import { createVideoPacker } from './pack-videos.ts';

it('packs videos as numbers that lead back to their terms', () => {
  const packer = createVideoPacker();
  packer.add({ videoId: '1', authorId: 'a', postedAt: new Date('1970-01-02T12:00:00Z'), terms: ['#x', '#y', '#x'] });
  packer.add({ videoId: '2', authorId: 'b', postedAt: new Date('1970-01-03T00:00:00Z'), terms: [] });
  packer.add({ videoId: '3', authorId: 'a', postedAt: new Date('1970-01-04T00:00:00Z'), terms: ['#y', '~7'] });
  const { videoIds, days, authors, offsets, termIds, vocabulary } = packer.finish();
  expect(videoIds).toEqual(['1', '2', '3']);
  expect([...days]).toEqual([1.5, 2, 3]);
  expect([...authors]).toEqual([0, 1, 0]);
  expect([...offsets]).toEqual([0, 2, 2, 4]);
  expect(Array.from(termIds, (id) => vocabulary[id])).toEqual(['#x', '#y', '#y', '~7']);
});

it('grows with the terms it is given', () => {
  const packer = createVideoPacker();
  for (let at = 0; at < 3_000; at++)
    packer.add({ videoId: String(at), authorId: 'a', postedAt: new Date(at), terms: [`#${at}`, '#all'] });
  const { termIds, vocabulary } = packer.finish();
  expect(termIds).toHaveLength(6_000);
  expect(vocabulary[termIds[5_998] ?? -1]).toBe('#2999');
});

it('a video without a valid date is refused', () => {
  const video = { videoId: '9', authorId: 'a', postedAt: new Date('never'), terms: [] };
  expect(() => createVideoPacker().add(video)).toThrow('video 9 has no valid date');
});
