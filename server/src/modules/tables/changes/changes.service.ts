/** The feed of one table's changes, for programs that keep a copy. */
import { DELETIONS_RETENTION_DAYS } from '@leadloom/shared/contract/data-api';
import { DEFAULT_CHANGES } from '@leadloom/shared/contract/table-changes';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { AppError } from '../../../http/app-error.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { writeRow } from '../list/write-row.ts';
import {
  type ChangedRow,
  forgetRowChangesBefore,
  forgetWalksBefore,
  hasWalk,
  noteWalk,
  readChanges,
  readForgottenVersion,
} from './changes.repository.ts';

const DAY = 24 * 3600 * 1000;
/** How long former cells of changed rows are stored. */
export const HISTORY_DAYS = 400;
/** Walks of one account and table. A program that lost a response asks again from the version before. */
const WALKS_LIMIT = 100;

export interface ChangesQuery {
  readonly after?: number | undefined;
  readonly per_page?: number | undefined;
}

/** Returns JSON. @throws {AppError} CHANGES.FORGOTTEN */
export async function listChanges(
  { database, now }: Platform,
  definition: TableDefinition,
  workspaceId: WorkspaceId,
  { after = 0, per_page: perPage = DEFAULT_CHANGES }: ChangesQuery,
): Promise<string> {
  const forgotten = await readForgottenVersion(database, definition);
  const isOld = after < forgotten;
  if (isOld && after > 0 && !(await hasWalk(database, { workspaceId, definition, version: after })))
    throw new AppError('CHANGES.FORGOTTEN');
  const found = await readChanges(database, definition, { after, take: perPage + 1 });
  const shown = found.slice(0, perPage);
  const next = found.length > perPage ? (shown.at(-1)?.version ?? null) : null;
  if (isOld && next !== null && next < forgotten)
    await noteWalk(database, { workspaceId, definition, version: next }, { now: now(), limit: WALKS_LIMIT });
  return joinChanges(
    shown.map((change) => writeChange(definition, change)),
    next,
  );
}

/** @param changes each JSON */
export function joinChanges(changes: readonly string[], next: number | null): string {
  return `{"data":[${changes.join(',')}],"next":${next}}`;
}

function writeChange(definition: TableDefinition, { version, id, cells, reason }: ChangedRow): string {
  return cells === null
    ? `{"version":${version},"id":${id},"deleted":true,"reason":${JSON.stringify(reason)}}`
    : `{"version":${version},"id":${id},"row":${writeRow(definition, cells)}}`;
}

/** Deletes former cells of rows, and positions of reading programs, that are too old to matter. */
export async function forgetOldChanges({ database, now }: Platform): Promise<void> {
  const before = (days: number) => new Date(now().getTime() - days * DAY);
  await forgetRowChangesBefore(database, before(HISTORY_DAYS));
  await forgetWalksBefore(database, before(DELETIONS_RETENTION_DAYS));
}
