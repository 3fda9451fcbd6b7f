/** Packs videos into the engine's arrays as they are read, in short slices, so that requests are served in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createVideoPacker, type PackedVideos } from '../../../trends/terms/pack-videos.ts';
import { videoTerms } from '../../../trends/terms/video-terms.ts';
import type { WindowVideo } from './video-window.repository.ts';

/** Milliseconds of work between two yields to the event loop. */
const TURN = 8;

export interface PackedWindow {
  readonly packed: PackedVideos;
  /** By row: the trend that the video is linked to, or null. */
  readonly trendIds: readonly (number | null)[];
  /** By sound term. */
  readonly soundTitles: ReadonlyMap<string, string>;
}

export class TooManyVideos extends Error {}

/** @throws {TooManyVideos} as soon as more than `maxVideos` were read @throws the signal's reason */
export async function packWindow(
  batches: AsyncIterable<readonly WindowVideo[]>,
  maxVideos: number,
  signal: AbortSignal,
): Promise<PackedWindow> {
  const packer = createVideoPacker();
  const trendIds: (number | null)[] = [];
  const soundTitles = new Map<string, string>();
  for await (const batch of batches) {
    let began = performance.now();
    for (const { number, author, posted, hashtags, sound_id: soundId, sound_title: soundTitle, summary, trend_id } of batch) {
      const terms = videoTerms({ hashtags: hashtags ?? [], soundId, soundTitle, caption: summary });
      packer.add({ videoId: number, authorId: author, postedAt: new Date(posted), terms });
      trendIds.push(trend_id);
      const sound = soundTitle === null ? undefined : terms.find((term) => term.startsWith('~'));
      if (sound !== undefined && soundTitle !== null && !soundTitles.has(sound)) soundTitles.set(sound, soundTitle);
      if (performance.now() - began < TURN) continue;
      await nextTurn();
      began = performance.now();
    }
    signal.throwIfAborted();
    if (trendIds.length > maxVideos) throw new TooManyVideos(`more than ${maxVideos} videos`);
  }
  return { packed: packer.finish(), trendIds, soundTitles };
}
