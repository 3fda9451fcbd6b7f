import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readChanged, readChunk } from './chunk-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the rows of a table that can only be searched are read, all of them and those that changed', async () => {
  const companies = tableByName('companies');
  const definition = { ...companies, filters: companies.filters.filter(({ kind }) => kind === 'search') };
  expect(definition.filters).not.toEqual([]);
  const ids = await addRows(server.database, companies, [{ name: 'A' }, { name: 'B' }]);
  await server.database.transaction(async (transaction) => {
    const { cells } = await readChunk(transaction, definition, 0);
    expect(cells).toEqual([{ facet: null, cell: null, offsets: expect.any(Buffer) }]);
    const offsets = cells.map(({ offsets: bytes }) => [bytes.readInt16BE(0), bytes.readInt16BE(2)].toSorted());
    expect(offsets).toEqual([ids]);
    const changed = await readChanged(transaction, definition, { chunk: 0, since: 0 });
    expect(changed?.rows).toEqual(ids.map((offset) => ({ offset, cells: [] })));
  });
});
