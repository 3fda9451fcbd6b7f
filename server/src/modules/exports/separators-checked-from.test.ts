import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

describe('the migration to the rule for separators', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const checkedFrom = async () => {
    const { rows } = await server.database.execute<{ hours: number }>(
      sql`select extract(epoch from separators_checked_from() - now()) / 3600 as hours`,
    );
    return Number(rows[0]?.hours);
  };

  it('rows that older servers wrote, also within a day after it, are checked; a new installation has none', async () => {
    expect(await checkedFrom()).toBe(-Infinity);
    await createAccount(server);
    const name = (await readdir(MIGRATIONS)).find((file) => file.endsWith('_separators_in_cells.sql')) ?? '';
    const statements = (await readFile(new URL(name, MIGRATIONS), 'utf8')).split('--> statement-breakpoint');
    // In any zone and style of dates, since the moment is written as text.
    await server.database.transaction(async (transaction) => {
      await transaction.execute(sql`set local timezone = 'Pacific/Auckland'`);
      await transaction.execute(sql`set local datestyle = 'German'`);
      for (const statement of statements) await transaction.execute(sql.raw(statement));
    });
    expect(await checkedFrom()).toBeGreaterThan(23.9);
    expect(await checkedFrom()).toBeLessThan(24.1);
  });
});
