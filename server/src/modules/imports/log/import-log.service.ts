/** The log of imports into the data tables, and their undoing. */
import {
  type Import,
  type ImportDetails,
  type ImportOrigin,
  importDetailsSchema,
  importFindingsSchema,
  UNDO_DAYS,
  type UndoCounts,
  undoCountsSchema,
} from '@leadloom/shared/contract/imports';
import { type PageQuery, rowsOfPage } from '@leadloom/shared/contract/page-parameters';
import { importReportSchema } from '@leadloom/shared/contract/tables';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { SecretRing } from '../../../crypto/secret-ring.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { lockTableForWriting, nextVersion } from '../../../schema/table-lock.ts';
import { type Actor, COMMAND_LINE, recordAction } from '../../audit/operator-audit.service.ts';
import { openSuppressionKey } from '../../suppression/suppression-key.service.ts';
import { removeLeftTables } from '../merge/shadow-table.ts';
import { withImportSession } from '../staging/import-session.ts';
import { deleteFilesBefore, listFiles } from './import-files.repository.ts';
import type { Importer, StoredImport } from './imports.repository.ts';
import * as repository from './imports.repository.ts';
import { runLogged } from './logged-import.ts';
import { carryOutUndo, planUndo } from './undo-import.ts';

const DAY = 24 * 3600 * 1000;
/** The same time as for the history of rows. */
const RETENTION_DAYS = 400;
const DRY_RUNS_RETENTION_DAYS = 1;

/** Who undoes, for the log and for the audit. */
export interface Undoer {
  readonly importer: Importer;
  readonly actor: Actor;
}

export const BY_COMMAND: Undoer = { importer: { kind: 'command' }, actor: COMMAND_LINE };

export function stateOf({ state, undoing }: StoredImport): Import['state'] {
  if (state === 'done') return undoing?.state === 'running' ? 'undoing' : 'done';
  return state === 'running' || state === 'undone' ? state : 'failed';
}

/** @param name of a data table in the database */
export function tableNameOf(name: string): TableName {
  const found = tableNames.find((table) => databaseName({ name: table }) === name);
  if (found === undefined) throw new Error(`${name} is no data table`);
  return found;
}

/** @throws {AppError} IMPORT.NOT_FOUND */
export async function findImport(database: Database, id: string): Promise<StoredImport> {
  const found = isId(id) ? await repository.readImport(database, id) : null;
  if (found === null) throw new AppError('IMPORT.NOT_FOUND');
  return found;
}

function isId(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}

/** Why an import cannot be undone, in a sentence; null: it can. */
export function undoRefusal(found: StoredImport, now: Date): string | null {
  const state = stateOf(found);
  if (found.isDryRun || found.undoes !== null) return 'Only an import that loaded a file can be undone.';
  if (state === 'running') return 'This import is still running. Stop it instead.';
  if (state === 'failed') return 'This import loaded nothing, so there is nothing to undo.';
  if (state === 'undone') return 'This import was undone already.';
  if (state === 'undoing') return 'This import is being undone already.';
  if (found.firstVersion === null) return 'This import changed nothing, so there is nothing to undo.';
  const isOld = found.startedAt.getTime() < now.getTime() - UNDO_DAYS * DAY;
  return isOld ? `Imports can be undone for ${UNDO_DAYS} days. This one is older.` : null;
}

interface UndoPlatform {
  readonly database: Database;
  /** The connection that leads past a pooler. */
  readonly direct: Database;
  readonly now: () => Date;
  readonly secrets: SecretRing;
}

/** What undoing an import would change now. @throws {AppError} IMPORT.NOT_FOUND, IMPORT.NOT_UNDOABLE */
export async function planUndoOf({ database, direct, now }: Omit<UndoPlatform, 'secrets'>, id: string): Promise<UndoCounts> {
  const { definition, undone } = undoable(await findImport(database, id), now());
  return withImportSession(direct, definition, { isWriting: false }, ({ connection }) =>
    connection.transaction((transaction) => planUndo(transaction, undone)),
  );
}

