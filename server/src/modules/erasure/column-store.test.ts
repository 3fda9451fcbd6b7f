import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleErasures } from '../../column-store/erasures.repository.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { finishWaiting } from './carry-out.service.ts';
import { eraseNow } from './erase-now.service.ts';
import { listErasures } from './erasures.service.ts';

const EMAIL = 'maren@nordlys.example';

describe('an erasure where the tables have copies', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const query = async (statement: string, ...values: readonly unknown[]) =>
    (await server.database.$client.query(statement, [...values])).rows;
  const platform = (hasColumnStore: boolean) => {
    const columnStore = {
      url: 'http://127.0.0.1:9',
      user: 'default',
      password: '',
      database: 'leadloom',
      cluster: null,
      fromRows: 1,
      keepMilliseconds: 1,
    };
    const config = { ...server.platform.config, columnStore: hasColumnStore ? columnStore : null };
    return { ...server.platform, config, mailQueue: null };
  };
  const shown = async () => (await listErasures(server.platform, { page: 1, per_page: 10 })).data[0];

  it('is done only when every copy is rid of the rows, and says what it waits for', async () => {
    await query("insert into column_store_copies (name, table_name) values ('people_1', 'people'), ('people_2', 'people')");
    const [id] = await addRows(server.database, tableByName('people'), [{ name: 'Maren Holt', email: EMAIL }]);
    await eraseNow(platform(true), { email: EMAIL }, { isDryRun: false });
    const [asked] = await query('select id, table_name, row_ids, version from column_store_erasures');
    const [table] = await query("select version from table_versions where table_name = 'people'");
    expect(asked).toMatchObject({ table_name: 'people', row_ids: [String(id)], version: table?.version });
    expect(await shown()).toMatchObject({ state: 'running', waits_for_column_store: true, ended_at: null });

    for (const name of ['people_1', 'people_2']) {
      await settleErasures(server.database);
      await finishWaiting(platform(true));
      expect(await shown()).toMatchObject({ state: 'running' });
      await query('update column_store_copies set erased_to = $1 where name = $2', asked?.id, name);
    }
    await settleErasures(server.database);
    await finishWaiting(platform(true));
    const ended = await shown();
    expect(ended).toMatchObject({ state: 'done', email: null });
    expect(ended).not.toHaveProperty('waits_for_column_store');
  });

  it('does not wait without a column store', async () => {
    await addRows(server.database, tableByName('people'), [{ name: 'Aldo Brink', email: 'aldo@nordlys.example' }]);
    await query('delete from erasures');
    await eraseNow(platform(false), { email: 'aldo@nordlys.example' }, { isDryRun: false });
    expect(await shown()).toMatchObject({ state: 'done' });
    expect(await query('select from column_store_erasures where done_at is null')).toEqual([]);
  });
});
