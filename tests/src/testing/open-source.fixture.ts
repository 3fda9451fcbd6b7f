/** The run of an open source against a stand-in, without a database: what is due is given, and what is noted is kept. */

import { mkdtemp, rm } from 'node:fs/promises';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOpenHttp } from '@leadloom/server/open-sources/download/open-http';
import type {
  NotedBoard,
  OpenLoad,
  OpenRecord,
  OpenSource,
  OpenSourceRun,
  OpenStep,
  VisitedBoard,
  VisitedRow,
} from '@leadloom/server/open-sources/open-source';

export interface OpenRunFixture {
  readonly run: OpenSourceRun;
  readonly noted: NotedBoard[];
  /** The hosts whose turn was awaited, in order. */
  readonly paced: string[];
  close(): Promise<void>;
}

interface FixtureOptions {
  /** Of the stand-in; null: the real hosts. */
  readonly origin: string | null;
  readonly rows?: readonly VisitedRow[];
  readonly boards?: readonly VisitedBoard[];
  readonly now?: Date;
  readonly pace?: (host: string) => Promise<void>;
  readonly timeoutMs?: number;
  readonly lookup?: LookupFunction;
}

export async function openRunFixture(
  { manifest }: OpenSource,
  {
    origin,
    rows = [],
    boards = [],
    now = new Date('2026-11-28T12:00:00Z'),
    pace = async () => undefined,
    timeoutMs = 5_000,
    lookup,
  }: FixtureOptions,
): Promise<OpenRunFixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-open-source-'));
  const abort = new AbortController();
  const noted: NotedBoard[] = [];
  const paced: string[] = [];
  const http = createOpenHttp({
    manifest,
    contact: 'operator@leads.example',
    standIn: origin,
    version: '1.2.3',
    dataDir,
    pace: async (host) => {
      paced.push(host);
      await pace(host);
    },
    signal: abort.signal,
    timeoutMs,
    ...(lookup === undefined ? {} : { lookup }),
    wait: async () => undefined,
  });
  const handOut = <Item>(items: readonly Item[]) => {
    const left = [...items];
    return async (limit: number) => left.splice(0, limit);
  };
  return {
    run: {
      ...http,
      options: new Set(),
      now: () => now,
      signal: abort.signal,
      dueRows: handOut(rows),
      dueBoards: handOut(boards),
      noteBoards: async (found) => void noted.push(...found),
    },
    noted,
    paced,
    close: async () => {
      abort.abort();
      await http.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface ReadLoad extends Pick<OpenLoad, 'table' | 'fields'> {
  readonly records: readonly OpenRecord[];
}

export interface ReadStep extends Pick<OpenStep, 'title'> {
  readonly loads: readonly ReadLoad[];
}

/** All steps of a run, with their records. @param steps receives them, also where the run fails in the end */
export async function readAll(source: OpenSource, run: OpenSourceRun, steps: ReadStep[] = []): Promise<readonly ReadStep[]> {
  for await (const { title, loads } of source.read(null, run)) {
    const read: ReadLoad[] = [];
    for (const { table, fields, records } of loads) {
      const listed: OpenRecord[] = [];
      for await (const record of records()) listed.push(record);
      read.push({ table, fields, records: listed });
    }
    steps.push({ title, loads: read });
  }
  return steps;
}
