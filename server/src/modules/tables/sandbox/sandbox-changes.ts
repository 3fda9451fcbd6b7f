/** The feed of a sandbox table: its rows never change, so each is its own version, and none is deleted. */
import { DEFAULT_CHANGES } from '@leadloom/shared/contract/table-changes';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type ChangesQuery, joinChanges } from '../changes/changes.service.ts';
import { sandboxRows } from './sandbox-rows.ts';

/** JSON. */
export function sandboxChanges(
  definition: TableDefinition,
  { after = 0, per_page: perPage = DEFAULT_CHANGES }: ChangesQuery,
): string {
  const later = sandboxRows(definition)
    .filter(({ id }) => id > after)
    .sort((one, other) => one.id - other.id);
  const shown = later.slice(0, perPage);
  return joinChanges(
    shown.map((row) => JSON.stringify({ version: row.id, id: row.id, row })),
    later.length > perPage ? (shown.at(-1)?.id ?? null) : null,
  );
}
