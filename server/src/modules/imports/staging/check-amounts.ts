/**
 * Columns of amounts are in millions of dollars. A file in plain dollars would be read a million times too large, so amounts
 * that no company has refuse the file before it is loaded, unless the mapping names the unit.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../http/app-error.ts';
import type { RecordSource } from '../source/record-source.ts';
import type { ImportSession } from './import-session.ts';
import { STAGED } from './staging-table.ts';

/** In millions, this is a trillion dollars. */
export const IMPOSSIBLE_FROM = 1_000_000;
/** A single mistake does not stand for its column. */
const FEWEST_PART = 0.05;

/** Whether a column with this many amounts, of which this many are impossible, is in another unit than millions. */
export function cannotBeMillions(filled: number, impossible: number): boolean {
  return impossible > 0 && impossible >= filled * FEWEST_PART;
}

/** @throws {AppError} IMPORT.UNREADABLE for a column of amounts that cannot be millions */
export async function checkAmounts(
  { connection }: ImportSession,
  { columns }: TableDefinition,
  { fields, units, meanings }: RecordSource,
): Promise<void> {
  const amounts = columns.filter(({ field, kind }) => kind === 'money' && fields.includes(field) && units[field] === undefined);
  if (amounts.length === 0) return;
  // All figures are read in one pass: there may be millions of rows, on disk.
  const figures = amounts.map(({ field }, at) => {
    const amount = sql.identifier(field);
    return sql`count(${amount}) as ${sql.identifier(`filled_${at}`)}, max(abs(${amount})) as ${sql.identifier(`largest_${at}`)},
      count(*) filter (where abs(${amount}) >= ${IMPOSSIBLE_FROM}) as ${sql.identifier(`impossible_${at}`)}`;
  });
  const { rows } = await connection.execute<Record<string, string | number | null>>(
    sql`select ${sql.join(figures, sql`, `)} from ${STAGED}`,
  );
  for (const [at, { field, headerName }] of amounts.entries()) {
    const figure = (name: string) => Number(rows[0]?.[`${name}_${at}`] ?? 0);
    const [filled, largest, impossible] = [figure('filled'), figure('largest'), figure('impossible')];
    if (!cannotBeMillions(filled, impossible)) continue;
    const header = [...meanings()].find(([, { column }]) => column === field)?.[0] ?? field;
    const advice = JSON.stringify({ [header]: { column: field, unit: 'dollars' } });
    const reason = (column: string) =>
      `The column ${column} is in millions of dollars, and ${impossible.toLocaleString('en')} of ` +
      `${filled.toLocaleString('en')} values cannot be, such as ${largest.toLocaleString('en')}. Name their unit, ` +
      'dollars, thousands, millions or billions';
    throw new AppError('IMPORT.UNREADABLE', {
      message: `${reason(headerName)}. Nothing was loaded.`,
      detail: `${reason(field)}: --mapping '${advice}'. Nothing was loaded.`,
    });
  }
}
