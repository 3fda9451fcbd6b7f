/** A stored list as the API answers it. */
import type { RowList } from '@leadloom/shared/contract/my-rows';
import { tableNamed } from './named-rows.ts';
import type { StoredList } from './row-lists.repository.ts';

export function toRowList({ id, name, tableName, isPinned, count, note, updatedAt, deletedAt }: StoredList): RowList {
  return {
    id,
    name,
    table: tableNamed(tableName),
    is_pinned: isPinned,
    count,
    note,
    updated_at: updatedAt.toISOString(),
    ...(deletedAt !== null && { deleted_at: deletedAt.toISOString() }),
  };
}
