/** A stored list as the API answers it. */
import type { RowList } from '@leadloom/shared/contract/my-rows';
import { tableNamed } from './named-rows.ts';
import type { StoredList } from './row-lists.repository.ts';

export function toRowList(list: StoredList): RowList {
  const { id, name, tableName, isPinned, visibility, author, count, note, updatedAt, deletedAt } = list;
  return {
    id,
    name,
    table: tableNamed(tableName),
    is_pinned: isPinned,
    visibility,
    created_by: author,
    count,
    note,
    updated_at: updatedAt.toISOString(),
    ...(deletedAt !== null && { deleted_at: deletedAt.toISOString() }),
  };
}

/** What members know a list as. */
export function targetOf({ name }: Pick<StoredList, 'name'>): string {
  return `list “${name}”`;
}
