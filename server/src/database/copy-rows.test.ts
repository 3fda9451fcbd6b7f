import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cloneTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { cancelQuery } from './cancel-query.ts';
import { connect } from './connect.ts';
import { copyRows } from './copy-rows.ts';
import type { Database } from './database.ts';

const MANY = "copy (select repeat('x', 1000) from generate_series(1, 300000)) to stdout";

describe('rows of COPY', () => {
  let clone: TestDatabase;
  let database: Database;
  let client: pg.PoolClient;
  beforeAll(async () => {
    clone = await cloneTestDatabase(inject('databaseUrl'));
    database = connect(clone.url, { onIdleError: () => undefined, poolSize: 1 });
    client = await database.$client.connect();
  });
  afterAll(async () => {
    client.release();
    await database.$client.end();
    await clone.drop();
  });

  async function readAll(rows: AsyncIterable<Buffer>): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of rows) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  }
  const isUsable = async () => (await client.query('select 1 as one')).rows;

  it('rows are read as they are, again and again on one connection', async () => {
    const expected = Array.from({ length: 20_000 }, (_, at) => `${at + 1},"a ""b""\n"\n`).join('');
    const statement = `copy (select n, 'a "b"' || chr(10) from generate_series(1, 20000) n) to stdout (format csv)`;
    for (let round = 0; round < 2; round += 1) expect((await readAll(copyRows(client, statement))) === expected).toBe(true);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy that is refused fails, and the connection is free again', async () => {
    await expect(readAll(copyRows(client, 'copy (select missing) to stdout'))).rejects.toThrow(/"missing" does not exist/);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy that fails halfway does, and the connection is free again', async () => {
    const copy = copyRows(client, 'copy (select 1 / (30000 - n) from generate_series(1, 30000) n) to stdout');
    await expect(readAll(copy)).rejects.toThrow(/division by zero/);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy that is cancelled fails, and the connection is free again', async () => {
    const copy = copyRows(client, MANY);
    await once(copy, 'readable');
    await cancelQuery(client);
    await expect(readAll(copy)).rejects.toThrow(/canceling statement/);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy whose connection breaks fails', async () => {
    const other = connect(clone.url, { onIdleError: () => undefined, poolSize: 1 });
    const broken = await other.$client.connect();
    const copy = copyRows(broken, MANY);
    await once(copy, 'readable');
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy %repeat%' and pid <> pg_backend_pid()",
    );
    await expect(readAll(copy)).rejects.toThrow();
    broken.release(true);
    await other.$client.end();
  });

  it('a copy whose connection is closed before anybody reads it fails then', async () => {
    const other = connect(clone.url, { onIdleError: () => undefined, poolSize: 1 });
    const closed = await other.$client.connect();
    const copy = copyRows(closed, MANY);
    closed.release(true);
    await other.$client.end();
    await sleep(100);
    await expect(readAll(copy)).rejects.toThrow();
  });
});
