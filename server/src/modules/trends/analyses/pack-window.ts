/** Turns videos as they are read into the numbers the engine works on, in short turns, so that requests are answered between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createVideoPacker, type PackedVideos } from '../../../trends/terms/pack-videos.ts';
import { videoTerms } from '../../../trends/terms/video-terms.ts';
import type { WindowVideo } from './video-window.repository.ts';

/** Milliseconds of work between two looks at what else there is to do. */
const TURN = 8;

export interface PackedWindow {
  readonly packed: PackedVideos;
  /** By row: the trend the video is linked to, or null. */
  readonly trendIds: readonly (number | null)[];
  /** By sound term. */
  readonly soundTitles: ReadonlyMap<string, string>;
}

export class TooManyVideos extends Error {}

/** @param most videos @throws {TooManyVideos} as soon as one more was read @throws the signal's reason */
export async function packWindow(
  batches: AsyncIterable<readonly WindowVideo[]>,
  most: number,
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
    if (trendIds.length > most) throw new TooManyVideos(`more than ${most} videos`);
  }
  return { packed: packer.finish(), trendIds, soundTitles };
}
