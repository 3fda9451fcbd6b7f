import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cloneTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { cancelQuery } from './cancel-query.ts';
import { connect } from './connect.ts';
import { type CopyOut, createCopyMemory, copyOut as startCopy } from './copy-out.ts';
import type { Database } from './database.ts';

const memory = createCopyMemory();
const copyOut = (client: pg.ClientBase, statement: string) => startCopy(client, statement, memory);

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

  /** @param isReleased whether the memory of each piece is used again */
  async function readAll(copy: CopyOut, isReleased = true) {
    const pieces: Buffer[] = [];
    let rows = 0;
    for (let chunk = await copy.next(); chunk !== null; chunk = await copy.next()) {
      pieces.push(isReleased ? Buffer.from(chunk.bytes) : chunk.bytes);
      rows += chunk.rows;
      if (isReleased) chunk.release();
    }
    return { text: Buffer.concat(pieces).toString(), rows, pieces: pieces.length };
  }
  const isUsable = async () => (await client.query('select 1 as one')).rows;

  it.each([
    ['no rows', 0, 'n'],
    ['one row', 1, "'äöü ' || n"],
    ['short rows', 50_000, 'n'],
    ['rows of many lengths', 3_000, 'repeat(chr(97 + n % 26), (n * 7919) % 3000)'],
    ['rows that are longer than a piece', 5, "repeat('x', 300000 * n) || n"],
    ['rows with line breaks and quotes', 2_000, `'one "two"' || chr(10) || n`],
  ])('%s are read as they are and counted, again and again on one connection', async (_, count, cell) => {
    const { rows: expected } = await client.query(
      `select coalesce(string_agg('"' || replace(cell, '"', '""') || '"' || chr(10), '' order by n), '') as text
       from (select n, (${cell})::text as cell from generate_series(1, ${count}) n) cells`,
    );
    const statement = `copy (select (${cell})::text from generate_series(1, ${count}) n) to stdout (format csv, force_quote *)`;
    for (const isReleased of [true, false]) {
      const { text, rows } = await readAll(copyOut(client, statement), isReleased);
      expect(text === expected[0].text).toBe(true);
      expect(rows).toBe(count);
    }
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('rows are read in the same way where the socket is another one, as with TLS', async () => {
    const other = new pg.Client(clone.url);
    await other.connect();
    const statement = "copy (select repeat('y', n % 3000) from generate_series(1, 9000) n) to stdout";
    const [here, there] = [await readAll(copyOut(client, statement)), await readAll(copyOut(other, statement))];
    expect(there.text === here.text).toBe(true);
    expect(there.rows).toBe(9_000);
    await expect(readAll(copyOut(other, 'copy (select missing) to stdout'))).rejects.toThrow(/"missing" does not exist/);
    expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await other.end();
  });

  it('many rows arrive in few pieces', async () => {
    const { pieces } = await readAll(copyOut(client, "copy (select repeat('x', 500) from generate_series(1, 20000)) to stdout"));
    expect(pieces).toBeLessThan(90);
  });

  it('a reader who pauses gets all rows', async () => {
    const copy = copyOut(client, "copy (select repeat('x', 999) from generate_series(1, 20000)) to stdout");
    let bytes = 0;
    for (let chunk = await copy.next(); chunk !== null; chunk = await copy.next()) {
      for (let rest = 0; rest < 20; rest += 1) await turn();
      bytes += chunk.bytes.length;
    }
    expect(bytes).toBe(20_000_000);
  });

  it('a copy that is refused fails, and the connection is free again', async () => {
    await expect(copyOut(client, 'copy (select missing) to stdout').next()).rejects.toThrow(/"missing" does not exist/);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy that fails halfway does, after the rows that arrived', async () => {
    const copy = copyOut(client, 'copy (select 1 / (30000 - n) from generate_series(1, 30000) n) to stdout');
    await expect(readAll(copy)).rejects.toThrow(/division by zero/);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy that is cancelled fails, and the connection is free again', async () => {
    const copy = copyOut(client, "copy (select repeat('x', 1000) from generate_series(1, 300000)) to stdout");
    await copy.next();
    await cancelQuery(client);
    await expect(readAll(copy)).rejects.toThrow(/canceling statement/);
    expect(await isUsable()).toEqual([{ one: 1 }]);
  });

  it('a copy whose connection breaks fails', async () => {
    const other = connect(clone.url, { onIdleError: () => undefined, poolSize: 1 });
    const broken = await other.$client.connect();
    const copy = copyOut(broken, "copy (select repeat('x', 1000) from generate_series(1, 300000)) to stdout");
    await copy.next();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'copy %repeat%' and pid <> pg_backend_pid()",
    );
    await expect(readAll(copy)).rejects.toThrow();
    broken.release(true);
    await other.$client.end();
  });
});
