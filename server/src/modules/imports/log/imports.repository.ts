/** Rows of the log of imports. They belong to the installation, so no statement here names an account to read for. */
import type { ImportFindings, ImportOrigin } from '@leadloom/shared/contract/imports';
import type { OpenSourceId } from '@leadloom/shared/contract/open-source-ids';
import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Connection, Database, Transaction } from '../../../database/database.ts';
import { isLeaseFree, isNext, leaseEnd } from '../../../leased-work/leases.ts';
import { accounts } from '../../../schema/accounts.table.ts';
import { imports } from '../../../schema/imports.table.ts';
import type { Actor } from '../../audit/operator-audit.service.ts';
import { recordImportFinished } from '../../events/webhook-events.service.ts';
import { slugOfTable } from '../../tables/changes/summarize-changes.service.ts';
import type { LoadedRows } from '../load-records.ts';

/** Who started an import. */
export type Importer =
  | { readonly kind: 'account'; readonly accountId: number }
  | { readonly kind: 'command' | 'token' }
  | { readonly kind: 'source'; readonly id: OpenSourceId };

export interface NewImport {
  /** The table's name in the database. */
  readonly tableName: string;
  readonly fileName: string;
  readonly by: Importer;
  readonly options: Readonly<Record<string, unknown>>;
  readonly isDryRun: boolean;
  readonly undoes: string | null;
  /** The kept file that it loads. */
  readonly uploadId?: string;
  readonly now: Date;
  /** The actor in the operators' audit; null: the import is not there. */
  readonly actor: Actor | null;
}

export type StoredImport = typeof imports.$inferSelect & {
  /** The email of the operator's account; null: none. */
  readonly email: string | null;
  /** The undoing that is running, or has undone it. */
  readonly undoing: { readonly id: string; readonly state: string } | null;
};

const end = leaseEnd(30);
const hasLease = sql`not ${isLeaseFree(imports.leaseUntil)}`;
const hasNoLease = and(eq(imports.state, 'running'), isLeaseFree(imports.leaseUntil));
const undoings = alias(imports, 'undoings');
/** A server takes it up again. */
const goesOn = and(isNotNull(imports.uploadId), eq(imports.isDryRun, false), eq(imports.isStopRequested, false));
/** A running import without a lease that does not go on has failed, although nobody was left to say so. */
const isLost = sql`${hasNoLease} and not (${goesOn})`;

const listedColumns = {
  ...getTableColumns(imports),
  state: sql<string>`case when ${isLost} then 'failed' else ${imports.state} end`,
  email: accounts.email,
  undoing: sql<StoredImport['undoing']>`(
    select json_build_object('id', undoings.id, 'state', undoings.state) from imports undoings
    where undoings.undoes = ${imports.id}
      and (undoings.state = 'done' or undoings.state = 'running' and not ${isLeaseFree(undoings.leaseUntil)})
    order by undoings.started_at desc limit 1)`,
};

/** @returns its id */
export async function addImport(database: Connection, { by, now, actor: _, ...rest }: NewImport): Promise<string> {
  const operatorId = by.kind === 'account' ? by.accountId : null;
  const openSource = by.kind === 'source' ? by.id : null;
  const [added] = await database
    .insert(imports)
    .values({ ...rest, startedBy: by.kind, operatorId, openSource, startedAt: now, leaseUntil: end })
    .returning({ id: imports.id });
  return added?.id ?? '';
}

/** @returns whether it is to be stopped */
export async function renewLease(database: Connection, id: string, rowsRead: number): Promise<boolean> {
  const [renewed] = await database
    .update(imports)
    .set({ leaseUntil: end, rowsRead })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .returning({ isStopRequested: imports.isStopRequested });
  return renewed?.isStopRequested ?? false;
}

/** Ends an import in the transaction of its rows. */
export async function finishImport(
  transaction: Transaction,
  id: string,
  { report, firstVersion }: LoadedRows,
  findings: ImportFindings = { problems: [], difference: null },
): Promise<void> {
  const { added, changed, rejected: refused, rows_read: rowsRead } = report;
  const hasChanged = added + changed > 0;
  const ended = await endChanges(transaction, id, {
    report: { ...report, ...findings },
    firstVersion: hasChanged ? firstVersion : null,
    counts: { added, changed, refused, rowsRead },
  });
  // An open source has a load every few seconds. What it changed is told as rows that changed.
  if (ended.isDryRun || ended.openSource !== null) return;
  const data = { import_id: id, table: slugOfTable(ended.tableName), added, changed, refused };
  await recordImportFinished(transaction, data, ended.finishedAt ?? new Date());
}

