/** The feed of deleted rows, in the order of their deletion, for programs that keep a copy. */
import { DELETIONS_RETENTION_DAYS, type DeletedRow, type listDeletedRows } from '@leadloom/shared/contract/data-api';
import type { EndpointRequest, EndpointResult } from '@leadloom/shared/contract/endpoint';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import { type CursorSeal, createCursorSeal, cursorRefused } from '../../../http/sealed-cursor.ts';
import type { Platform } from '../../../platform.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { type Deletion, forgetDeletionsBefore, type RequestedDeletions, readDeletions } from './deleted-rows.repository.ts';

const DAY = 24 * 3600 * 1000;
const DEFAULT_PAGE = 100;
/** A sealed cursor: table, `since`, the last position that was sent, and the time up to which everything was sent. */
const sealedSchema = z.tuple([z.enum(tableNames).nullable(), z.string().nullable(), z.int().nonnegative(), z.iso.datetime()]);

const namesInDatabase: ReadonlyMap<string, TableName> = new Map(
  tableNames.map((name) => [databaseName(tableByName(name)), name]),
);

type DeletionsQuery = EndpointRequest<typeof listDeletedRows>['query'];
type DeletionsAnswer = EndpointResult<typeof listDeletedRows>;

/** Where deletions come from: the tables, or the sandbox. */
export interface DeletionFeed {
  readonly read: (wanted: RequestedDeletions) => Promise<readonly Deletion[]>;
  readonly seal: CursorSeal;
  readonly now: Platform['now'];
}

export function tableDeletions({ database, now, secrets }: Platform): DeletionFeed {
  return { now, seal: createCursorSeal(secrets, 'deleted rows'), read: (wanted) => readDeletions(database, wanted) };
}

/** @throws {AppError} REQUEST.INVALID for a time before the feed begins, and for a cursor of another list */
export async function listDeletions({ read, seal, now }: DeletionFeed, query: DeletionsQuery): Promise<DeletionsAnswer> {
  const { cursor = '', per_page: perPage = DEFAULT_PAGE } = query;
  const [table, since, passed, coveredUntil] = cursor === '' ? beginningOf(query, now()) : seal.open(cursor, sealedSchema);
  if ((query.table ?? table) !== table) throw cursorRefused('belongs to other tables.');
  if ((query.since ?? since) !== since)
    throw cursorRefused('belongs to another time. Send no time, or the one the feed started with.');
  if (isForgotten(coveredUntil, now())) throw tooLongAgo(cursor === '' ? 'since' : 'cursor');
  const tableName = table === null ? null : databaseName(tableByName(table));
  const requestedAt = now();
  const found = await read({ tableName, since, passed, take: perPage + 1 });
  const shown = found.slice(0, perPage);
  const last = shown.at(-1);
  const hasMore = found.length > perPage;
  const until = hasMore && last !== undefined ? last.deleted_at : requestedAt;
  const end = seal.seal([table, since, last?.version ?? passed, until.toISOString()]);
  return { data: shown.map(toDeletedRow), next_cursor: hasMore ? end : null, cursor: end };
}

function beginningOf({ table, since }: DeletionsQuery, now: Date): z.infer<typeof sealedSchema> {
  return [table ?? null, since ?? null, 0, since ?? now.toISOString()];
}

/** Whether later deletions may already have been removed from the feed. */
function isForgotten(moment: string, now: Date): boolean {
  return now.getTime() - Date.parse(moment) > DELETIONS_RETENTION_DAYS * DAY;
}

export function forgetOldDeletions({ database, now }: Platform): Promise<void> {
  return forgetDeletionsBefore(database, new Date(now().getTime() - DELETIONS_RETENTION_DAYS * DAY));
}

function toDeletedRow({ table_name: name, row_id: id, deleted_at: time, reason }: Deletion): DeletedRow {
  const table = namesInDatabase.get(name);
  if (table === undefined) throw new Error(`rows of ${name} were deleted, which is no data table`);
  return { table, id, deleted_at: time.toISOString(), reason };
}

function tooLongAgo(parameter: 'since' | 'cursor'): AppError {
  const detail = `deletions are told of for ${DELETIONS_RETENTION_DAYS} days. Load the tables anew.`;
  return new AppError('REQUEST.INVALID', { message: `${parameter}: ${detail}`, errors: [{ parameter, detail }] });
}
