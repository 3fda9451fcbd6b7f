import { randomUUID } from 'node:crypto';
import { companies } from '@leadloom/shared/tables/companies';
import { filterCondition } from '@leadloom/shared/tables/conditions/filter-condition';
import { normalFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { accountIdOf, createVerifiedAccount } from '../../../testing/accounts.ts';
import { createRandom } from '../../../testing/questions/random.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { answerFacets } from '../facets/count-answers.ts';
import { facetQuestion } from '../facets/questions.ts';
import { createTableCounts } from '../facets/table-counts.ts';
import { countRows } from '../list/count-rows.ts';
import { refreshBitmaps } from '../totals/refresh-bitmaps.ts';
import type { CrmKnown } from './crm-known.ts';
import { type CrmRows, createCrmRows } from './crm-rows.ts';
import { whereClause } from './filter-sql.ts';
import { askerOf, bindMyFilters, withCrmKnown } from './my-filters.ts';

/** Ids around this one are in two chunks of bitmaps. */
const BORDER = 32_768;
const OWNERS = ['Ada Vik', 'ada vik', 'Kim Park', null];
const STAGES = ['Lead', 'Customer', null];
const ASKED = [
  { in_crm: true },
  { in_crm: false },
  { in_crm: false, country: 'Norway' },
  { in_crm: true, country_not: 'Norway' },
  { crm_owner: 'ADA VIK' },
  { crm_owner: ['Kim Park', 'Nobody'], crm_stage: 'lead' },
];

describe('rows that CRMs have', () => {
  let server: TestServer;
  let workspaceId: WorkspaceId;
  let destination: string;
  beforeAll(async () => {
    server = await startTestServer();
    const { email } = await createVerifiedAccount(server);
    workspaceId = await accountIdOf(server, email);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.execute(sql`truncate companies`);
    await server.database.execute(sql`alter table companies alter column id restart with ${sql.raw(String(BORDER - 30))}`);
    await server.database.execute(sql`delete from destinations`);
    destination = await addDestination(workspaceId);
    await addCompanies(60);
  });

  async function addDestination(owner: WorkspaceId): Promise<string> {
    const id = randomUUID();
    await server.database.execute(sql`
      insert into destinations (id, account_id, kind, name, settings, secret, read_at, created_at)
      values (${id}, ${owner}, 'hubspot', 'CRM', '{}', '', '2026-03-01', now())`);
    return id;
  }

  let added = 0;
  function addCompanies(count: number): Promise<readonly number[]> {
    const rows = Array.from({ length: count }, () => {
      added += 1;
      return {
        name: `Company ${added}`,
        website_domain: `c${added % 80}.example`,
        country: ['Norway', 'Spain', null][added % 3],
      };
    });
    return addRows(server.database, companies, rows);
  }

  interface NewRecord {
    readonly id: string;
    readonly key?: string | null;
    readonly rowId?: number | null;
    readonly owner?: string | null;
    readonly stage?: string | null;
    readonly readAt?: string;
  }

  async function addRecord({ id, key = null, rowId = null, owner = null, stage = null, readAt = '2026-03-02' }: NewRecord) {
    await server.database.execute(sql`
      insert into crm_records (account_id, destination_id, record_id, object, key, owner, stage, table_name, row_id, read_at)
      values (${workspaceId}, ${destination}, ${id}, 'companies', ${key}, ${owner}, ${stage}, ${rowId === null ? null : 'companies'}, ${rowId},
        ${readAt})
      on conflict (destination_id, record_id) do update set key = excluded.key, owner = excluded.owner, stage = excluded.stage,
        table_name = excluded.table_name, row_id = excluded.row_id, read_at = excluded.read_at`);
  }

  async function recordsVersion(): Promise<number> {
    const { rows } = await server.database.execute<{ version: string }>(
      sql`select version from crm_record_versions where destination_id = ${destination}`,
    );
    return Number(rows[0]?.version ?? 0);
  }

  const filtersOf = (sent: Readonly<Record<string, unknown>>): TableFilters =>
    bindMyFilters(normalFilters(companies, sent), { accountId: workspaceId, workspaceId });

  async function plainCount(filters: TableFilters, country?: string): Promise<number> {
    const { rows } = await server.database.execute<{ total: string }>(
      sql`select count(*) as total from (select * from companies${whereClause(companies, filters)}) found
        where ${country === undefined ? sql`true` : sql`country = ${country}`}`,
    );
    return Number(rows[0]?.total);
  }

  /** What was read before, by the question: right until a record changes. */
  const earlier = new Map<string, CrmKnown>();

  async function knownOf(crmRows: CrmRows, filters: TableFilters): Promise<CrmKnown> {
    const { rows } = await server.database.execute<{ version: string }>(
      sql`select version from table_versions where table_name = 'companies'`,
    );
    const condition = filterCondition(companies, filters);
    const known = await crmRows.readSoon(
      server.database,
      { definition: companies, workspaceId },
      condition,
      Number(rows[0]?.version),
    );
    if (known === null) throw new Error('nothing is known of CRMs');
    return known;
  }

  /** @returns where bits and rows differ */
  async function differences(crmRows: CrmRows): Promise<string[]> {
    const counter = await createTableCounts(crmRows).begin(server.database, companies);
    const found: string[] = [];
    for (const sent of ASKED) {
      const filters = filtersOf(sent);
      const should = [await plainCount(filters), await plainCount(filters, 'Spain')];
      const { total } = await countRows(server.database, companies, filters, null, crmRows);
      const facets = await answerFacets(counter, filters, facetQuestion(companies, { of: ['country', 'city'] }));
      const spain = facets.data[0]?.values.find((one) => 'value' in one && one.value === 'Spain')?.count ?? 0;
      const isOfCountry = 'country' in sent || 'country_not' in sent;
      const is = [total, isOfCountry ? should[1] : spain];
      const name = JSON.stringify(sent);
      const now = await knownOf(crmRows, filters);
      const before = earlier.get(name) ?? now;
      const [lists, listsBefore] = [
        await plainCount(withCrmKnown(filters, now)),
        await plainCount(withCrmKnown(filters, before)),
      ];
      if (lists !== should[0] || (before.state === now.state && listsBefore !== should[0]))
        found.push(`${name}: lists have ${lists} or ${listsBefore} instead of ${should[0]}`);
      if (before.state !== now.state || !earlier.has(name)) earlier.set(name, now);
      if (JSON.stringify([is, facets.total]) !== JSON.stringify([should, should[0]]))
        found.push(`${name}: ${is}, ${facets.total} instead of ${should}`);
    }
    return found;
  }

  it('are counted as their rows are, whatever changes', { timeout: 120_000 }, async () => {
    const random = createRandom(4);
    const kept = createCrmRows();
    const forgotten = createCrmRows(1);
    const ids = async () =>
      (await server.database.execute<{ id: string }>(sql`select id from companies`)).rows.map(({ id }) => id);
    const changes: (() => Promise<unknown>)[] = [
      () => addCompanies(2),
      async () => server.database.execute(sql`delete from companies where id = ${random.pick(await ids())}`),
      async () =>
        server.database.execute(
          sql`update companies set website_domain = ${`c${random.pick([1, 2, 3, 40])}.example`} where id = ${random.pick(await ids())}`,
        ),
      async () =>
        server.database.execute(
          sql`update companies set country = ${random.pick(['Norway', 'Spain'])} where id = ${random.pick(await ids())}`,
        ),
      ...Array.from({ length: 4 }, () => async () => {
        const isOfRow = random.chance(0.5);
        await addRecord({
          id: String(random.pick([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])),
          key: isOfRow ? null : `c${random.pick([1, 2, 3, 4, 40])}.example`,
          rowId: isOfRow ? Number(random.pick(await ids())) : null,
          owner: random.pick(OWNERS),
          stage: random.pick(STAGES),
          readAt: random.pick(['2026-03-02', '2026-02-01']),
        });
      }),
      () => server.database.execute(sql`delete from crm_records where record_id = ${String(random.pick([1, 2, 3]))}`),
      () => server.database.execute(sql`update destinations set read_at = ${random.pick(['2026-03-01', '2026-03-03'])}`),
      () => refreshBitmaps(server.database),
    ];
    const found: string[] = [];
    for (let time = 0; time < 40; time += 1) {
      await random.pick(changes)();
      if (time % 10 === 0) await refreshBitmaps(server.database);
      found.push(...(await differences(kept)));
      if (time % 4 === 0) found.push(...(await differences(forgotten)));
    }
    expect(found).toEqual([]);
  });

  it('are told by bits, and forgotten with their destination', async () => {
    const [first = 0] = await addCompanies(1);
    await addRecord({ id: '1', rowId: first, owner: 'Ada Vik' });
    const crmRows = createCrmRows();
    const filters = filtersOf({ in_crm: 'true' });
    const condition = filterCondition(companies, filters);
    const read = async () =>
      (
        await crmRows.read(server.database, { definition: companies, asker: askerOf(filters) }, condition, 2 ** 50)
      )?.rows.values();
    expect([...((await read())?.next().value?.keys() ?? [])]).toEqual([Math.floor(first / BORDER)]);
    await server.database.execute(sql`delete from destinations`);
    expect((await read())?.next().value?.size).toBe(0);
  });

  it('change with their records, and not when a reading finds them as they were', async () => {
    await addRecord({ id: '1', key: 'c1.example', owner: 'Ada Vik' });
    const first = await recordsVersion();
    await addRecord({ id: '1', key: 'c1.example', owner: 'Ada Vik', readAt: '2026-03-05' });
    expect(await recordsVersion()).toBe(first);
    await addRecord({ id: '1', key: 'c1.example', owner: 'Kim Park', readAt: '2026-03-05' });
    expect(await recordsVersion()).toBe(first + 1);
    await addRecord({ id: '1', key: 'c1.example', owner: 'Kim Park', readAt: '2026-02-05' });
    expect(await recordsVersion()).toBe(first + 2);
    await server.database.execute(sql`delete from crm_records`);
    expect(await recordsVersion()).toBe(first + 3);
  });

  it('belong to their workspace alone', async () => {
    const { email } = await createVerifiedAccount(server);
    const other = await accountIdOf(server, email);
    await addRecord({ id: '1', key: 'c1.example' });
    const crmRows = createCrmRows();
    const filters = bindMyFilters(normalFilters(companies, { in_crm: true }), { accountId: other, workspaceId: other });
    expect((await countRows(server.database, companies, filtersOf({ in_crm: true }), null, crmRows)).total).toBeGreaterThan(0);
    expect((await countRows(server.database, companies, filters, null, crmRows)).total).toBe(0);
  });
});