interface EndedChanges {
  readonly report: Readonly<Record<string, unknown>>;
  /** null: nothing was changed. */
  readonly firstVersion: number | null;
  readonly counts: Partial<Record<'added' | 'changed' | 'refused' | 'rowsRead', number>>;
}

/**
 * Ends the changes of an import. Its last number is one that no row has: all of its own are lower, and the next writer's
 * are higher.
 * @throws {Error} if it has ended already, such as by a process that took it up; nothing is changed then
 */
export async function endChanges(
  transaction: Transaction,
  id: string,
  { report, firstVersion, counts }: EndedChanges,
): Promise<typeof imports.$inferSelect> {
  const lastVersion: SQL | null = firstVersion === null ? null : sql`nextval('table_changes')`;
  const [ended] = await transaction
    .update(imports)
    .set({ state: 'done', finishedAt: sql`clock_timestamp()`, report, firstVersion, lastVersion, ...counts })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')))
    .returning();
  if (ended === undefined) throw new Error('the import has ended already; nothing is loaded');
  return ended;
}

/** Fails an import. It has no effect on one that has ended. */
export async function failImport(database: Connection, id: string, problem: string): Promise<void> {
  await database
    .update(imports)
    .set({ state: 'failed', finishedAt: sql`clock_timestamp()`, problem })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')));
}

export async function markUndone(transaction: Transaction, id: string): Promise<void> {
  await transaction.update(imports).set({ state: 'undone' }).where(eq(imports.id, id));
}

export async function readImport(database: Connection, id: string): Promise<StoredImport | null> {
  const [found] = await database
    .select(listedColumns)
    .from(imports)
    .leftJoin(accounts, eq(accounts.id, imports.operatorId))
    .where(eq(imports.id, id));
  return found ?? null;
}

/** Keeps others that undo it waiting until the transaction ends. */
export async function lockImport(transaction: Transaction, id: string): Promise<StoredImport | null> {
  await transaction.execute(sql`select from imports where id = ${id} for update`);
  return readImport(transaction, id);
}

/** What was loaded, the newest first; no dry runs and no undoings. @param from absent: files and open sources */
export async function listImports(
  database: Database,
  { skip, take, from }: { readonly skip: number; readonly take: number; readonly from?: ImportOrigin | undefined },
): Promise<{ readonly rows: readonly StoredImport[]; readonly total: number }> {
  const isFrom = { files: isNull(imports.openSource), 'open-sources': isNotNull(imports.openSource) };
  const isListed = and(eq(imports.isDryRun, false), isNull(imports.undoes), ...(from === undefined ? [] : [isFrom[from]]));
  const rows = await database
    .select(listedColumns)
    .from(imports)
    .leftJoin(accounts, eq(accounts.id, imports.operatorId))
    .where(isListed)
    .orderBy(desc(imports.startedAt), desc(imports.id))
    .limit(take)
    .offset(skip);
  const total = await database.$count(imports, isListed);
  return { rows, total };
}

/** @returns whether it was running */
export async function requestStop(database: Connection, id: string): Promise<boolean> {
  const { rowCount } = await database
    .update(imports)
    .set({ isStopRequested: true })
    .where(and(eq(imports.id, id), eq(imports.state, 'running'), or(hasLease, goesOn)));
  return rowCount === 1;
}

/** Whether an import or a dry run of the kept file is running, or goes on with the next server. */
export async function isUploadInUse(connection: Connection, uploadId: string): Promise<boolean> {
  const isRunning = and(eq(imports.uploadId, uploadId), eq(imports.state, 'running'), or(hasLease, goesOn));
  return (await connection.$count(imports, isRunning)) > 0;
}

/** Ends the lease of an import whose process leaves it to another one. */
export async function endLease(database: Connection, id: string): Promise<void> {
  await database
    .update(imports)
    .set({ leaseUntil: sql`clock_timestamp()` })
    .where(and(eq(imports.id, id), eq(imports.state, 'running')));
}

export type LostImport = typeof imports.$inferSelect;

/** The oldest import that has lost its process and goes on, with a new lease; null: there is none. */
export async function takeLostImport(database: Connection): Promise<LostImport | null> {
  const where = and(hasNoLease, goesOn);
  const [taken] = await database
    .update(imports)
    .set({ leaseUntil: end, starts: sql`${imports.starts} + 1` })
    .where(isNext(database, imports.id, { where, orderBy: [asc(imports.startedAt)], limit: 1 }))
    .returning();
  return taken ?? null;
}

export async function deleteImportsBefore(
  database: Database,
  { imports: time, dryRuns }: { readonly imports: Date; readonly dryRuns: Date },
): Promise<void> {
  await database.delete(imports).where(lt(imports.startedAt, time));
  await database.delete(imports).where(and(eq(imports.isDryRun, true), lt(imports.startedAt, dryRuns)));
}
