/**
 * Columns of amounts are in millions of dollars. A file in plain dollars would be read a million times too large, so amounts
 * that no company has refuse the file before it is loaded, unless the mapping names the unit.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { AppError } from '../../../http/app-error.ts';
import type { ImportSession } from './import-session.ts';
import type { RecordSource } from './record-source.ts';
import { STAGED } from './staging-table.ts';

/** In millions: a trillion dollars. */
const IMPOSSIBLE_FROM = 1_000_000;
/** A single mistake does not stand for its column. */
const FEWEST_PART = 0.05;

/** @throws {AppError} IMPORT.UNREADABLE for a column of amounts that cannot be millions */
export async function checkAmounts(
  { connection }: ImportSession,
  { columns }: TableDefinition,
  { fields, units, mapping }: RecordSource,
): Promise<void> {
  const amounts = columns.filter(({ field, kind }) => kind === 'money' && fields.includes(field) && units[field] === undefined);
  for (const { field } of amounts) {
    const amount = sql.identifier(field);
    const { rows } = await connection.execute<{ filled: string; impossible: string; largest: number | null }>(sql`
      select count(${amount}) as filled, count(*) filter (where abs(${amount}) >= ${IMPOSSIBLE_FROM}) as impossible,
        max(abs(${amount})) as largest from ${STAGED}`);
    const [{ filled, impossible, largest } = { filled: '0', impossible: '0', largest: null }] = rows;
    if (Number(impossible) === 0 || Number(impossible) < Number(filled) * FEWEST_PART) continue;
    const header = Object.entries(mapping()).find(([, column]) => column === field)?.[0] ?? field;
    const advice = JSON.stringify({ [header]: { column: field, unit: 'dollars' } });
    throw new AppError('IMPORT.UNREADABLE', {
      message:
        `The column ${field} is in millions of dollars, and ${Number(impossible).toLocaleString('en')} of ` +
        `${Number(filled).toLocaleString('en')} values cannot be, such as ${Number(largest).toLocaleString('en')}. Name their unit, ` +
        `dollars, thousands, millions or billions: --mapping '${advice}'. Nothing was loaded.`,
    });
  }
}
