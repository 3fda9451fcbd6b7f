import { checkCopy } from '@leadloom/server/column-store/check-copy';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { addRows } from '@leadloom/server/testing/table-rows';
import { tables } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Feeding, openFeeding } from './testing/feeding.ts';

const definitions = Object.values(tables);

describe('comparing a copy with its table', () => {
  let feeding: Feeding;
  beforeAll(async () => {
    feeding = await openFeeding({ settings: { COLUMN_STORE_FROM: '0' } });
    const feeder = feeding.startFeeder();
    for (const definition of definitions) {
      const hasSources = definition.columns.some(({ field }) => field === 'sources');
      const rows = Array.from({ length: 40 }, (_, at) => ({
        ...generalRow(definition, 1, at),
        ...(hasSources ? { sources: ['file', 'x, "y"'] } : {}),
      }));
      await addRows(feeding.database, definition, rows);
    }
    await feeding.database.execute(sql`
      update companies set name = E'Ça "va" \\\\ \t \u0001 \U0001F600', revenue = 1.1e15 + 0.1, ebitda = 123456789.123456789,
        verticals = array['Ä, b', null, '"'], employee_count = 9007199254740993 where id = 1`);
    await feeding.database.execute(
      sql`update companies set name = '-', revenue = 'NaN', ebitda = 1e300, verticals = '{}' where id = 2`,
    );
    for (const definition of definitions) await feeding.untilFed(feeder, definition);
  });
  afterAll(() => feeding.close());

  const check = (definition: (typeof definitions)[number]) =>
    checkCopy(
      {
        direct: feeding.databases.direct,
        engine: feeding.engine.client,
        layout: { database: feeding.engine.access.database, cluster: null },
      },
      definition,
    );

  it.for(definitions)('finds no difference in $name', async (definition) => {
    expect(await check(definition)).toMatchObject({ rows: { table: 40, copy: 40 }, different: [] });
    expect(feeding.failures).toEqual([]);
  });

  it('names columns in which a cell differs, and counts rows that are missing', async () => {
    await feeding.engine.client.run({
      text: `alter table ${feeding.table(tables.companies)} update city = 'elsewhere', ebitda = 0.1 where id = 3 settings mutations_sync = 2`,
      parameters: {},
    });
    expect((await check(tables.companies))?.different).toEqual(['city', 'ebitda']);
    await feeding.engine.client.run({ text: `delete from ${feeding.table(tables.people)} where id = 3`, parameters: {} });
    expect(await check(tables.people)).toMatchObject({ rows: { table: 40, copy: 39 } });
  });
});
