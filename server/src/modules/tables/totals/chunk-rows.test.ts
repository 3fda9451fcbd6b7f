import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { facetsOf } from '../filters/facets.ts';
import { readChanged, readChunk } from './chunk-rows.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the rows of a table without filters and numbers are read, all of them and those that changed', async () => {
  const companies = tableByName('companies');
  const definition = { ...companies, columns: companies.columns.filter(({ field }) => field === 'name'), filters: [] };
  const [marks] = facetsOf(definition);
  expect(facetsOf(definition)).toHaveLength(1);
  const ids = await addRows(server.database, companies, [{ name: 'A' }, { name: 'B' }]);
  await server.database.transaction(async (transaction) => {
    const { cells } = await readChunk(transaction, definition, 0);
    expect(cells.map(({ facet, cell }) => [facet, marks?.readValues(cell)])).toEqual([[0, ['row', 'filled name']]]);
    const offsets = cells.map(({ offsets: bytes }) => [bytes.readInt16BE(0), bytes.readInt16BE(2)].toSorted());
    expect(offsets).toEqual([ids]);
    const changed = await readChanged(transaction, definition, { chunk: 0, since: 0 });
    expect(changed?.rows).toEqual(ids.map((offset) => ({ offset, cells: [cells[0]?.cell] })));
  });
});

it('texts are read as the database lowers them, from new chunks and from changed rows', async () => {
  const definition = tableByName('investors');
  const [id = 0] = await addRows(server.database, definition, [
    { name: 'One', country: 'NORWAY', preferred_investment_types: ['Seed', 'SEED', 'Växt'] },
  ]);
  const facets = facetsOf(definition);
  const valuesOf = (key: string, cells: readonly { readonly facet: number; readonly cell: unknown }[]) =>
    [
      ...new Set(cells.flatMap(({ facet, cell }) => (facets[facet]?.key === key ? facets[facet].readValues(cell) : []))),
    ].toSorted();
  await server.database.transaction(async (transaction) => {
    const { cells } = await readChunk(transaction, definition, 0);
    expect(valuesOf('country', cells)).toEqual(['norway']);
    expect(valuesOf('preferred_investment_types', cells)).toEqual(['seed', 'växt']);
    const changed = await readChanged(transaction, definition, { chunk: 0, since: 0 });
    const row = changed?.rows.find(({ offset }) => offset === id)?.cells.map((cell, facet) => ({ facet, cell })) ?? [];
    expect(valuesOf('country', row)).toEqual(['norway']);
    expect(valuesOf('preferred_investment_types', row)).toEqual(['seed', 'växt']);
  });
});
