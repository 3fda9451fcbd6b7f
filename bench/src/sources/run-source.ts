import type { Login } from '@leadloom/server/embedded/embedded-database';
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import { askProcess } from '../tables/load/ask-process.ts';

export interface SourceToRun {
  readonly id: OpenSourceId;
  readonly login: Login;
  /** Of the stand-in. */
  readonly origin: string;
  readonly dataDir: string;
  /** Steps after which it ends; null: all. */
  readonly steps: number | null;
  /** Addresses of companies that are there before. */
  readonly websites: readonly string[];
}

export interface RanSource {
  readonly milliseconds: number;
  /** Rows that were added, by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Peak memory of the process beyond that at its start. */
  readonly moreMegabytes: number;
  readonly processorSeconds: number;
}

/** Runs a source in a process of its own, against a stand-in, into the database. */
export function runSource(source: SourceToRun): Promise<RanSource> {
  return askProcess(new URL('./run-process.ts', import.meta.url), source);
}
