/** Reads one small thing of a source and shows it. Nothing is stored, so it may be tried while the source is off or runs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import type { tryOpenSource } from '@leadloom/shared/contract/open-sources';
import type { CellValue } from '@leadloom/shared/tables/define-table';
import type { OpenSource, OpenSourceRun } from '../../open-sources/open-source.ts';
import { readContact } from './contact.ts';
import { listStored } from './open-sources.repository.ts';
import { requireMet, requireSource } from './open-sources.service.ts';
import { type CreateOpenHttp, openRun, type RunPlatform } from './runs/open-run.ts';
import { sentenceOf } from './runs/settle-run.ts';

/** A try that takes longer is given up: somebody waits for it. */
const LIMIT_MILLISECONDS = 60_000;
const SHOWN_ROWS = 5;
const CELL_LENGTH = 500;

type Tried = EndpointResult<typeof tryOpenSource>;

interface TryParts {
  readonly sources: readonly OpenSource[];
  readonly createHttp: CreateOpenHttp;
  /** Takes errors of ours, whose details nobody else sees. */
  readonly onFailure: (error: unknown, id: string) => void;
}

/** @param signal aborted when nobody waits any longer @throws {AppError} REQUEST.NOT_FOUND, SOURCES.NO_CONTACT */
export async function trySource(
  platform: RunPlatform,
  { sources, createHttp, onFailure }: TryParts,
  { id, signal: gone }: { readonly id: OpenSourceId; readonly signal: AbortSignal },
): Promise<Tried> {
  const source = requireSource({ sources }, id);
  await requireMet(platform, source.manifest.needs);
  const dataDir = await mkdtemp(join(tmpdir(), 'leadloom-try-'));
  const timeout = AbortSignal.timeout(LIMIT_MILLISECONDS);
  const signal = AbortSignal.any([gone, timeout]);
  let asked = '';
  let closing = async (): Promise<void> => undefined;
  try {
    const contact = await readContact(platform);
    const stored = await listStored(platform.database);
    const options = stored.get(id)?.options;
    const run = openRun(platform, { source, options, contact, signal, createHttp, dataDir });
    closing = run.close;
    const trial = await source.tryOut(
      noting(run, (url) => {
        asked = url;
      }),
    );
    return {
      url: trial.url,
      rows: trial.records.slice(0, SHOWN_ROWS).map(({ table, record }) => ({
        table,
        cells: Object.fromEntries(Object.entries(record.cells).map(([field, value]) => [field, shown(value)])),
      })),
      missing: [...trial.missing],
      error: null,
    };
  } catch (error) {
    gone.throwIfAborted();
    if (timeout.aborted) return failed(asked, 'The publisher did not answer within a minute.');
    onFailure(error, id);
    return failed(asked, sentenceOf(error));
  } finally {
    await closing();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function failed(url: string, error: string): Tried {
  return { url, rows: [], missing: [], error };
}

/** The run, which tells of each address before it is asked. */
function noting(run: OpenSourceRun, onRequest: (url: string) => void): OpenSourceRun {
  return {
    ...run,
    get: (url, options) => {
      onRequest(url);
      return run.get(url, options);
    },
    download: (url, options) => {
      onRequest(url);
      return run.download(url, options);
    },
  };
}

function shown(value: CellValue): string | null {
  if (value === null) return null;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.slice(0, CELL_LENGTH);
}
