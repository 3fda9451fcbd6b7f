/** COPY of the rows of a table into another one with the same indexes: the fastest that they can be loaded. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Login } from '@leadloom/server/embedded/embedded-database';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from '../server/cluster.ts';
import { milliseconds } from '../statistics.ts';

/** @param table its name in the database @param path of a file for the time between @returns milliseconds of the second way */
export async function copyRowsBack(login: Login, table: string, path: string, rows: number): Promise<number> {
  return withClient(login, async (client) => {
    await pipeline(client.query(copyTo(`copy ${table} to stdout`)), createWriteStream(path));
    await client.query(`create table ${table}_copied (like ${table} including all)`);
    try {
      const time = await milliseconds(() =>
        pipeline(createReadStream(path), client.query(copyFrom(`copy ${table}_copied from stdin`))),
      );
      const { rows: counted } = await client.query<{ total: string }>(`select count(*) as total from ${table}_copied`);
      if (Number(counted[0]?.total) !== rows) throw new Error(`${counted[0]?.total} rows were copied instead of ${rows}`);
      return time;
    } finally {
      await client.query(`drop table ${table}_copied`);
      await rm(path, { force: true });
    }
  });
}
