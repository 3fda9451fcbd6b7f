/**
 * Feeds one copy, for as long as its lease is held. A feeder first takes over: from then on it alone may store, and the copy is rolled
 * back to what PostgreSQL vouches for, or built anew. Then it brings the copy from version to version, in batches.
 *
 * - A batch goes into the stage, and from there into the copy: rows that changed are closed at the batch's version, and stored anew.
 * - Once it is stored, the engine gets its mark, and then PostgreSQL vouches for it, on the connection that read the batch. So
 *   whatever PostgreSQL vouches for was committed before. If a primary fails and loses commits, what was vouched for them is lost too.
 * - When nothing is left of a moment, its version is published: PostgreSQL vouches for it first, and then the engine says so.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import { LostLease } from '../leased-work/leases.ts';
import type { EngineCell } from './column-store.ts';
import { type CopyState, type HeldCopy, haveRebuilt, readState, vouch } from './copies.repository.ts';
import { COPY_TABLES, createCopyTables, createSharedTables, dropCopyTables, type Layout } from './copy-ddl.ts';
import { type CopyStatements, createCopyStatements } from './copy-statements.ts';
import type { EngineClient, EngineStatement } from './engine-client.ts';
import {
  type BatchSize,
  beginMoment,
  changedColumns,
  changedRows,
  DELETION_COLUMNS,
  deletions,
  isFullPart,
  type Lines,
  type Moment,
  readLines,
} from './feed-batch.ts';

export interface CopyFeed {
  readonly engine: EngineClient;
  readonly layout: Layout;
  readonly held: HeldCopy;
  readonly definition: TableDefinition;
  readonly say: CopyStatements;
  readonly epoch: string;
  readonly size: BatchSize;
  readonly signal: AbortSignal;
  /** What PostgreSQL vouches for. */
  state: CopyState & { readonly deletionsTo: number };
  /** Batches under this epoch. */
  batches: number;
}

type Taking = Pick<CopyFeed, 'engine' | 'layout' | 'held' | 'definition' | 'size' | 'signal'>;

/** Meanwhile a transaction is open. */
const STAGING_SECONDS = 60;
const LONGEST_SECONDS = 600;
const ENDING_MILLISECONDS = 60_000;
const NOBODY = '00000000-0000-0000-0000-000000000000';

export async function takeOver(client: PoolClient, taking: Taking): Promise<CopyFeed> {
  const { engine, layout, held, definition, signal } = taking;
  const connection = drizzle({ client });
  const before = await readState(connection, held);
  const epoch = randomUUID();
  const say = createCopyStatements({ layout, copy: held.id, epoch });
  const run = (statement: EngineStatement | null) =>
    statement === null ? null : engine.run(statement, { signal, seconds: LONGEST_SECONDS });
  const runAll = async (texts: readonly string[]) => {
    for (const text of texts) await engine.run({ text, parameters: {} }, { signal, seconds: LONGEST_SECONDS });
  };
  await runAll(createSharedTables(layout));
  await run(say.becomeNewest());
  await run(say.syncFeeders());
  await run(say.endOthers());
  await untilOthersEnded(taking, say);
  const [isNewest, marks, purged, copyTables] = numbers(
    await engine.rows(say.state(before.epoch ?? NOBODY, before.mark), { signal, seconds: LONGEST_SECONDS }),
  );
  if (isNewest !== 1) throw new LostLease('the copy has a newer feeder');

  const isThere = copyTables === COPY_TABLES && (before.mark === 0 || Number(marks) > 0);
  const isWhole = before.version === 0 || Number(purged) <= before.version;
  if (before.deletionsTo !== null && isThere && isWhole) {
    // The engine knows the mark under the new epoch before PostgreSQL does.
    await run(say.mark(before.mark));
    for (const [of] of await engine.rows(say.stagedEpochs(), { signal, seconds: LONGEST_SECONDS }))
      await run(say.dropStaged(String(of)));
    const state = { ...before, epoch, deletionsTo: before.deletionsTo };
    await vouch(connection, held, before, state);
    for (const statement of say.rollBack(before.version, before.mark)) await run(statement);
    if (before.version > 0) await run(say.publish(before.version));
    return { ...taking, say, epoch, state, batches: 0 };
  }

  // New tables are empty at first, so nobody may read them from here on.
  const empty = { epoch, version: 0, mark: 0, deletionsTo: null };
  await vouch(connection, held, before, empty);
  await runAll([...dropCopyTables(layout, held.id), ...createCopyTables(layout, definition)]);
  for (const statement of say.forget()) await run(statement);
  const { version, lastErasure } = await atMoment(client, taking, async (moment) => moment);
  const state = { ...empty, deletionsTo: version };
  await vouch(connection, held, empty, state, lastErasure);
  return { ...taking, say, epoch, state, batches: 0 };
}

/** What a former feeder began may have asked before whether it was the newest. */
async function untilOthersEnded({ engine, signal }: Taking, say: CopyStatements): Promise<void> {
  for (const giveUp = Date.now() + ENDING_MILLISECONDS; ; await sleep(200, undefined, { signal })) {
    const [left] = numbers(await engine.rows(say.others(), { signal, seconds: LONGEST_SECONDS }));
    if (left === 0) return;
    if (Date.now() > giveUp) throw new Error('statements of a former feeder still run in the column store');
  }
}

