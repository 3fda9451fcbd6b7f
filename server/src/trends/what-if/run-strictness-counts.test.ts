import { describe, expect, it } from 'vitest';
import { createVideoPacker, type PackedVideos } from '../terms/pack-videos.ts';
import { createVideos } from '../testing/videos.fixture.ts';
import { weighTerms } from '../weights/weigh-terms.ts';
import { countByStrictness } from './count-by-strictness.ts';
import { runStrictnessCounts } from './run-strictness-counts.ts';

const question = { choices: [0.01, 0.05, 0.2], minSamples: 2, decay: 0.017, largeFrom: 5 };

function packVideos(): PackedVideos {
  const packer = createVideoPacker();
  for (const { videoId, authorId, day, terms } of createVideos(20, 2_000, 5))
    packer.add({ videoId, authorId, terms, postedAt: new Date(Math.round(day * 86_400_000)) });
  return packer.finish();
}

describe('counts in a thread', () => {
  it('counts in a thread equal those of the main thread', async () => {
    const { days, offsets, termIds, authors, vocabulary } = packVideos();
    const { vectors } = weighTerms({ rows: days.length, vocabulary: vocabulary.length, offsets, termIds, authors });
    const answers = await runStrictnessCounts({ videos: packVideos(), question }, new AbortController().signal);
    expect(answers).toEqual(countByStrictness(vectors, days, question));
    expect(answers[1]?.largeClusters).toBeGreaterThan(3);
  });

  it('a cancelled count ends at once, before or after its start', async () => {
    const reason = new Error('nobody waits');
    const counting = runStrictnessCounts({ videos: packVideos(), question }, AbortSignal.abort(reason));
    await expect(counting).rejects.toBe(reason);
    const cancelled = new AbortController();
    const running = runStrictnessCounts({ videos: packVideos(), question }, cancelled.signal);
    cancelled.abort(reason);
    await expect(running).rejects.toBe(reason);
  });

  it('a parameter out of range is named in the failure', async () => {
    const wrong = { ...question, choices: [0] };
    const counting = runStrictnessCounts({ videos: packVideos(), question: wrong }, new AbortController().signal);
    await expect(counting).rejects.toThrow('eps must be greater than 0');
  });
});
