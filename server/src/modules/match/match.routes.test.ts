import { MAX_MATCH_ROWS, type MatchLine, matchRows } from '@leadloom/shared/contract/match';
import type { CellValue, TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseName } from '../../schema/data-table.ts';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { storeRecords } from '../imports/store-records.service.ts';
import { sandboxRows } from '../tables/sandbox/sandbox-rows.ts';
import { matchStatement } from './match-rows.repository.ts';
import { isName, readMatchLine } from './read-match-line.ts';

describe('matching a list', () => {
  let server: TestServer;
  let account: TestAccount;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    server = await startTestServer({ environment: { KEY_REQUESTS_PER_SECOND: '1000', TRIAL_REQUEST_LIMIT: '12' } });
    account = await createVerifiedAccount(server);
    await store('companies', [
      { name: 'Needle Port', website: 'https://www.needle-port.example/about', country: 'Norway' },
      { name: 'Thread House', linkedin_url: 'https://no.linkedin.com/company/thread-house/', country: 'Germany' },
      { name: 'Spindle', website: 'spindle.example', country: 'Germany' },
      { name: 'Spindle', website: 'spindle-works.example', country: 'Austria' },
      { name: 'Loom Page', website: 'https://facebook.com/loompage', country: 'Sweden' },
    ]);
    await store('people', [
      {
        name: 'Ada Weaver',
        linkedin_url: 'https://www.linkedin.com/in/ada-weaver',
        email: 'Ada@needle-port.example',
        country: 'Norway',
      },
      { name: 'Bo Carder', email: 'shared@thread.example', country: 'Norway' },
      { name: 'Bea Carder', email: 'Shared@thread.example', country: 'Norway' },
      { name: 'Ida Knot', company_name: 'Knots', country: 'Denmark' },
      { name: 'Ida Knot', company_name: 'More knots', country: 'Denmark' },
    ]);
    await store('investors', [{ name: 'Bobbin Capital', website: 'bobbin.example', country: 'France' }]);
    await store('shopify', [
      { merchant_name: 'Wool & Co', url: 'https://wool.example', linkedin: 'linkedin.com/company/wool-co' },
    ]);
  });
  afterAll(() => server.close());

  /** As an import stores them, so that keys and hosts are those of real rows. */
  async function store(table: TableName, records: readonly Readonly<Record<string, CellValue>>[]): Promise<void> {
    const { direct, now } = server.platform;
    const stored = await storeRecords(direct, tableByName(table), records, {
      source: 'test',
      now: now(),
      alongside: async () => undefined,
    });
    expect(stored).toMatchObject({ added: records.length, refused: [] });
    const name = databaseName(tableByName(table));
    const { rows } = await server.database.execute<Record<string, unknown>>(sql`select * from ${sql.identifier(name)}`);
    for (const row of rows) for (const cell of Object.values(row)) ids.set(`${table} ${String(cell)}`, Number(row.id));
  }
  const idOf = (table: TableName, cell: string) => ids.get(`${table} ${cell}`) ?? Number.NaN;
  const send = (body: object, headers: Readonly<Record<string, string>> = account.headers) =>
    server.app.inject({ method: 'POST', url: '/api/v1/match', headers, payload: body });
  async function match(table: TableName, ...rows: readonly MatchLine[]) {
    const answer = await send({ table, rows });
    expect(answer.statusCode, answer.payload).toBe(200);
    return matchRows.success.body.parse(answer.json()).data;
  }
  /** Without the row that is shown, which a test of its own compares. */
  const found = (id: number, by: string) => ({ id, by, candidates: [] });
  const nothing = { id: null, by: null, found: null, candidates: [] };

  it('a company is found by its domain, its LinkedIn page, or its name with its country', async () => {
    const port = idOf('companies', 'Needle Port');
    const results = await match(
      'companies',
      { domain: 'needle-port.example' },
      { domain: ' HTTP://WWW.Needle-Port.example/jobs?utm_source=x ' },
      { linkedin_url: 'linkedin.com/company/Thread-House?trk=abc' },
      { name: 'needle PORT', country: 'Norge' },
      { name: 'Spindle', country: 'AT' },
      { name: 'Needle Port' },
      { domain: 'unknown.example', name: 'Needle Port', country: 'Norway' },
      { domain: 'facebook.com/LoomPage' },
    );
    expect(results.map(({ row }) => row)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(results.map(({ row: _, ...rest }) => rest)).toMatchObject([
      found(port, 'domain'),
      found(port, 'domain'),
      found(idOf('companies', 'Thread House'), 'linkedin_url'),
      found(port, 'name'),
      found(idOf('companies', 'spindle-works.example'), 'name'),
      { id: null, by: null, candidates: [{ id: port, by: 'name' }] },
      found(port, 'name'),
      found(idOf('companies', 'https://facebook.com/loompage'), 'domain'),
    ]);
  });

  it('a line that is found has the name, the country and the site of its row, and so has each candidate', async () => {
    const port = idOf('companies', 'Needle Port');
    const [byDomain, byName, twins, person] = [
      ...(await match('companies', { domain: 'needle-port.example' }, { name: 'Needle Port' }, { name: 'Spindle' })),
      ...(await match('people', { email: 'ada@needle-port.example' })),
    ];
    const shown = { name: 'Needle Port', country: 'Norway', site: 'https://www.needle-port.example/about' };
    expect(byDomain?.found).toEqual(shown);
    expect(byName).toEqual({ row: 1, id: null, by: null, found: null, candidates: [{ id: port, ...shown, by: 'name' }] });
    expect(twins?.candidates.map(({ country, by }) => [country, by])).toEqual([
      ['Germany', 'name'],
      ['Austria', 'name'],
    ]);
    expect(person?.found).toEqual({ name: 'Ada Weaver', country: 'Norway', site: null });
  });

  it('a name without a country decides nothing where rows have countries, whatever comes before it', async () => {
    const results = await match(
      'companies',
      { name: 'Needle Port' },
      { domain: 'unknown.example', name: 'Needle Port' },
      { domain: 'spindle.example', name: 'Needle Port' },
      { name: 'Needle Port', country: ' ' },
    );
    const open = { id: null, by: null, candidates: [{ id: idOf('companies', 'Needle Port'), by: 'name' }] };
    expect(results).toMatchObject([open, open, found(idOf('companies', 'spindle.example'), 'domain'), open]);
    const shared = await match('people', { email: 'shared@thread.example', name: 'Ada Weaver' });
    expect(shared[0]?.candidates.map(({ by }) => by)).toEqual(['email', 'email']);
  });

  it('the first key that finds exactly one row decides, before later keys that find another', async () => {
    const [both, ambiguousFirst] = await match(
      'companies',
      { domain: 'spindle.example', linkedin_url: 'linkedin.com/company/thread-house', name: 'Needle Port', country: 'Norway' },
      { name: 'Spindle', linkedin_url: 'linkedin.com/company/thread-house' },
    );
    expect(both).toMatchObject(found(idOf('companies', 'spindle.example'), 'domain'));
    expect(ambiguousFirst).toMatchObject(found(idOf('companies', 'Thread House'), 'linkedin_url'));
  });

  it('where no key finds exactly one row, the candidates are those of the first key that found several', async () => {
    const [byName, byEmail, decidedLater] = [
      ...(await match('companies', { name: 'spindle' })),
      ...(await match(
        'people',
        { email: 'SHARED@thread.example', name: 'Ida Knot', country: 'Denmark' },
        { email: 'shared@thread.example', name: 'Ada Weaver', country: 'NO' },
      )),
    ];
    expect(byName).toMatchObject({ id: null, by: null });
    expect(byName?.candidates.map(({ name }) => name)).toEqual(['Spindle', 'Spindle']);
    expect(byEmail).toMatchObject({ id: null, by: null });
    expect(byEmail?.candidates.map(({ name }) => name).toSorted()).toEqual(['Bea Carder', 'Bo Carder']);
    expect(decidedLater).toMatchObject(found(idOf('people', 'Ada Weaver'), 'name'));
  });

  it('what a name or a country does not match, what cannot be read, and what is nobody’s finds nothing', async () => {
    const results = await match(
      'companies',
      {},
      { name: 'Needle Port', country: 'Sweden' },
      { country: 'Norway' },
      { domain: 'not a domain', linkedin_url: 'javascript:alert(1)', email: 'x', name: ' ' },
      { domain: 'facebook.com' },
      { linkedin_url: 'https://www.linkedin.com/in/ada-weaver' },
      { domain: `${'x'.repeat(2_000)}.example`, name: "'; drop table companies; --" },
      { email: 'Ada@needle-port.example' },
    );
    expect(results.map(({ row: _, ...rest }) => rest)).toEqual(results.map(() => nothing));
  });

  it('every table is matched by the keys it has, and the others are ignored', async () => {
    const all: MatchLine = {
      domain: 'needle-port.example',
      linkedin_url: 'linkedin.com/in/ada-weaver',
      email: 'a@b.example',
      name: 'Ada Weaver',
    };
    for (const table of tableNames) expect((await match(table, all))[0]?.row).toBe(0);
    expect(
      await match('people', { domain: 'needle-port.example' }, { linkedin_url: 'https://uk.linkedin.com/in/Ada-Weaver/' }),
    ).toMatchObject([
      { row: 0, ...nothing },
      { row: 1, ...found(idOf('people', 'Ada Weaver'), 'linkedin_url') },
    ]);
    expect((await match('people', { email: 'mailto:ada@NEEDLE-port.example' }))[0]).toMatchObject({ by: 'email' });
    expect(await match('investors', { domain: 'www.bobbin.example' }, { name: 'bobbin capital', country: 'FRA' })).toMatchObject([
      found(idOf('investors', 'Bobbin Capital'), 'domain'),
      found(idOf('investors', 'Bobbin Capital'), 'name'),
    ]);
    const store = idOf('shopify', 'Wool & Co');
    expect(
      await match(
        'shopify',
        { domain: 'wool.example' },
        { linkedin_url: 'https://linkedin.com/company/wool-co' },
        { name: 'WOOL & CO' },
      ),
    ).toMatchObject([found(store, 'domain'), found(store, 'linkedin_url'), found(store, 'name')]);
  });

  it('at most 20 candidates are named, and a row that was deleted is not found any more', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => ({ name: 'Everywhere', country: 'Chile', city: `City ${at}` }));
    const added = await addRows(server.database, tableByName('companies'), rows);
    expect((await match('companies', { name: 'everywhere', country: 'CL' }))[0]?.candidates).toHaveLength(20);
    await server.database.execute(sql`delete from companies where id = any(${sql.param(added.slice(1))}::bigint[])`);
    expect((await match('companies', { name: 'everywhere', country: 'CL' }))[0]).toMatchObject(found(added[0] ?? 0, 'name'));
  });

  it('a call takes 1 to 1,000 lines of the known fields, and says what is wrong with others', async () => {
    const line = { domain: 'needle-port.example' };
    const bodies = [
      { table: 'companies', rows: [] },
      { table: 'companies', rows: Array.from({ length: MAX_MATCH_ROWS + 1 }, () => line) },
      { table: 'nothing', rows: [line] },
      { table: 'companies', rows: [{ ...line, phone: '1' }] },
      { table: 'companies', rows: [{ domain: 7 }] },
      { table: 'companies', rows: [{ domain: 'x'.repeat(2_049) }] },
    ];
    for (const body of bodies) expect((await send(body)).statusCode, JSON.stringify(body).slice(0, 80)).toBe(400);
    const most = await match('companies', ...Array.from({ length: MAX_MATCH_ROWS }, () => line));
    expect(most).toHaveLength(MAX_MATCH_ROWS);
    expect(new Set(most.map(({ id }) => id))).toEqual(new Set([idOf('companies', 'Needle Port')]));
  });

  it('a key is charged one request for each 100 lines begun, and none for what is refused', async () => {
    const holder = await createKeyHolder(server);
    const used = async () => {
      const { rows } = await server.database.execute<{ used: string }>(
        sql`select coalesce(sum(request_count), 0) as used from usage_months where account_id = ${holder.workspaceId}`,
      );
      return Number(rows[0]?.used);
    };
    const lines = (count: number) => ({
      table: 'companies',
      rows: Array.from({ length: count }, () => ({ domain: 'a.example' })),
    });
    const after: number[] = [];
    for (const count of [1, 100, 101, 1_001, 900]) {
      await send(lines(count), holder.headers);
      after.push(await used());
    }
    // The limit is 12: the last call would need nine.
    expect(after).toEqual([1, 2, 4, 4, 4]);
    expect((await send(lines(900), holder.headers)).json()).toMatchObject({ code: 'QUOTA.REQUESTS_EXHAUSTED' });
    expect((await send(lines(800), holder.headers)).statusCode).toBe(200);
    expect(await used()).toBe(12);
  });

  it('a test key finds invented rows', async () => {
    const holder = await createKeyHolder(server, account, { kind: 'test' });
    const text = (cell: TableRow[string] | undefined) => (typeof cell === 'string' ? cell : '');
    const [row] = sandboxRows(tableByName('companies'));
    const sent = {
      table: 'companies',
      rows: [{ domain: text(row?.website) }, { name: text(row?.name), country: text(row?.country) }],
    };
    const answer = await send(sent, holder.headers);
    expect(answer.json()).toMatchObject({ data: [found(1, 'domain'), { row: 1, by: 'name' }] });
    expect((await send({ table: 'people', rows: [{ name: 'nobody' }] }, holder.headers)).json()).toEqual({
      data: [{ row: 0, ...nothing }],
    });
  });

  it.each(['companies', 'people', 'investors', 'shopify', 'reviews'] as const)(
    'each key is looked up in an index among some thousand rows: %s',
    async (table) => {
      const name = databaseName(tableByName(table));
      const line = {
        domain: 'a.example',
        linkedin_url: table === 'people' ? 'linkedin.com/in/a' : 'linkedin.com/company/a',
        email: 'a@a.example',
        name: 'A',
        country: 'Norway',
      };
      const wanted = Object.values(readMatchLine(table, line));
      expect(wanted.length).toBeGreaterThanOrEqual(table === 'reviews' ? 1 : 2);
      const compared = wanted.flatMap((value) => (isName(value) ? [value, { ...value, comparison: 'name' as const }] : [value]));
      const explained = await server.database
        .transaction(async (transaction) => {
          const cells = { companies: 'name', people: 'name', investors: 'name', shopify: 'url', reviews: 'review_title' }[table];
          await transaction.execute(sql`insert into ${sql.identifier(name)} (${sql.identifier(cells)}, canonical_key, source)
            select 'Row ' || n, 'many:' || n, 'test' from generate_series(1, 4000) n`);
          await transaction.execute(sql`analyze ${sql.identifier(name)}`);
          const plans: string[] = [];
          for (const value of compared) {
            const { rows } = await transaction.execute(sql`explain ${matchStatement(table, [value])}`);
            plans.push(JSON.stringify(rows));
          }
          throw Object.assign(new Error('rolled back'), { plans });
        })
        .catch((error: unknown) => (error instanceof Error && 'plans' in error ? [error.plans].flat() : [String(error)]));
      expect(explained).toHaveLength(compared.length);
      for (const plan of explained) {
        expect(plan).toMatch(/Index.* Scan|Bitmap Index Scan/);
        expect(plan).not.toContain(`Seq Scan on ${name}`);
      }
    },
  );

  describe('the export of what was matched', () => {
    const post = (path: string, body: object, headers = account.headers) =>
      server.app.inject({ method: 'POST', url: `/api/v1/match/${path}`, headers, payload: body });

    it('a file has the id and the chosen columns, is counted once a month, and its preview says the same', async () => {
      const chosen = [idOf('companies', 'Needle Port'), idOf('companies', 'Thread House')];
      const order = { table: 'companies', ids: [...chosen, 987_654_321] };
      expect((await post('export/preview', order)).json()).toMatchObject({ rows: 2, already_exported: 0, charged: 2 });
      const file = await post('export', { ...order, fields: ['country', 'name'] });
      expect([file.statusCode, file.headers['x-export-rows'], file.headers['x-export-charged']]).toEqual([200, '2', '2']);
      const { header, records } = readCsv(file.payload);
      expect(header).toEqual(['id', 'country', 'name']);
      expect(records.toSorted()).toEqual(
        [
          [String(chosen[0]), 'Norway', 'Needle Port'],
          [String(chosen[1]), 'Germany', 'Thread House'],
        ].toSorted(),
      );
      expect((await post('export/preview', order)).json()).toMatchObject({ rows: 2, already_exported: 2, charged: 0 });
      const usual = await server.app.inject({
        url: '/api/v1/table/companies/export/preview?domain=needle-port.example',
        headers: account.headers,
      });
      expect(usual.json()).toMatchObject({ rows: 1, charged: 0 });
    });

    it('unknown columns, too many ids, and a key instead of a session are refused', async () => {
      const ids = [idOf('companies', 'Needle Port')];
      const odd = await post('export', { table: 'companies', ids, fields: ['name', 'canonical_key'] });
      expect([odd.statusCode, odd.json().message]).toEqual([400, expect.stringContaining('canonical_key')]);
      const many = Array.from({ length: 100_001 }, (_, at) => at + 1);
      expect((await post('export/preview', { table: 'companies', ids: many })).statusCode).toBe(400);
      const holder = await createKeyHolder(server);
      const { authorization } = holder.headers;
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/v1/match/export',
        headers: { authorization },
        payload: { table: 'companies', ids, fields: ['name'] },
      });
      expect(answer.json()).toMatchObject({ code: 'AUTH.KEY_NOT_ACCEPTED' });
    });
  });
});
