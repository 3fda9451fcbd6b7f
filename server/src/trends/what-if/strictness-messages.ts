/** The messages between a count and its thread. */
import type { PackedVideos } from '../terms/pack-videos.ts';
import type { StrictnessAnswer, StrictnessQuestion } from './count-by-strictness.ts';

export interface StrictnessTask {
  readonly videos: Omit<PackedVideos, 'videoIds'>;
  readonly question: StrictnessQuestion;
}

export type StrictnessMessage =
  | { readonly kind: 'answers'; readonly answers: readonly StrictnessAnswer[] }
  | { readonly kind: 'failed'; readonly message: string };
