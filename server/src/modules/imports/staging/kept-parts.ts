/**
 * Keeps what an import reads and prepares, in parts that are committed while it goes on. A later run of the same file reads
 * the file again, because what a record means can depend on those before it, but neither prepares nor sends the records of
 * these parts once more: their rows are copied as they were prepared, and what was reported is reported again. Only one
 * import at a time has the parts of a file; others that load it meanwhile keep none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection, Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { LostValue, SourceRecord } from '../source/record-source.ts';
import { addPart, deleteParts, listParts, readPart } from './import-parts.repository.ts';
import { IMPORT_LOCK, IMPORTS_AT_ONCE, type ImportSession } from './import-session.ts';

const PARTS_LOCK = IMPORT_LOCK + IMPORTS_AT_ONCE;
/** How long to wait for the remains of an import that was just killed. */
const PATIENCE_MILLISECONDS = 3_000;
const PAUSE_MILLISECONDS = 100;
/** A part is stored once it has as many records, or bytes of rows. */
const PART_RECORDS = 20_000;
const PART_BYTES = 16 * 1024 * 1024;
const FASTEST = { level: 1 };
const NO_BYTES = Buffer.alloc(0);

const deflate = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflate = promisify<Buffer, Buffer>(inflateRaw);

/** What preparing a record told: why it was refused, or which of its cells were left blank. */
export type RecordOutcome =
  | { readonly reasons: readonly string[]; readonly cells: readonly (LostValue & { readonly reason: string })[] }
  | { readonly lost: readonly LostValue[] };

const lostSchema = z.object({ field: z.string(), value: z.string() });
const notesSchema = z.array(
  z.tuple([
    z.number(),
    z.union([
      z.object({ reasons: z.array(z.string()), cells: z.array(lostSchema.extend({ reason: z.string() })) }),
      z.object({ lost: z.array(lostSchema) }),
    ]),
  ]),
);
const NOTHING_LOST: RecordOutcome = { lost: [] };

export interface PartsOptions {
  /** @see partsKeyOf */
  readonly key: string;
  /** Whether the file still is what the key says; absent: it cannot change. */
  readonly isSame?: () => boolean;
  /** Called once, if an earlier run prepared some of the records. */
  readonly onContinued?: ((records: number) => void) | undefined;
  /** 20,000 where absent. */
  readonly partRecords?: number;
}

export interface KeptParts {
  /** @param copy receives the prepared rows @returns of the first records, those that an earlier run prepared */
  known(records: readonly SourceRecord[], copy: (rows: Buffer) => Promise<void>): Promise<readonly RecordOutcome[]>;
  /** What was prepared now: all records after those that were known. */
  add(prepared: {
    readonly records: readonly SourceRecord[];
    readonly rows: Buffer;
    readonly outcomes: readonly RecordOutcome[];
  }): Promise<void>;
  /** Stores the last part, unless all are few records. */
  end(): Promise<void>;
  /** Waits for what is being stored. */
  settled(): Promise<void>;
  remove(connection: Connection): Promise<void>;
}

/** null: another import of the same file has them */
export async function openParts(
  database: Database,
  { connection }: ImportSession,
  { key, isSame = () => true, onContinued, partRecords = PART_RECORDS }: PartsOptions,
): Promise<KeptParts | null> {
  if (!(await lockParts(connection, key))) return null;
  const places = await listParts(database, key);
  const total = places.at(-1)?.records ?? 0;
  if (total > 0) onContinued?.(total);
  let [read, entered, kept] = [0, 0, total];
  let notes = new Map<number, RecordOutcome>();
  let waiting: { rows: Buffer[]; notes: [number, RecordOutcome][]; records: number; bytes: number } = newPart();
  let line = 0;
  let part = places.length;
  let isKeeping = true;
  let storing: Promise<void> = Promise.resolve();

  async function enter(copy: (rows: Buffer) => Promise<void>): Promise<void> {
    const found = await readPart(database, key, entered);
    if (found === null) throw stopped('What was kept of this file was removed meanwhile');
    notes = new Map(notesSchema.parse(JSON.parse((await inflate(found.notes)).toString())));
    entered += 1;
    await copy(await inflate(found.rows));
  }

  async function store(): Promise<void> {
    const { rows, notes: noted, records } = waiting;
    kept += records;
    const place = { key, part, records: kept, line };
    part += 1;
    waiting = newPart();
    // One part at a time, so that few are in memory.
    await storing;
    if (!isKeeping) return;
    const pack = async () => {
      const packed = [Buffer.concat(rows), Buffer.from(JSON.stringify(noted))].map((bytes) => deflate(bytes, FASTEST));
      const [packedRows = NO_BYTES, packedNotes = NO_BYTES] = await Promise.all(packed);
      // Of a file that changed since its hash was made, nothing may be kept under that hash.
      if (isSame()) await addPart(database, { ...place, rows: packedRows, notes: packedNotes });
      else isKeeping = false;
    };
    // An import that cannot keep its parts goes on without.
    storing = pack().catch(() => {
      isKeeping = false;
    });
  }

  return {
    known: async (records, copy) => {
      const outcomes: RecordOutcome[] = [];
      for (const record of records) {
        if (read === total) break;
        if (read === (places[entered - 1]?.records ?? 0)) await enter(copy);
        read += 1;
        outcomes.push(notes.get(record.line) ?? NOTHING_LOST);
        const place = places[entered - 1];
        if (place?.records === read && place.line !== record.line)
          throw stopped('What was kept of this file does not fit it and is removed');
      }
      return outcomes;
    },
    add: async ({ records, rows, outcomes }) => {
      for (const [index, record] of records.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined && ('reasons' in outcome || outcome.lost.length > 0))
          waiting.notes.push([record.line, outcome]);
      }
      waiting.rows.push(rows);
      waiting.records += records.length;
      waiting.bytes += rows.length;
      line = records.at(-1)?.line ?? line;
      if (waiting.records >= partRecords || waiting.bytes >= PART_BYTES) await store();
    },
    end: async () => {
      if (part > 0 && waiting.records > 0) await store();
      await storing;
      if (total > 0 && !isSame()) throw stopped('The file was changed while it was read');
    },
    settled: () => storing,
    remove: (on) => deleteParts(on, key),
  };
}

/** With it, the parts are removed. */
function stopped(why: string): AppError {
  return new AppError('IMPORT.STOPPED', { message: `${why}. Nothing was loaded; start the import again.` });
}

function newPart() {
  return { rows: [], notes: [], records: 0, bytes: 0 };
}

/** Ends with the session. */
async function lockParts(connection: ImportSession['connection'], key: string): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const { rows } = await connection.execute<{ is_ours: boolean }>(
      sql`select pg_try_advisory_lock(${PARTS_LOCK}, hashtext(${key})) as is_ours`,
    );
    if (rows[0]?.is_ours === true) return true;
    if (Date.now() > deadline) return false;
    await sleep(PAUSE_MILLISECONDS);
  }
}
