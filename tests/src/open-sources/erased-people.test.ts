/** Who was erased does not come back with the next run of a source, whose publisher goes on naming them. */
import { eraseNow } from '@leadloom/server/modules/erasure/erase-now.service';
import { createOperator, operatorSettings, type TestOperator } from '@leadloom/server/testing/operator.fixture';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { listOpenSources } from '@leadloom/shared/contract/open-sources';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SampleFiling, sampleFiling } from '../stand-ins/sec/form-d-filing.ts';
import { type SecStandIn, startSecStandIn } from '../stand-ins/sec/server.ts';
import { NOW } from './sec-form-d.fixture.ts';

const ANN = { first: 'Ann', last: 'Sample', roles: ['Executive Officer'] };
const BO = { first: 'Bo', last: 'Weaver', roles: ['Director'] };

describe('a person who was erased', () => {
  let sec: SecStandIn;
  let server: TestServer;
  let operator: TestOperator;

  beforeAll(async () => {
    sec = await startSecStandIn();
    server = await startTestServer({
      environment: { ...operatorSettings, ...sec.environment, SOURCES_CONTACT: 'data@operator.example' },
      sizes: { database: 12 },
    });
    operator = await createOperator(server);
    server.clock.advance(NOW.getTime() - server.clock.now().getTime());
  });
  afterAll(async () => {
    await server.close();
    await sec.close();
  });
  beforeEach(() => {
    sec.formD.quarters.clear();
    sec.formD.quarters.set('2026 Q2', [filing({})]);
  });
  afterEach(() => query('truncate companies, people, row_sources, open_sources, imports, erasures, suppressions cascade'));

  const filing = (changed: Partial<SampleFiling>) => sampleFiling({ persons: [ANN, BO], ...changed });
  const query = async (statement: string) => (await server.database.$client.query(statement)).rows;
  const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
    server.app.inject({
      method,
      url: `/api/v1/operator/open-sources${path}`,
      headers: operator.headers,
      ...(payload === undefined ? {} : { payload }),
    });
  async function run(body: object = {}) {
    expect((await call('POST', '/sec-form-d/run', body)).statusCode).toBe(202);
    await vi.waitFor(
      async () => {
        const { data } = listOpenSources.success.body.parse((await call('GET', '')).json());
        const source = data.find(({ id }) => id === 'sec-form-d');
        expect(source).toMatchObject({ state: 'off', error: null });
      },
      { timeout: 30_000, interval: 100 },
    );
  }
  const erase = (order: Parameters<typeof eraseNow>[1]) =>
    eraseNow({ ...server.platform, mailQueue: null }, order, { isDryRun: false });
  const names = async () => (await query('select name from people order by name')).map(({ name }) => name);
  const contact = async () => (await query('select main_contact_name from companies')).map((row) => row.main_contact_name);

  it('stays away from people and companies, from the same file read again and from the next amendment', async () => {
    await run();
    expect([await names(), await contact()]).toEqual([['Ann Sample', 'Bo Weaver'], ['Ann Sample']]);
    await query("update companies set website = 'https://northlight.example', website_domain = 'northlight.example'");
    expect(await erase({ name: 'Ann Sample', domain: 'northlight.example' })).toMatchObject({
      tables: [
        { table: 'companies', deleted: 0, blanked: 1 },
        { table: 'people', deleted: 1, blanked: 0 },
      ],
    });
    expect([await names(), await contact()]).toEqual([['Bo Weaver'], [null]]);
    await run({ from_start: true });
    expect([await names(), await contact()]).toEqual([['Bo Weaver'], [null]]);
    const amended = { accession: '0001999999-26-000009', type: 'D/A' as const, filedOn: '2026-07-01', sold: '4000000' };
    sec.formD.days.set('2026-07-01', [filing(amended)]);
    await run();
    expect([await names(), await contact()]).toEqual([['Bo Weaver'], [null]]);
    expect(await query('select last_financing_amount::float as amount from companies')).toEqual([{ amount: 4 }]);
    expect(await query("select from row_changes where before::text like '%Ann Sample%'")).toEqual([]);
  });

  it('is found by the domain of a company that names somebody else as its contact', async () => {
    await run();
    await query("update companies set website = 'https://northlight.example', website_domain = 'northlight.example'");
    expect(await erase({ name: 'Bo Weaver', domain: 'northlight.example' })).toMatchObject({
      tables: [{ table: 'people', deleted: 1, blanked: 0 }],
    });
    await run({ from_start: true });
    expect([await names(), await contact()]).toEqual([['Ann Sample'], ['Ann Sample']]);
  });

  it('of the same name at another company stays', async () => {
    sec.formD.quarters.set('2026 Q2', [
      filing({}),
      filing({ accession: '0001999999-26-000002', fileNumber: '021-2', cik: '0001999998', name: 'Weir Works, Inc.' }),
    ]);
    await run();
    await query(`update companies set website = 'https://northlight.example', website_domain = 'northlight.example'
      where name like 'Northlight%'`);
    await erase({ name: 'Bo Weaver', domain: 'northlight.example' });
    await run({ from_start: true });
    expect(await query("select company_name from people where name = 'Bo Weaver'")).toEqual([
      { company_name: 'Weir Works, Inc.' },
    ]);
  });
});
