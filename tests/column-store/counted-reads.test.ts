/** A server asks its column store for what bitmaps do not tell, and answers what a server without one answers. */
import type { ColumnStore, ReadKind } from '@leadloom/server/column-store/column-store';
import { createFeeder } from '@leadloom/server/column-store/feeder';
import { openColumnStore } from '@leadloom/server/column-store/open-column-store';
import { readConfig } from '@leadloom/server/config';
import { refreshBitmaps } from '@leadloom/server/modules/tables/totals/refresh-bitmaps';
import { generalRow } from '@leadloom/server/sample-rows/general-row';
import { createVerifiedAccount, type TestAccount } from '@leadloom/server/testing/accounts';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { tables } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEngineDatabase, type EngineDatabase } from './testing/engine-database.ts';

const { companies, people } = tables;
const LIMITS = { statementSeconds: 60, soonMilliseconds: 20_000 };

describe('totals, facets and summaries of a server with a column store', () => {
  let engine: EngineDatabase;
  let server: TestServer;
  let plain: TestServer;
  let account: TestAccount;
  let close: () => Promise<void>;
  const asked: { readonly kind: ReadKind; readonly isAnswered: boolean }[] = [];

  beforeAll(async () => {
    engine = await createEngineDatabase();
    let store: ColumnStore | null = null;
    const columnStore: ColumnStore = {
      read: async (kind, definitions, read) => {
        const answer = (await store?.read(kind, definitions, read)) ?? null;
        asked.push({ kind, isAnswered: answer !== null });
        return answer;
      },
    };
    server = await startTestServer({ platform: { columnStore } });
    plain = await startTestServer({ beside: server });
    const { columnStore: settings } = readConfig({
      PUBLIC_URL: 'http://127.0.0.1:3000',
      ...engine.environment,
      COLUMN_STORE_FROM: '1',
    });
    if (settings === null) throw new Error('the settings name no column store');
    const { database, platform } = server;
    const log = { warn: () => undefined, info: () => undefined };
    const opened = openColumnStore({ settings, database, log, limits: LIMITS });
    ({ store } = opened);
    const failures: unknown[] = [];
    const onFailure = (error: unknown) => void failures.push(error);
    const feeder = createFeeder({
      database,
      direct: platform.direct,
      engine: engine.client,
      settings,
      onFailure,
      readingSeconds: 0,
    });
    close = async () => {
      await feeder.close();
      await opened.close();
    };
    account = await createVerifiedAccount(server);
    for (const definition of [companies, people])
      await addRows(
        database,
        definition,
        Array.from({ length: 200 }, (_, at) => ({ ...generalRow(definition, 1, at), sources: ['file'] })),
      );
    await refreshBitmaps(database);
    await vi.waitFor(
      async () => {
        await feeder.look();
        expect(await opened.store.read('total', [companies, people], async () => 'fed'), String(failures)).toBe('fed');
      },
      { timeout: 60_000, interval: 100 },
    );
  });
  afterAll(async () => {
    await close();
    await plain.close();
    await server.close();
    await engine.drop();
  });

  /** The answer of both servers, and how the column store was asked. */
  async function ask(path: string) {
    asked.length = 0;
    const url = `/api/v1/table/companies${path}`;
    const [is, should] = [
      await server.app.inject({ url, headers: account.headers }),
      await plain.app.inject({ url, headers: account.headers }),
    ];
    expect(is.statusCode, is.payload).toBe(200);
    expect(is.json(), path).toEqual(should.json());
    return [...asked];
  }

  it('totals of texts, groups and links are counted there', async () => {
    for (const query of [
      'search_query=a',
      'where=name contains "a" or country is blank',
      'where=name starts with "a" and not (employee_count > 50)',
      'people.search_query=a',
    ])
      expect(await ask(`/total?${encodeURI(query)}`), query).toContainEqual({ kind: 'total', isAnswered: true });
  });

  it('lists of searches learn there how many rows they have, before PostgreSQL finds any', async () => {
    for (const query of ['b', 'c&sort=name', 'e&sort=revenue&order=desc', 's&page=3'])
      expect((await ask(`?per_page=10&search_query=${query}`))[0], query).toEqual({ kind: 'total', isAnswered: true });
    expect(await ask('?country=Germany&sort=name')).toEqual([]);
  });

  it('totals that bitmaps or an index tell are not', async () => {
    for (const query of ['', 'country=Germany', 'where=country = "Germany" or employee_count > 50', 'domain=acme.example'])
      expect(await ask(`/total?${encodeURI(query)}`), query).toEqual([]);
  });

  it('facets and summaries are counted there where bitmaps do not tell them', async () => {
    expect(await ask('/facets?of=domain')).toEqual([{ kind: 'facets', isAnswered: true }]);
    expect(await ask('/facets?of=country&search_query=a')).toEqual([{ kind: 'facets', isAnswered: true }]);
    expect(await ask('/summary?by=country&search_query=a')).toEqual([{ kind: 'summary', isAnswered: true }]);
    expect(await ask('/summary?by=country&measure=median&of=employee_count')).toEqual([{ kind: 'summary', isAnswered: true }]);
    expect(await ask('/facets?of=country')).toEqual([]);
    expect(await ask('/summary?by=country')).toEqual([]);
  });

  it('what it cannot say is answered by PostgreSQL', async () => {
    expect(await ask('/facets?of=domain&q=a')).toEqual([{ kind: 'facets', isAnswered: false }]);
    expect(await ask('/total?exported=false&search_query=a')).toContainEqual({ kind: 'total', isAnswered: false });
  });
});
