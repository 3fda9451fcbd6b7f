/** Runs a source as the server does, over HTTP, but in memory: what it would store is returned. */
import type { LookupFunction } from 'node:net';
import { createOpenHttp } from '@leadloom/server/open-sources/download/open-http';
import {
  type NotedBoard,
  type OpenRecord,
  type OpenSource,
  OpenSourceError,
  type OpenSourceRun,
  type VisitedBoard,
  type VisitedRow,
} from '@leadloom/server/open-sources/open-source';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';

export interface ReadStep {
  readonly title: string;
  readonly isFull: boolean;
  readonly checkpoint: unknown;
  readonly loads: readonly {
    readonly table: string;
    readonly fields: readonly string[];
    readonly records: readonly OpenRecord[];
  }[];
}

export interface OpenRunFixture {
  readonly run: OpenSourceRun;
  /** What the reader noted of job boards. */
  readonly noted: readonly NotedBoard[];
  /** The hosts whose turn was awaited, in order. */
  readonly paced: readonly string[];
  /** All steps from a checkpoint. @param steps receives them, also where the run fails in the end */
  read(checkpoint?: unknown, steps?: ReadStep[]): Promise<readonly ReadStep[]>;
  /** The records of the only load of the only step. */
  readRecords(checkpoint?: unknown): Promise<readonly OpenRecord[]>;
  /** The sentence with which a run fails. */
  failureOf(checkpoint?: unknown): Promise<OpenSourceError>;
  close(): Promise<void>;
}

interface OpenRunOptions {
  /** Of the stand-in; null: the real hosts. */
  readonly origin: string | null;
  readonly now?: () => Date;
  readonly contact?: string | null;
  readonly options?: readonly string[];
  /** Rows and boards that are due. */
  readonly rows?: readonly VisitedRow[];
  readonly boards?: readonly VisitedBoard[];
  readonly timeoutMs?: number;
  readonly lookup?: LookupFunction;
}

export async function openRunFixture(
  source: OpenSource,
  {
    origin,
    now = () => new Date(),
    contact = 'data@operator.example',
    options = [],
    rows = [],
    boards = [],
    ...limits
  }: OpenRunOptions,
): Promise<OpenRunFixture> {
  const dataDir = await makeTemporaryDirectory('open-run');
  const stop = new AbortController();
  const noted: NotedBoard[] = [];
  const paced: string[] = [];
  const http = createOpenHttp({
    ...limits,
    manifest: source.manifest,
    contact,
    standIn: origin,
    version: '0.0.0',
    dataDir,
    pace: async (host) => void paced.push(host),
    wait: () => Promise.resolve(),
    signal: stop.signal,
    now,
  });
  const run: OpenSourceRun = {
    options: new Set(options),
    now,
    signal: stop.signal,
    get: http.get,
    download: http.download,
    dueRows: handOut(rows),
    dueBoards: handOut(boards),
    noteBoards: async (found) => void noted.push(...found),
  };

  async function read(checkpoint: unknown = null, steps: ReadStep[] = []): Promise<readonly ReadStep[]> {
    for await (const { title, isFull, checkpoint: next, loads } of source.read(checkpoint, run)) {
      const read: ReadStep['loads'][number][] = [];
      for (const { table, fields, records } of loads) read.push({ table, fields, records: await all(records()) });
      steps.push({ title, isFull, checkpoint: next, loads: read });
    }
    return steps;
  }

  return {
    run,
    noted,
    paced,
    read,
    readRecords: async (checkpoint) => {
      const steps = await read(checkpoint);
      const [load] = steps[0]?.loads ?? [];
      if (steps.length !== 1 || load === undefined) throw new Error(`there are ${steps.length} steps`);
      return load.records;
    },
    failureOf: async (checkpoint) => {
      const error = await read(checkpoint).then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error instanceof OpenSourceError) return error;
      throw new Error('the run did not fail with a sentence', { cause: error });
    },
    close: async () => {
      stop.abort();
      await http.close();
      await removeDirectory(dataDir);
    },
  };
}

/** Each once. */
function handOut<Item>(items: readonly Item[]) {
  const left = [...items];
  return async (limit: number) => left.splice(0, limit);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}
