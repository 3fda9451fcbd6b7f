import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import type { ProfileNetwork } from '../body/profile-networks.ts';

/** A column on the screen. Its width is not part of it, because widths change without rendering. */
export interface GridColumn {
  readonly definition: ColumnDefinition;
  /** Its index among the pinned columns; null: it scrolls. */
  readonly pinIndex: number | null;
  /** Its addresses are shown as the icon of this network; null: as text. */
  readonly network: ProfileNetwork | null;
}

/** Numbers are right-aligned, because they are read from their last digit. */
export function isNumeric({ kind }: ColumnDefinition): boolean {
  return kind === 'integer' || kind === 'number' || kind === 'money';
}