/** @throws {AppError} IMPORT.NOT_FOUND, IMPORT.NOT_UNDOABLE, IMPORT.BUSY; nothing is changed then */
export async function undoImport(
  { database, direct, now, secrets }: UndoPlatform,
  id: string,
  { importer: by, actor }: Undoer,
): Promise<UndoCounts> {
  const time = now();
  const suppressionKey = await openSuppressionKey(database, secrets);
  const found = await findImport(database, id);
  const { definition, undone } = undoable(found, time);
  const { tableName, fileName } = found;
  const undoing = { tableName, fileName, by, options: {}, isDryRun: false, undoes: id, now: time, actor: null };
  const undoingId = await database.transaction(async (transaction) => {
    undoable(await repository.lockImport(transaction, id), time);
    return repository.addImport(transaction, undoing);
  });
  return runLogged(
    database,
    undoing,
    () =>
      withImportSession(direct, definition, { isWriting: true }, ({ connection }) =>
        connection.transaction(async (transaction) => {
          await lockTableForWriting(transaction, definition);
          const firstVersion = await nextVersion(transaction);
          const plan = await planUndo(transaction, undone);
          const heldBack = await carryOutUndo(transaction, undone, { now: time, suppressionKey });
          const counts = { ...plan, restored: plan.restored - heldBack };
          await repository.markUndone(transaction, id);
          const { deleted, restored: changed } = counts;
          const detail = `${tableName}, import ${id}: ${deleted} rows deleted, ${changed} restored`;
          await recordAction({ now }, transaction, actor, { action: 'import.undone', target: fileName, detail });
          await repository.endChanges(transaction, undoingId, { report: { ...counts }, firstVersion, counts: { changed } });
          return counts;
        }),
      ),
    { id: undoingId },
  );
}

/** @throws {AppError} IMPORT.NOT_FOUND, IMPORT.NOT_UNDOABLE */
function undoable(found: StoredImport | null, now: Date) {
  if (found === null) throw new AppError('IMPORT.NOT_FOUND');
  const message = undoRefusal(found, now);
  const { firstVersion, lastVersion, added, changed } = found;
  if (message !== null || firstVersion === null || lastVersion === null)
    throw new AppError('IMPORT.NOT_UNDOABLE', message === null ? {} : { message });
  const definition = tableByName(tableNameOf(found.tableName));
  return { definition, undone: { definition, firstVersion, lastVersion, written: added + changed } };
}

/** Lists imports, newest first, without dry runs. */
export async function listImports(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  { from, ...page }: PageQuery & { readonly from?: ImportOrigin | undefined },
): Promise<{ data: Import[]; total: number }> {
  const { limit, offset } = rowsOfPage(page);
  const { rows, total } = await repository.listImports(database, { skip: offset, take: limit, from });
  return { data: rows.map((row) => describeImport(row, now())), total };
}

/** @throws {AppError} IMPORT.NOT_FOUND */
export async function getImport({ database, now }: Pick<Platform, 'database' | 'now'>, id: string): Promise<ImportDetails> {
  const found = await findImport(database, id);
  const { report, undoing } = found;
  const undone = undoing === null ? null : (await findImport(database, undoing.id)).report;
  return importDetailsSchema.parse({
    ...describeImport(found, now()),
    report: importReportSchema.safeParse(withHeldBack(report)).data ?? null,
    ...(importFindingsSchema.safeParse(report).data ?? { problems: [], difference: null }),
    undone: undoCountsSchema.safeParse(undone).data ?? null,
    files: await listFiles(database, id),
  });
}

/** Reports of earlier versions did not count them. */
function withHeldBack(report: unknown): unknown {
  return typeof report === 'object' && report !== null ? { held_back: 0, ...report } : report;
}

/** @throws {AppError} IMPORT.NOT_FOUND, IMPORT.NOT_RUNNING */
export async function stopImport(platform: Pick<Platform, 'database' | 'now'>, id: string, actor: Actor): Promise<void> {
  const { database } = platform;
  const { tableName, fileName } = await findImport(database, id);
  await database.transaction(async (transaction) => {
    if (!(await repository.requestStop(transaction, id))) throw new AppError('IMPORT.NOT_RUNNING');
    const action = { action: 'import.stopped', target: fileName, detail: `${tableName}, import ${id}` } as const;
    await recordAction(platform, transaction, actor, action);
  });
}

function describeImport(found: StoredImport, now: Date): Import {
  const { startedBy, email } = found;
  const by = { account: email, command: COMMAND_LINE.by, token: 'operator token' }[startedBy] ?? null;
  const state = stateOf(found);
  return {
    id: found.id,
    table: tableNameOf(found.tableName),
    file: found.fileName,
    by,
    source: found.openSource,
    state,
    is_dry_run: found.isDryRun,
    started_at: found.startedAt.toISOString(),
    finished_at: found.finishedAt?.toISOString() ?? null,
    rows_read: found.rowsRead,
    added: found.added,
    changed: found.changed,
    refused: found.refused,
    problem: state === 'failed' ? (found.problem ?? 'Its process ended. Nothing was loaded.') : null,
    undo_refusal: undoRefusal(found, now),
  };
}

export async function forgetOldImports({ database, now }: Pick<Platform, 'database' | 'now'>): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY);
  await deleteFilesBefore(database, before(UNDO_DAYS));
  await repository.deleteImportsBefore(database, { imports: before(RETENTION_DAYS), dryRuns: before(DRY_RUNS_RETENTION_DAYS) });
  await removeLeftTables(database);
}
