/**
 * The unit of a column of amounts whose header names none. Our columns are in millions of dollars; exports of sales programs
 * are in plain dollars.
 */
import { readMillions } from '@leadloom/shared/domain/read-number';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { simplify } from '@leadloom/shared/tables/header-words';
import type { FileSample, MappedColumn } from '@leadloom/shared/tables/mapped-column';

interface SettledUnits {
  readonly columns: readonly MappedColumn[];
  /** Columns that may be in dollars or in millions of them, and are therefore not read. */
  readonly doubtful: readonly MappedColumn[];
  /** Columns that are read in dollars because of their amounts. */
  readonly inDollars: readonly MappedColumn[];
}

export function withUnits(
  definition: TableDefinition,
  columns: readonly MappedColumn[],
  { headers, rows, chosen }: FileSample,
): SettledUnits {
  const unitFor = (column: MappedColumn): 'dollars' | 'doubtful' | null => {
    const [index = -1] = column.from;
    const header = headers[index] ?? '';
    const isAmount = definition.columns.some(({ field, kind }) => field === column.field && kind === 'money');
    if (!isAmount || index < 0 || column.unit !== undefined || Object.hasOwn(chosen.headers, header)) return null;
    return unitOfAmounts(
      header,
      rows.map((cells) => cells[index] ?? ''),
    );
  };
  const units = columns.map((column) => ({ column, unit: unitFor(column) }));
  const columnsIn = (read: 'dollars' | 'doubtful') => units.flatMap(({ column, unit }) => (unit === read ? [column] : []));
  return {
    columns: units.flatMap(({ column, unit }) => {
      if (unit === 'doubtful') return [];
      return [unit === 'dollars' ? { ...column, unit: 0 } : column];
    }),
    doubtful: columnsIn('doubtful'),
    inDollars: columnsIn('dollars'),
  };
}

/** In what the column counts: no company has as many millions, and of as many, hardly one in a list has. */
const IMPOSSIBLE_FROM = 1_000_000;
const RARE_FROM = 10_000;
const HALF = 0.5;
/** How Apollo, HubSpot and Salesforce call revenue, always in plain units. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set(['annualrevenue', 'companyannualrevenue', 'organizationannualrevenue']);

/** @param cells of the first rows @returns null: millions, as far as they show; `doubtful`: either may be meant */
export function unitOfAmounts(header: string, cells: readonly string[]): 'dollars' | 'doubtful' | null {
  const amounts = cells.map((cell) => readMillions(cell.trim())).filter((amount) => typeof amount === 'number' && amount !== 0);
  const part = (from: number) => amounts.filter((amount) => Math.abs(Number(amount)) >= from).length / amounts.length;
  if (amounts.length === 0 || part(RARE_FROM) <= HALF) return null;
  return part(IMPOSSIBLE_FROM) > HALF || PLAIN_HEADERS.has(simplify(header)) ? 'dollars' : 'doubtful';
}
