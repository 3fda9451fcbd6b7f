/** Connections that send requests without pause and finish the last one, so that every started request is counted. */
import { askProcess } from '../tables/load/ask-process.ts';

export interface SteadyLoad {
  /** An address without a path. */
  readonly url: string;
  /** The header. */
  readonly authorization: string;
  readonly connections: number;
  readonly seconds: number;
  /** Paths that are requested in rotation; every connection begins at another one. */
  readonly paths: readonly string[];
}

export interface SteadyResult {
  readonly answered: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and broken connections; the first in words. */
  readonly errors: number;
  readonly firstError: string | null;
}

export function runSteadyLoad(load: SteadyLoad): Promise<SteadyResult> {
  return askProcess(new URL('./steady-load-process.ts', import.meta.url), load);
}
