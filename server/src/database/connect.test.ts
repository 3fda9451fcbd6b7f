import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { classifyError } from '../http/classify-error.ts';
import { cloneTestDatabase } from '../testing/test-database.ts';
import { connect, connectAll } from './connect.ts';
import type { Database } from './database.ts';

describe('the pool', () => {
  let clone: Awaited<ReturnType<typeof cloneTestDatabase>>;
  let database: Database;
  const idleErrors: Error[] = [];
  beforeAll(async () => {
    clone = await cloneTestDatabase(inject('databaseUrl'));
    database = connect(clone.url, { onIdleError: (error) => idleErrors.push(error), poolSize: 2 });
  });
  afterAll(async () => {
    await database.$client.end();
    await clone.drop();
  });

  const cutOthers = async () => {
    const other = connect(clone.url, { onIdleError: () => undefined });
    await other.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await other.$client.end();
  };

  it('a transaction whose connection breaks fails as a temporary fault, and the next one succeeds', async () => {
    const broken = database.transaction(async (transaction) => {
      await transaction.execute(sql`select 1`);
      await cutOthers();
      await transaction.execute(sql`select 1`);
    });
    const error = await broken.catch((thrown: unknown) => thrown);
    expect(classifyError(error).code).toBe('SERVER.UNAVAILABLE');
    const { rows } = await database.execute(sql`select 1 as one`);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('transactions that cannot begin, because their connections just broke, leave the pool as large as before', async () => {
    const breakAtOnce = (client: pg.PoolClient) => client.connection.stream.destroy();
    database.$client.on('acquire', breakAtOnce);
    const broken = await Promise.allSettled(
      Array.from({ length: 4 }, () => database.transaction((transaction) => transaction.execute(sql`select 1`))),
    );
    database.$client.off('acquire', breakAtOnce);
    expect(broken.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    const { rows } = await database.execute(sql`select 1 as one`);
    expect(rows).toEqual([{ one: 1 }]);
    expect(database.$client).toMatchObject({ totalCount: 1, idleCount: 1, waitingCount: 0 });
  });

  it('lists have memory for the pages of a search, and keep what the database gives them beyond that', async () => {
    const memoryOf = async (pool: Database) => {
      const { rows } = await pool.execute<{ megabytes: number }>(
        sql`select (pg_size_bytes(current_setting('work_mem')) / 1024 / 1024)::int as megabytes`,
      );
      return rows[0]?.megabytes;
    };
    for (const [given, expected] of [
      ['4MB', 64],
      ['96MB', 96],
    ] as const) {
      await database.execute(sql.raw(`alter database ${clone.name} set work_mem = '${given}'`));
      const pools = connectAll(clone.url, { onIdleError: () => undefined });
      expect(await memoryOf(pools.lists)).toBe(expected);
      expect(await memoryOf(pools.database)).toBe(Number.parseInt(given, 10));
      await pools.end();
    }
    await database.execute(sql.raw(`alter database ${clone.name} reset work_mem`));
  });

  it('broken idle connections are replaced and reported', async () => {
    await database.execute(sql`select 1`);
    idleErrors.length = 0;
    await cutOthers();
    await expect.poll(() => idleErrors.length).toBeGreaterThan(0);
    const { rows } = await database.execute(sql`select 1 as one`);
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('callers beyond the size of the pool wait in order', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => database.execute(sql`select ${index}::int as index`)),
    );
    expect(answers.map(({ rows }) => rows[0]?.index)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });
});
