/** Files whose rows an engine finds and PostgreSQL reads: the same bytes and the same charges as without one. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { type ColumnStore, ColumnStoreFailed } from '@leadloom/server/column-store/column-store';
import { lowerOf } from '@leadloom/server/column-store/copied-columns';
import { STILL } from '@leadloom/server/column-store/copy-ddl';
import { copyName } from '@leadloom/server/column-store/copy-names';
import type { ExportChoice } from '@leadloom/server/modules/exports/export-sql';
import { createTableExports, defaultExportLimits } from '@leadloom/server/modules/exports/exports.service';
import { accountIdOf, createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { loadCopy, readingOf } from '@leadloom/server/testing/load-copy';
import { readWorkbook } from '@leadloom/server/testing/read-workbook';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { companies } from '@leadloom/shared/tables/companies';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './testing/engine-database.ts';

/** Rows of the table, and of the file: more than one statement reads at once, and less than a quarter. */
const ROWS = 60_000;
const FOUND = 12_000;
const filters = { where: 'city contains "found" and not employee_count < 7' };

describe('exports of many rows', () => {
  let server: TestServer;
  let engine: EngineDatabase;
  let version: number;
  /** What the column store did: answered, or left it to PostgreSQL. */
  let reads: string[];
  let isAway = false;

  const columnStore: ColumnStore = {
    read: async (kind, _definitions, read) => {
      if (isAway) {
        reads.push(`${kind} failed`);
        return null;
      }
      const answer = await read({ ...readingOf(engine.client), versionOf: () => version });
      reads.push(`${kind} ${answer === null ? 'left' : 'answered'}`);
      return answer;
    },
  };
  async function exporting(store: ColumnStore | null, smallFileRows = FOUND / 2) {
    const account = await createVerifiedAccount(server);
    const workspaceId = await accountIdOf(server, account.email);
    const platform = { ...server.platform, columnStore: store };
    const log = { error: () => undefined };
    const exports = createTableExports(platform, log, { ...defaultExportLimits, smallFileRows, graceMilliseconds: 0 });
    const request = (choice: Partial<ExportChoice> = {}) => ({
      workspaceId,
      accountId: workspaceId,
      isVerified: true,
      choice: { definition: companies, filters, ...choice },
    });
    return {
      exports,
      workspaceId,
      request,
      take: async (choice: Partial<ExportChoice> = {}) => {
        const { stream, rowCount, charged } = await exports.open(request(choice), { byteOrderMark: false });
        const bytes = await buffer(stream);
        await exports.settled();
        return { bytes, rowCount, charged };
      },
      ledger: async () => {
        const { rows } = await server.database.execute(sql`select row_count, reserved, refunded, is_complete,
          (select sum(bit_count(bits))::int from exported_rows where account_id = ${workspaceId}) as paid
          from table_exports where account_id = ${workspaceId} order by id desc limit 1`);
        return rows[0];
      },
    };
  }
  async function readVersion(): Promise<number> {
    const { rows } = await server.database.execute<{ version: string }>(
      sql`select version from table_versions where table_name = 'companies'`,
    );
    return Number(rows[0]?.version);
  }

  beforeAll(async () => {
    [server, engine] = await Promise.all([
      startTestServer({ environment: { TRIAL_EXPORT_LIMIT: '1000000' } }),
      createEngineDatabase(),
    ]);
    await server.database.execute(sql`insert into companies (name, city, revenue, employee_count, verticals, canonical_key, source)
      select case n % 9 when 0 then '=cmd, "' || n || '"' else 'Loom ' || n % 1000 end,
        case when n % 5 = 0 then 'Found ' || n % 700 else 'Elsewhere' end, nullif(n % 13, 5) / 4.0, 8 + n % 50,
        case when n % 3 = 0 then array['Weaving, fine', 'Looms'] end, 'key ' || n, 'test' from generate_series(1, ${ROWS}) n`);
    await loadCopy(engine.client, server.database, companies);
    version = await readVersion();
  });
  afterAll(async () => {
    await Promise.all([server.close(), engine.drop()]);
  });
  beforeEach(() => {
    reads = [];
    isAway = false;
  });

  it.each<readonly [string, Partial<ExportChoice>]>([
    ['csv, by the newest', {}],
    ['csv, by a number with blanks', { sort: 'revenue', order: 'desc' }],
    ['csv, the first of them', { sort: 'revenue', order: 'asc', limit: FOUND - 5 }],
    ['jsonl', { format: 'jsonl', sort: 'employee_count', withId: true }],
    ['parquet', { format: 'parquet', sort: 'revenue' }],
    ['some columns', { columns: ['verticals', 'name'], sort: 'id', order: 'desc' }],
  ])('%s: the same file for the same price', async (_, choice) => {
    const [plain, helped] = [await exporting(null), await exporting(columnStore)];
    const [expected, taken] = [await plain.take(choice), await helped.take(choice)];
    expect(reads).toEqual(['export answered']);
    expect(taken.rowCount).toBe(choice.limit ?? FOUND);
    expect(taken).toEqual(expected);
    expect(await helped.ledger()).toEqual(await plain.ledger());
  });

  it('a workbook has the same rows', async () => {
    const choice = { format: 'xlsx', sort: 'revenue' } as const;
    const [expected, taken] = [await (await exporting(null)).take(choice), await (await exporting(columnStore)).take(choice)];
    expect(reads).toEqual(['export answered']);
    expect(readWorkbook(taken.bytes)).toEqual(readWorkbook(expected.bytes));
  });

  it('a preview counts the same', async () => {
    for (const choice of [{}, { limit: FOUND - 1 }]) {
      const [plain, helped] = [await exporting(null), await exporting(columnStore)];
      expect(await helped.exports.preview(helped.request(choice))).toEqual(await plain.exports.preview(plain.request(choice)));
    }
    expect(reads).toEqual(['export answered', 'export answered']);
  });

  it('a file that is broken off is refunded to the row', async () => {
    const { exports, request, ledger } = await exporting(columnStore);
    const { stream } = await exports.open(request(), { byteOrderMark: false });
    stream.once('data', () => stream.destroy());
    await finished(stream).catch(() => undefined);
    await exports.settled();
    expect(reads).toEqual(['export answered']);
    const { reserved, refunded, paid, is_complete: isComplete } = (await ledger()) as Record<string, number>;
    expect(isComplete).toBe(false);
    expect(reserved).toBe(FOUND);
    expect(refunded).toBeGreaterThan(0);
    expect(paid).toBe(FOUND - (refunded ?? 0));
    expect(server.database.$client.totalCount - server.database.$client.idleCount).toBe(0);
  });

  it('small files, chosen rows, and large parts of the table are left to PostgreSQL', async () => {
    const small = await exporting(columnStore, FOUND);
    expect(await small.take()).toMatchObject({ rowCount: FOUND, charged: FOUND });
    const { take } = await exporting(columnStore);
    expect(await take({ limit: 10 })).toMatchObject({ rowCount: 10 });
    expect(await take({ ids: [1, 2, 5] })).toMatchObject({ rowCount: 1 });
    // The second one finds rows for the price alone.
    expect(await take({ filters: {} })).toMatchObject({ rowCount: ROWS });
    expect(reads).toEqual(['export left', 'export left', 'export left', 'export answered']);
  });

  it('whatever the column store is behind or away for, PostgreSQL writes', async () => {
    const { take } = await exporting(columnStore);
    isAway = true;
    expect(await take()).toMatchObject({ rowCount: FOUND, charged: FOUND });
    isAway = false;
    await server.database.execute(
      sql`update companies set employee_count = 1 where id = (select min(id) from companies where city like 'Found%')`,
    );
    expect(await take()).toMatchObject({ rowCount: FOUND - 1, charged: 0 });
    expect(reads).toEqual(['export failed', 'export failed', 'export left', 'export left']);
    await loadCopy(engine.client, server.database, companies);
    version = await readVersion();
  });

  it('a file that lacks a row that the copy has is not complete, and that row is refunded', async () => {
    const { exports, request, ledger } = await exporting(columnStore);
    // Of all versions, as the rows of the copy are.
    const row = { since: 0, until: STILL, id: 999_999, city: 'found nowhere', employee_count__low: 9, employee_count__high: 9 };
    const lines = Readable.from([Buffer.from(`${Object.values({ ...row, lower: row.city }).join('\t')}\n`)]);
    await engine.client.insert(copyName(companies), [...Object.keys(row), lowerOf('city')], lines);
    const { stream } = await exports.open(request({ sort: 'id' }), { byteOrderMark: false });
    await expect(buffer(stream)).rejects.toThrow(/rows instead of/);
    await exports.settled();
    expect(await ledger()).toMatchObject({ is_complete: false, refunded: 1 });
    await loadCopy(engine.client, server.database, companies);
  });

  it('an engine that fails while it names rows is no reason to fail', async () => {
    const broken: ColumnStore = {
      read: async (_kind, _definitions, read) =>
        read({
          ...readingOf(engine.client),
          versionOf: () => version,
          stream: async function* (statement) {
            for await (const part of readingOf(engine.client).stream(statement)) {
              yield part;
              break;
            }
            throw new ColumnStoreFailed('the engine is away');
          },
        }).catch((error: unknown) => {
          if (error instanceof ColumnStoreFailed) return null;
          throw error;
        }),
    };
    expect(await (await exporting(broken)).take()).toEqual(await (await exporting(null)).take());
  });
});