/** @returns whether there is more to do @throws {LostLease} */
export async function feedBatch(client: PoolClient, feed: CopyFeed): Promise<boolean> {
  const { engine, say, held, signal, state } = feed;
  const read = await atMoment(client, feed, async (moment) => {
    if (!isSame(moment.state, state)) throw new LostLease('the copy is fed by somebody else, or is to be built anew');
    if (moment.version === state.version) return null;
    if (moment.forgotten > state.deletionsTo) return 'too old';
    return stageBatch(client, feed, moment);
  });
  if (read === null) return false;
  if (read === 'too old') {
    await haveRebuilt(drizzle({ client }), held.id);
    throw new LostLease('deletions that the copy lacks are forgotten');
  }

  const { version, changed, deleted, isLast } = read;
  const after = { ...state, mark: isLast ? version : state.mark };
  if (changed !== null) {
    const [count, last] = numbers(await engine.rows(say.staged(changed.batch), { signal, seconds: LONGEST_SECONDS }));
    if (count !== changed.lines) throw new Error(`${changed.lines} rows were sent to the column store, and ${count} arrived`);
    await engine.run(say.close(changed.batch, version), { signal, seconds: LONGEST_SECONDS });
    await engine.run(say.store(feed.definition, changed.batch, version), { signal, seconds: LONGEST_SECONDS });
    const words = say.storeWords(feed.definition, changed.batch);
    if (words !== null) await engine.run(words, { signal, seconds: LONGEST_SECONDS });
    if (!isLast) after.mark = Number(last);
  }
  for (const batch of deleted) await engine.run(say.close(batch, version), { signal, seconds: LONGEST_SECONDS });
  if (changed !== null || deleted.length > 0) await engine.run(say.dropStaged(feed.epoch), { signal, seconds: LONGEST_SECONDS });
  // A feeder that is the newest now was it all the time, so every statement above was carried out.
  const [isNewest, marks] = numbers(await engine.rows(say.state(feed.epoch, state.mark), { signal, seconds: LONGEST_SECONDS }));
  if (isNewest !== 1) throw new LostLease('the copy has a newer feeder');
  if (state.mark > 0 && marks === 0) throw new Error('the column store lost what it had stored');
  await engine.run(say.mark(after.mark), { signal, seconds: LONGEST_SECONDS });
  if (isLast) Object.assign(after, { version, deletionsTo: version });
  await vouch(drizzle({ client }), held, state, after);
  feed.state = after;
  if (isLast) await engine.run(say.publish(version), { signal, seconds: LONGEST_SECONDS });
  return !isLast;
}

interface ReadBatch {
  readonly version: number;
  readonly changed: { readonly batch: number; readonly lines: number } | null;
  /** The batches of deletions. */
  readonly deleted: readonly number[];
  /** Whether the copy then holds everything of that version. */
  readonly isLast: boolean;
}

async function stageBatch(client: PoolClient, feed: CopyFeed, { version }: Moment): Promise<ReadBatch> {
  const { state, definition, size, epoch } = feed;
  const limit = size.rows();
  const first = nextBatch(feed);
  const { lines, bytes } = await stage(
    feed,
    changedColumns(definition),
    await readLines(client, changedRows(definition, { epoch, batch: first }, state.mark, limit)),
  );
  size.learn(bytes, lines);
  const isLast = lines < limit;
  const deleted: number[] = [];
  for (let to = state.deletionsTo, isMore = isLast; isMore; ) {
    const batch = nextBatch(feed);
    const part = await stage(feed, DELETION_COLUMNS, await readLines(client, deletions(definition, { epoch, batch }, to)));
    if (part.lines === 0) break;
    deleted.push(batch);
    const [, last] = numbers(await feed.engine.rows(feed.say.staged(batch), { signal: feed.signal, seconds: LONGEST_SECONDS }));
    to = Number(last);
    isMore = isFullPart(part.lines);
  }
  return { version, changed: lines === 0 ? null : { batch: first, lines }, deleted, isLast };
}

async function stage({ engine, say, signal }: CopyFeed, columns: readonly string[], { lines, count }: Lines) {
  if (lines !== null) await engine.insert(say.stageTarget, columns, lines, { signal, seconds: STAGING_SECONDS });
  return count();
}

function nextBatch(feed: CopyFeed): number {
  feed.batches += 1;
  return feed.batches;
}

/** A transaction that sees one moment, and has ended when this resolves. A connection on which it failed is not used again. */
async function atMoment<Result>(
  client: PoolClient,
  { held, definition }: Pick<CopyFeed, 'held' | 'definition'>,
  work: (moment: Moment) => Promise<Result>,
): Promise<Result> {
  const result = await work(await beginMoment(client, definition, held));
  await client.query('commit');
  return result;
}

function isSame(found: CopyState | null, known: CopyState): boolean {
  return (
    found !== null &&
    found.epoch === known.epoch &&
    found.version === known.version &&
    found.mark === known.mark &&
    found.deletionsTo === known.deletionsTo
  );
}

/** The only row of an answer. Whole numbers of 64 bits are texts. */
function numbers(rows: readonly (readonly EngineCell[])[]): readonly number[] {
  return (rows[0] ?? []).map(Number);
}
