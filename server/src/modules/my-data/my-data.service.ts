/** Everything the server stores about a person, as one JSON file. Only one batch of rows of the file is in memory at a time. */
import { addAbortSignal, Readable } from 'node:stream';
import { AppError } from '../../http/app-error.ts';
import { createSharedSlots, type HeldSlots } from '../../limits/shared-slots.ts';
import type { Platform } from '../../platform.ts';
import { type DataSection, listSections, listSharedWorkspaces } from './data-sections.ts';

/** A reader that takes longer is disconnected. */
const DEADLINE_MILLISECONDS = 30 * 60 * 1000;
const ONE_AT_A_TIME = 'Your data is being downloaded already. Wait until that download has ended.';

/**
 * Downloads of an account run one at a time, on all servers together.
 * @throws {AppError} RATE.LIMITED while another one runs
 */
export function createMyDataDownloads(platform: Platform): (accountId: number) => Promise<Readable> {
  const slots = createSharedSlots(platform.database);
  return async (accountId) => {
    const slot = await slots.take([[`my data of account ${accountId}`]]);
    if (slot === null) throw new AppError('RATE.LIMITED', { message: ONE_AT_A_TIME, retryAfterSeconds: 5 });
    const text = releasing(fileText(platform, accountId), slot);
    const file = Readable.from(text, { objectMode: false });
    // This also frees the slot of a file that nobody began to read.
    file.once('close', () => void slot.release());
    return addAbortSignal(AbortSignal.timeout(DEADLINE_MILLISECONDS), file);
  };
}

/** The slot is free before the reader has the end of the file. */
async function* releasing(text: AsyncIterable<Buffer>, slot: HeldSlots): AsyncGenerator<Buffer> {
  try {
    yield* text;
  } finally {
    await slot.release();
  }
}

/** An error in the middle breaks the file off, so that a part is never taken for the whole. */
async function* fileText(platform: Platform, accountId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`{\n"written_at": ${JSON.stringify(platform.now().toISOString())}`);
  yield* sectionsText(listSections(platform, accountId));
  yield Buffer.from(',\n"shared_workspaces": [');
  for (const [place, { head, sections }] of (await listSharedWorkspaces(platform, accountId)).entries()) {
    yield Buffer.from(`${place === 0 ? '' : ','}\n${head.slice(0, -1)}`);
    yield* sectionsText(sections);
    yield Buffer.from('\n}');
  }
  yield Buffer.from('\n]\n}\n');
}

async function* sectionsText(sections: readonly DataSection[]): AsyncGenerator<Buffer> {
  for (const { name, rows } of sections) {
    yield Buffer.from(`,\n${JSON.stringify(name)}: [`);
    let separator = '\n';
    for await (const batch of rows) {
      if (batch.length === 0) continue;
      yield Buffer.from(separator + batch.join(',\n'));
      separator = ',\n';
    }
    yield Buffer.from('\n]');
  }
}
