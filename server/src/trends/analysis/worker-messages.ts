/** What an analysis and its thread tell each other. */
import type { AnalysisInput, AnalysisResult, AnalysisStep } from './analyze-videos.ts';

export interface WorkerTask {
  readonly input: AnalysisInput;
  /** One shared number; other than 0 once nobody waits any more. */
  readonly cancelled: Int32Array;
}

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly step: AnalysisStep; readonly percent: number }
  | { readonly kind: 'result'; readonly result: AnalysisResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly isInput: boolean; readonly message: string };
