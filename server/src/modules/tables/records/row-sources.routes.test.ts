import { readFileSync } from 'node:fs';
import { openSourceFacts } from '@leadloom/shared/contract/open-source-ids';
import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { createKeyHolder } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { loadOpenRecords } from '../../imports/open-records.service.ts';

describe('the sources of rows', () => {
  let server: TestServer;
  let account: TestAccount;
  let id = 0;

  beforeAll(async () => {
    server = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1000' } });
    account = await createVerifiedAccount(server);
    const { weight } = openSourceFacts['no-brreg'];
    const cells = {
      name: 'Acme Mills',
      country: 'Norway',
      registry: 'no-orgnr',
      registry_id: '912345678',
      phone: '+47 22 00 00 11',
    };
    async function* records() {
      yield { cells, url: 'https://register.example/912345678', asOf: '2026-11-20' };
    }
    await loadOpenRecords(server.platform, {
      definition: tableByName('companies'),
      source: { id: 'no-brreg', weight },
      title: 'Register of 2026-11-20',
      load: { table: 'companies', fields: Object.keys(cells), records },
      now: server.platform.now(),
      suppressionKey: Buffer.alloc(32),
      signal: new AbortController().signal,
      onLoaded: async () => undefined,
    });
    const { rows } = await server.database.execute<{ id: string }>(sql`select id from companies`);
    id = Number(rows[0]?.id);
  });
  afterAll(() => server.close());

  const get = (path: string, headers: TestAccount['headers'] = account.headers) =>
    server.app.inject({ url: `/api/v1/table/${path}`, headers });
  const sourcesOf = async (path: string, headers?: TestAccount['headers']) => {
    const answer = await get(path, headers);
    expect(answer.statusCode, answer.payload).toBe(200);
    return tableEndpoints.companies.sources.success.body.parse(answer.json()).data;
  };

  it('name the page, the day, the columns that are filled, and the sentence of the licence', async () => {
    const { title, attribution } = openSourceFacts['no-brreg'];
    const url = 'https://register.example/912345678';
    const [source, ...others] = await sourcesOf(`companies/${id}/sources`);
    expect(others).toEqual([]);
    expect(source).toMatchObject({ source: 'no-brreg', title, url, as_of: '2026-11-20', attribution });
    expect(source?.fields.toSorted()).toEqual(['country', 'name', 'phone', 'registry', 'registry_id']);
    await server.database.execute(sql`update companies set phone = null`);
    expect((await sourcesOf(`companies/${id}/sources`))[0]?.fields).not.toContain('phone');
  });

  it('are asked for with a session or a key, but not before the email is confirmed', async () => {
    const holder = await createKeyHolder(server);
    expect(await sourcesOf(`companies/${id}/sources`, holder.headers)).toHaveLength(1);
    const unverified = await createAccount(server);
    expect((await get(`companies/${id}/sources`, unverified.headers)).statusCode).toBe(403);
    expect((await get(`companies/${id}/sources`, {} as never)).statusCode).toBe(401);
  });

  it.each(tableNames)('an id that no row has answers 404: %s', async (name) => {
    expect((await get(`${name}/987654321/sources`)).json().code).toBe('ROWS.NOT_FOUND');
    expect((await get(`${name}/x1/sources`)).statusCode).toBe(400);
  });

  it('a row of files has none, and the filter tells both apart and counts them', async () => {
    const [own = 0] = await addRows(server.database, tableByName('companies'), [{ name: 'Own' }]);
    expect(await sourcesOf(`companies/${own}/sources`)).toEqual([]);
    const found = async (query: string) => (await get(`companies?${query}`)).json().data.map((row: { id: number }) => row.id);
    expect(await found('source=no-brreg')).toEqual([id]);
    expect(await found('source_not=no-brreg')).toEqual([own]);
    const facets = (await get('companies/facets?of=source')).json();
    expect(facets.data).toMatchObject([{ of: 'source', values: expect.arrayContaining([{ value: 'no-brreg', count: 1 }]) }]);
  });

  it('the history names the source', async () => {
    const { data } = (await get(`companies/${id}/history`)).json();
    expect(data.at(-1)).toMatchObject({ by: { kind: 'import', label: openSourceFacts['no-brreg'].title }, changes: [] });
  });

  it('rows that were there before the column get theirs without a new version', async () => {
    const { database } = server;
    await database.execute(sql`update companies set source = 'sample', sources = '{file}' where name = 'Own'`);
    const state = async () => {
      const { rows } = await database.execute(sql`
        select version, (select max(changed_in) from companies) as changed_in, (select count(*) from row_changes) as changes
        from table_versions where table_name = 'companies'`);
      return rows;
    };
    const before = await state();
    const migration = readFileSync(new URL('../../../../migrations/0014_open_sources.sql', import.meta.url), 'utf8');
    const [block = ''] = migration.match(/^DO \$\$[\s\S]*?^\$\$;/m) ?? [];
    await database.execute(sql.raw(block));
    expect(await state()).toEqual(before);
    const { rows } = await database.execute(sql`select name, sources from companies order by id`);
    expect(rows).toEqual([
      { name: 'Acme Mills', sources: ['no-brreg'] },
      { name: 'Own', sources: ['sample'] },
    ]);
  });
});
