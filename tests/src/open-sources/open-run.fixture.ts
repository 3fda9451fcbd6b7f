/** Runs a source as the server does, over HTTP, but in memory: what it would store is returned. */
import { createOpenHttp } from '@leadloom/server/open-sources/download/open-http';
import { type OpenRecord, type OpenSource, OpenSourceError, type OpenSourceRun } from '@leadloom/server/open-sources/open-source';
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
  /** All steps from a checkpoint. */
  read(checkpoint?: unknown): Promise<readonly ReadStep[]>;
  /** The records of the only load of the only step. */
  readRecords(checkpoint?: unknown): Promise<readonly OpenRecord[]>;
  /** The sentence with which a run fails. */
  failureOf(checkpoint?: unknown): Promise<OpenSourceError>;
  close(): Promise<void>;
}

interface OpenRunOptions {
  readonly origin: string;
  readonly now?: () => Date;
  readonly contact?: string | null;
  readonly options?: readonly string[];
}

export async function openRunFixture(
  source: OpenSource,
  { origin, now = () => new Date(), contact = 'data@operator.example', options = [] }: OpenRunOptions,
): Promise<OpenRunFixture> {
  const dataDir = await makeTemporaryDirectory('open-run');
  const stop = new AbortController();
  const http = createOpenHttp({
    manifest: source.manifest,
    contact,
    standIn: origin,
    version: '0.0.0',
    dataDir,
    pace: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    signal: stop.signal,
    now,
  });
  const none = () => Promise.resolve([]);
  const run: OpenSourceRun = {
    options: new Set(options),
    now,
    signal: stop.signal,
    get: http.get,
    download: http.download,
    dueRows: none,
    dueBoards: none,
    noteBoards: () => Promise.resolve(),
  };

  async function read(checkpoint: unknown = null): Promise<readonly ReadStep[]> {
    const steps: ReadStep[] = [];
    for await (const { title, isFull, checkpoint: next, loads } of source.read(checkpoint, run)) {
      const read: ReadStep['loads'][number][] = [];
      for (const { table, fields, records } of loads) read.push({ table, fields, records: await all(records()) });
      steps.push({ title, isFull, checkpoint: next, loads: read });
    }
    return steps;
  }

  return {
    run,
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

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const read: Item[] = [];
  for await (const item of items) read.push(item);
  return read;
}
