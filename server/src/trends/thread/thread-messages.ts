/** The messages between a server and the thread of an analysis or of a count. */
import type { AnalysisStep } from '../analysis/analyze-videos.ts';
import type { FoundTrends } from '../analysis/found-trends.ts';
import type { ClusterParameters } from '../cluster/parameters.ts';
import type { StrictnessAnswer, StrictnessQuestion } from '../what-if/count-by-strictness.ts';

/** A trend as it is stored. */
export interface StoredTrend {
  readonly id: number;
  /** JSON: pairs of term and weight. */
  readonly centroid: string;
  /** Days since 1970. */
  readonly lastSeen: number;
}

export interface AnalysisTask {
  readonly kind: 'analyze';
  readonly parameters: ClusterParameters;
  /** Oldest first. */
  readonly known: readonly StoredTrend[];
  /** Minimum number of videos in a new trend. */
  readonly newFrom: number;
  /** Days since 1970; recent videos are counted back from here. */
  readonly now: number;
}

export interface CountTask {
  readonly kind: 'count';
  readonly question: StrictnessQuestion;
}

export type ThreadTask = AnalysisTask | CountTask;

export interface ThreadData {
  readonly task: ThreadTask;
  /** The part before a video's number in its key. */
  readonly key: string;
  readonly maxVideos: number;
  /** Bytes. */
  readonly maxMemory: number;
  /** A shared number, not 0 once the work is cancelled. */
  readonly cancelled: Int32Array;
}

/** `rows`: a piece of what COPY sends, in memory that is transferred. */
export type ToThread = { readonly kind: 'rows'; readonly bytes: Uint8Array } | { readonly kind: 'end' };

export type ThreadAnswer =
  | { readonly kind: 'found'; readonly found: FoundTrends }
  | { readonly kind: 'counted'; readonly videos: number; readonly answers: readonly StrictnessAnswer[] };

/** `invalid`: a parameter; `too_many`: videos; `too_large`: more memory than allowed; `crashed`: anything else. */
export type ThreadFailure = 'invalid' | 'too_many' | 'too_large' | 'crashed';

const fromThreadKinds = ['taken', 'progress', 'answer', 'cancelled', 'failed'] as const;

/** Node sends messages of its own, too: under `--watch`, a thread reports the modules it loads. */
export function isFromThread(message: unknown): message is FromThread {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  return fromThreadKinds.some((kind) => kind === message.kind);
}

export type FromThread =
  /** A piece was read. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'progress'; readonly step: AnalysisStep; readonly percent: number }
  | { readonly kind: 'answer'; readonly answer: ThreadAnswer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: ThreadFailure; readonly message: string; readonly videos: number };
