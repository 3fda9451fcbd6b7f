/** A messy file of commas in UTF-8 as a workbook: the same header and rows, each cell a text. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createCsvReader } from '@leadloom/server/csv/csv-records';
import { type WorkbookRow, writeWorkbook } from '@leadloom/server/workbook/write-workbook';

type Batch = readonly WorkbookRow[];

/** @param parts of the file, each of whole lines */
export async function writeMessyWorkbook(path: string, parts: Iterable<Buffer>): Promise<void> {
  const batches = batchesOf(parts);
  const [header = [], ...begin] = withoutLinesAbove(batches.next().value ?? []);
  const columns = header.map((text) => ({ header: text ?? '', kind: 'text' }) as const);
  function* rows(): Generator<Batch> {
    yield begin;
    yield* batches;
  }
  await pipeline(Readable.from(bytesOf(writeWorkbook({ title: 'Companies', columns }, rows()))), createWriteStream(path));
}

function* batchesOf(parts: Iterable<Buffer>): Generator<Batch, undefined> {
  const reader = createCsvReader({ delimiter: ',', endsAtReturn: false });
  for (const part of parts) yield reader.read(part.toString('utf8')).map(({ cells }) => cells);
  yield reader.end().map(({ cells }) => cells);
  return undefined;
}

/** Sentences above the header have one cell. */
function withoutLinesAbove(rows: Batch): Batch {
  return rows.slice(rows.findIndex((cells) => cells.length > 1));
}

async function* bytesOf(chunks: ReturnType<typeof writeWorkbook>): AsyncGenerator<Buffer> {
  for await (const { bytes } of chunks) yield bytes;
}
