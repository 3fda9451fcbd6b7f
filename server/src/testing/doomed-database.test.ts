import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isKilled, openDoomedDatabase } from './doomed-database.ts';
import { cloneTestDatabase, type TestDatabase } from './test-database.ts';

describe('a doomed database', () => {
  let clone: TestDatabase;
  beforeAll(async () => {
    clone = await cloneTestDatabase(inject('databaseUrl'));
  });
  afterAll(() => clone.drop());

  it('fails a statement of the pool as the driver does, so its connection may break later', async () => {
    const doomed = openDoomedDatabase(clone.url, 1);
    const clients: pg.PoolClient[] = [];
    doomed.database.$client.on('connect', (client) => clients.push(client));
    const error = await doomed.database.execute(sql`select 1`).catch((cause: unknown) => cause);
    expect(isKilled(error)).toBe(true);
    // As when the database is dropped before the connection has closed.
    for (const client of clients) client.emit('error', new Error('the connection broke'));
    expect(clients).toHaveLength(1);
    await doomed.bury();
  });
});
