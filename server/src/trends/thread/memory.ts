/** The memory of an analysis. */
import type { PackedVideos } from '../terms/packed-videos.ts';

export const MEGABYTE = 1024 ** 2;
/** Peak memory per video, per term of a video and per term of the vocabulary, including the input. */
const BYTES_A_VIDEO = 160;
const BYTES_A_TERM = 64;
const BYTES_A_WORD = 120;

export function estimateMemory({ days, termIds, vocabulary }: Omit<PackedVideos, 'videoIds'>): number {
  return days.length * BYTES_A_VIDEO + termIds.length * BYTES_A_TERM + vocabulary.length * BYTES_A_WORD;
}
