import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';

/** A column on the screen. Its width is no part of it: widths change without anything being rendered. */
export interface GridColumn {
  readonly definition: ColumnDefinition;
  /** Its place among the pinned columns, from 0; null: it scrolls. */
  readonly pinIndex: number | null;
}

/** Numbers are read from their last digit, so they stand at the right. */
export function isNumeric({ kind }: ColumnDefinition): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'money';
}
