/** The order in which a test's database sorts texts. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { type CompareTexts, compareBytes } from '../modules/tables/sandbox/table-model.ts';

const databaseSchema = z.object({ provider: z.string(), locale: z.string().nullable() });

/** Of code points, or of ICU, in which texts that look alike are compared by code points. */
export async function readTextOrder(database: Database): Promise<CompareTexts> {
  // The name of the column depends on the version.
  const { rows } = await database.execute(sql`
    select datlocprovider as provider, coalesce(to_jsonb(own) ->> 'datlocale', to_jsonb(own) ->> 'daticulocale') as locale
    from pg_database own where datname = current_database()`);
  const { provider, locale } = databaseSchema.parse(rows[0]);
  if (provider !== 'i' || locale === null) return compareBytes;
  const collator = new Intl.Collator(locale);
  return (one, other) => collator.compare(one, other) || compareBytes(one, other);
}
