import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';

/** The columns of the layout "work" before the account changes them: first those people look at, then the rest, hidden. */
export function workColumnsOf({ columns, workColumns }: TableDefinition): readonly ColumnLayout[] {
  const onScreen = columns.filter(({ isStoredOnly }) => isStoredOnly !== true).map(({ field }) => field);
  const shown = workColumns?.filter((field) => onScreen.includes(field)) ?? onScreen;
  const hidden = onScreen.filter((field) => !shown.includes(field));
  return [...shown, ...hidden].map((field, index) => ({
    field,
    width: null,
    is_hidden: index >= shown.length,
    is_pinned: index === 0,
  }));
}
