import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingRow, OutgoingRows } from '../../connectors/connector.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { accountIdOf, createAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type DeliveredExport, readChangedRows, storeDeliveredRows } from './changed-rows.ts';

type Named = readonly [id: number, ...cells: OutgoingRow['cells']];

function rowsOf(columns: readonly string[], rows: Iterable<Named>): OutgoingRows {
  return {
    columns,
    read: async function* () {
      for (const [id, ...cells] of rows) yield { id, cells };
    },
  };
}

describe('which rows of an export changed', () => {
  let server: TestServer;
  let workspaceId: WorkspaceId;
  let delivered: DeliveredExport;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false });
    workspaceId = await accountIdOf(server, (await createAccount(server)).email);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const destinationId = randomUUID();
    await server.database.execute(sql`insert into destinations (id, account_id, kind, name, settings, secret, created_at)
      values (${destinationId}, ${workspaceId}, 's3', 'Archive', '{}', '', now())`);
    const { rows } = await server.database.execute<{ id: string }>(sql`insert into scheduled_exports
      (account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
      values (${workspaceId}, 'Norway', '{"kind": "view", "id": "x"}', 'companies', 'daily', '08:00', 'UTC', 'csv', false, now())
      returning id`);
    delivered = { workspaceId, destinationId, exportId: Number(rows[0]?.id) };
  });

  async function changes(rows: OutgoingRows): Promise<(readonly [change: string, id: number])[]> {
    const found: (readonly [string, number])[] = [];
    for await (const { change, row } of readChangedRows(server.database, delivered, rows)) found.push([change, row.id]);
    return found;
  }
  const store = (rows: OutgoingRows) =>
    server.database.transaction((transaction) => storeDeliveredRows(transaction, delivered, rows));

  it('new, different and missing rows are told apart, until they are stored', async () => {
    const columns = ['name', 'city'];
    await store(
      rowsOf(columns, [
        [1, 'A', 'Oslo'],
        [2, 'B', null],
        [3, 'C', 'Bergen'],
      ]),
    );
    const next = rowsOf(columns, [
      [4, 'D', null],
      [3, 'C', 'Bergen'],
      [2, 'B', 'Oslo'],
    ]);
    for (const _try of [1, 2])
      expect(await changes(next)).toEqual([
        ['added', 4],
        ['changed', 2],
        ['removed', 1],
      ]);
    await store(next);
    expect(await changes(next)).toEqual([]);
  });

  it('what was delivered to another destination, or of another export, is not known', async () => {
    await store(rowsOf(['name'], [[1, 'A']]));
    const { exportId, ...others } = delivered;
    delivered = { ...others, exportId: exportId + 1 };
    expect(await changes(rowsOf(['name'], [[1, 'A']]))).toEqual([['added', 1]]);
  });

  it('another order of columns, or an empty column more, changes no row', async () => {
    await store(rowsOf(['name', 'city'], [[1, 'A', 'Oslo']]));
    expect(await changes(rowsOf(['city', 'name', 'country'], [[1, 'Oslo', 'A', null]]))).toEqual([]);
    expect(await changes(rowsOf(['name', 'city'], [[1, 'Oslo', 'A']]))).toEqual([['changed', 1]]);
  });

  it('a text is not the number that it looks like', async () => {
    await store(rowsOf(['name'], [[1, '7']]));
    expect(await changes(rowsOf(['name'], [[1, 7]]))).toEqual([['changed', 1]]);
  });

  it('more rows than a batch are compared, each once', async () => {
    const many = (count: number, city: (id: number) => string) =>
      rowsOf(
        ['city'],
        Array.from({ length: count }, (_, index): Named => [index + 1, city(index + 1)]),
      );
    await store(many(2_600, () => 'Oslo'));
    const next = many(1_400, (id) => (id % 700 === 0 ? 'Bergen' : 'Oslo'));
    const found = await changes(next);
    expect(found.filter(([change]) => change === 'changed')).toEqual([
      ['changed', 700],
      ['changed', 1_400],
    ]);
    expect(found.filter(([change]) => change === 'removed').map(([, id]) => id)).toEqual(
      Array.from({ length: 1_200 }, (_, index) => 1_401 + index),
    );
    await store(next);
    expect(await changes(next)).toEqual([]);
  });
});
