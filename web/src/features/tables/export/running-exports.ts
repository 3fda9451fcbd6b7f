/**
 * Running exports, one per table. They continue while other screens are shown and end with the session. An
 * incomplete file is not saved; the server refunds the rows that did not arrive.
 */
import type { FileFormat } from '@leadloom/shared/domain/file-format';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { FilePreset } from '@leadloom/shared/tables/sender-file';
import type { TableName } from '@leadloom/shared/tables/tables';
import { create } from 'zustand';
import type { GridSort } from '../../../components/data-grid/data-grid-props.ts';
import { onAccountChange } from '../../../lib/session/session.ts';

export interface ExportRequest {
  readonly filters: TableFilters;
  readonly sort: GridSort | null;
  /** undefined: all. */
  readonly columns?: readonly string[];
  /** Columns for a purpose, instead of `columns`. */
  readonly preset?: FilePreset;
  /** The first so many only. */
  readonly limit?: number;
  readonly format: FileFormat;
}

export interface RunningExport {
  /** The number of records received so far; null: it cannot be known in this format. */
  readonly records: number | null;
  /** The number of bytes received so far. */
  readonly bytes: number;
  /** The number of rows in the file; null: not known yet. */
  readonly total: number | null;
  readonly cancel: () => void;
}

type Running = Readonly<Partial<Record<TableName, RunningExport>>>;

export const useRunningExports = create<Running>(() => ({}));

onAccountChange(() => {
  for (const running of Object.values(useRunningExports.getState())) running?.cancel();
});

export function setRunning(table: TableName, running: RunningExport | undefined): void {
  useRunningExports.setState({ [table]: running });
}
