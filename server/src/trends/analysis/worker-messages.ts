/** The messages between an analysis and its thread. */
import type { AnalysisInput, AnalysisResult, AnalysisStep } from './analyze-videos.ts';

export interface WorkerTask {
  readonly input: AnalysisInput;
  /** A shared number, not 0 once the analysis is cancelled. */
  readonly cancelled: Int32Array;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly step: AnalysisStep; readonly percent: number }
  | { readonly kind: 'result'; readonly result: AnalysisResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly isInput: boolean; readonly message: string };
