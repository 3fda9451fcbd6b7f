/** Many connections that send requests without pause, in a separate process. */
import { askProcess } from './ask-process.ts';

export interface LoadOptions {
  /** An address without a path. */
  readonly url: string;
  readonly authorization: string;
  readonly connections: number;
  readonly seconds: number;
  /** Paths that are requested in rotation; every connection begins at another one. */
  readonly paths: readonly string[];
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 2xx, broken connections and requests that took too long. */
  readonly errors: number;
}

export function runMixedLoad(options: LoadOptions): Promise<LoadResult> {
  return askProcess(new URL('./mixed-load-process.ts', import.meta.url), options);
}
