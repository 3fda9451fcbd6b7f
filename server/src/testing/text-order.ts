/** How a test's database sorts and lowers texts: that depends on its collation. */
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { CompareTexts } from '../modules/tables/filters/table-model.ts';

const ranksSchema = z.array(z.object({ text: z.string(), rank: z.string().transform(Number) }));

/** @param rows with all texts that will be compared */
export async function readTextOrder(database: Database, rows: Iterable<TableRow>): Promise<CompareTexts> {
  const texts = new Set(['']);
  for (const row of rows) for (const cell of Object.values(row).flat()) if (typeof cell === 'string') texts.add(cell);
  const { rows: found } = await database.execute(
    sql`select text, dense_rank() over (order by text) as rank from unnest(${sql.param([...texts])}::text[]) text`,
  );
  const ranks = new Map(ranksSchema.parse(found).map(({ text, rank }) => [text, rank]));
  const rankOf = (text: string) => {
    const rank = ranks.get(text);
    if (rank === undefined) throw new Error(`the database was not asked about ${JSON.stringify(text)}`);
    return rank;
  };
  return (one, other) => rankOf(one) - rankOf(other);
}

/** Whether one letter may become several in lower case, as ICU has it; otherwise each becomes one. */
export async function lowersInFull(database: Database): Promise<boolean> {
  const { rows } = await database.execute(sql`select char_length(lower('İ')) > 1 as is_full`);
  return rows[0]?.is_full === true;
}
