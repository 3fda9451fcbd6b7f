/**
 * The unit of a column of amounts whose header names none. Our columns are in millions of dollars; exports of sales programs
 * are in plain dollars.
 */
import { quoted } from '@leadloom/shared/domain/cell-problem';
import { readMillions } from '@leadloom/shared/domain/read-number';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { simplify } from '@leadloom/shared/tables/header-mapper';
import type { MappedColumn, MappedHeaders } from './map-headers.ts';
import type { FileMapping } from './read-mapping.ts';

/**
 * The same columns, with the units that their amounts show; a column that may be in either is left out.
 * @param chosen by the operator, whose columns are read as they say
 */
export function withUnits(
  definition: TableDefinition,
  { columns }: MappedHeaders,
  {
    names,
    sampled,
    chosen,
  }: { readonly names: readonly string[]; readonly sampled: readonly (readonly string[])[]; readonly chosen: FileMapping },
): { readonly columns: readonly MappedColumn[]; readonly notices: readonly string[] } {
  const notices: string[] = [];
  const settled = columns.flatMap((column) => {
    const [index = -1] = column.from;
    const header = names[index] ?? '';
    const isAmount = definition.columns.some(({ field, kind }) => field === column.field && kind === 'money');
    if (!isAmount || column.unit !== undefined || Object.hasOwn(chosen.headers, header)) return [column];
    const unit = unitOfAmounts(
      header,
      sampled.map((cells) => cells[index] ?? ''),
    );
    if (unit === null) return [column];
    if (unit === 'dollars') {
      notices.push(`${quoted(header)} was read in dollars: as millions, its amounts are larger than any.`);
      return [{ ...column, unit: 0 }];
    }
    notices.push(`${quoted(header)} was not read, because its amounts may be dollars or millions of them. Name their unit.`);
    return [];
  });
  return { columns: settled, notices };
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
