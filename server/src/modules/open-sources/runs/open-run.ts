/** What a run gives its reader, made from the platform: requests at the shared pace, and the rows and boards that are due. */
import { setTimeout as sleep } from 'node:timers/promises';
import packageManifest from '../../../../package.json' with { type: 'json' };
import type { Connection } from '../../../database/database.ts';
import type { OpenHttp, OpenHttpOptions } from '../../../open-sources/download/open-http.ts';
import type { NotedBoard, OpenSource, OpenSourceRun } from '../../../open-sources/open-source.ts';
import type { Platform } from '../../../platform.ts';
import { createDueBoards, noteBoards } from './boards.repository.ts';
import { createDueRows } from './due-rows.repository.ts';
import { takeTurn } from './turns.repository.ts';

export type RunPlatform = Pick<Platform, 'config' | 'database' | 'direct' | 'now' | 'secrets'>;

export type CreateOpenHttp = (options: OpenHttpOptions) => OpenHttp;

interface RunOptions {
  readonly source: OpenSource;
  /** The switches as they are stored. */
  readonly options: unknown;
  /** The address that publishers may write to; null: nobody has said, and the source needs none. */
  readonly contact: string | null;
  readonly signal: AbortSignal;
  readonly createHttp: CreateOpenHttp;
  /** Where downloads are kept: a folder for each source. */
  readonly dataDir: string;
}

export interface OpenedRun extends OpenSourceRun, Pick<OpenHttp, 'removeFiles' | 'close'> {
  /** Stores what the reader noted of boards since the last time. */
  storeNotes(connection: Connection): Promise<void>;
}

export function openRun({ config, database, now }: RunPlatform, options: RunOptions): OpenedRun {
  const { source, contact, signal, createHttp, dataDir } = options;
  const { manifest } = source;
  const secondsBetween = 1 / manifest.requestsPerSecond;
  const pace = async (host: string) => {
    const wait = await takeTurn(database, host, secondsBetween);
    if (wait > 0) await sleep(wait, undefined, { signal });
  };
  const http = createHttp({
    manifest,
    contact,
    standIn: config.openSources.urls[manifest.id] ?? null,
    version: packageManifest.version,
    dataDir,
    pace,
    signal,
    now,
  });
  let noted: NotedBoard[] = [];
  return {
    ...http,
    options: switchedOn(source, options.options),
    now,
    signal,
    dueRows: createDueRows(database, now),
    dueBoards: createDueBoards(database, now),
    noteBoards: async (boards) => void noted.push(...boards),
    storeNotes: async (connection) => {
      const boards = noted;
      noted = [];
      try {
        await noteBoards(connection, boards, now());
      } catch (error) {
        noted = [...boards, ...noted];
        throw error;
      }
    },
  };
}

/** The switches of a source that are on. @param stored an object of booleans, which an earlier version may have written */
export function switchedOn({ manifest }: Pick<OpenSource, 'manifest'>, stored: unknown): ReadonlySet<string> {
  const on = new Map(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
  return new Set(Object.keys(manifest.options).filter((key) => on.get(key) === true));
}
