import { tableEndpoints } from '@leadloom/shared/contract/tables';
import { companies } from '@leadloom/shared/tables/companies';
import { people } from '@leadloom/shared/tables/people';
import { type TableName, tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseName } from '../../../schema/data-table.ts';
import { createKeyHolder, type KeyHolder } from '../../../testing/key-holder.ts';
import { addRows } from '../../../testing/table-rows.ts';
import { arbitraryRow } from '../../../testing/table-samples.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { withoutMarks } from '../../../testing/without-marks.ts';
import { removeRows } from '../tables.service.ts';
import { forgetOldDeletions } from './deleted-rows.service.ts';

const { body: bodySchema } = tableEndpoints.companies.changes.success;

describe('the feed of a table’s changes', () => {
  let server: TestServer;
  let holder: KeyHolder;
  const ask = (query: Record<string, string | number> = {}, table: TableName = 'companies') => {
    const sent = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
    return server.app.inject({
      url: `/api/v1/table/${table}/changes?${new URLSearchParams(sent)}`,
      headers: holder.headers,
    });
  };
  async function read(query: Record<string, string | number> = {}) {
    const answer = await ask(query);
    expect(answer.statusCode, answer.payload).toBe(200);
    return bodySchema.parse(answer.json());
  }
  const lastVersion = async () => Number((await read({ per_page: 1000 })).data.at(-1)?.version ?? 0);
  const named = (names: readonly string[]) =>
    addRows(
      server.database,
      companies,
      names.map((name) => ({ name })),
    );
  const told = ({ data }: Awaited<ReturnType<typeof read>>) =>
    data.map((change) => ('row' in change ? `${change.id} ${change.row.name}` : `${change.id} gone: ${change.reason}`));

  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        TRIAL_REQUEST_LIMIT: '100000',
        KEY_REQUESTS_PER_SECOND: '10000',
        KEY_REQUESTS_PER_MINUTE: '100000',
        ACCOUNT_REQUESTS_PER_MINUTE: '100000',
      },
    });
    holder = await createKeyHolder(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.execute(sql`delete from companies`);
    await server.database.execute(sql`truncate deleted_rows, change_walks`);
    await server.database.execute(sql`update table_versions set forgotten_version = 0`);
  });

  it.each(tableNames)('%s: version 0 returns every row as a list does', async (name) => {
    const definition = tableByName(name);
    await server.database.execute(sql`delete from ${sql.identifier(databaseName(definition))}`);
    await server.database.execute(sql`truncate deleted_rows`);
    const ids = await addRows(server.database, definition, fc.sample(arbitraryRow(definition), { numRuns: 5, seed: 3 }));
    const { data, next } = (await ask({}, name)).json();
    expect(data.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(next).toBeNull();
    const listed = await server.app.inject({
      url: `/api/v1/table/${name}?sort=id&order=asc`,
      headers: holder.headers,
    });
    expect(data.map(({ row }: { row: unknown }) => row)).toEqual(listed.json().data.map(withoutMarks));
  });

  it('changes are told in the order of commits, each row once and as it is now, deletions among them', async () => {
    const [one = 0, two = 0, three = 0] = await named(['One', 'Two', 'Three']);
    const start = await lastVersion();
    expect(await read({ after: start })).toEqual({ data: [], next: null });
    await server.database.execute(sql`update companies set name = 'Second' where id = ${two}`);
    await removeRows(server.platform, companies, [three]);
    await server.database.execute(sql`update companies set name = 'First' where id = ${one}`);
    await server.database.execute(sql`update companies set name = 'Second again' where id = ${two}`);
    const changes = await read({ after: start });
    expect(told(changes)).toEqual([`${three} gone: removed`, `${one} First`, `${two} Second again`]);
    const versions = changes.data.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    const { rows } = await server.database.execute<{ changed_in: string }>(
      sql`select changed_in from companies where id = ${two}`,
    );
    expect(versions.at(-1)).toBe(Number(rows[0]?.changed_in));
  });

  it('pages of any length lead through all changes, each told once', async () => {
    const ids = await named(Array.from({ length: 23 }, (_, at) => `Company ${at}`));
    await removeRows(server.platform, companies, ids.slice(3, 6));
    for (const perPage of [1, 4, 23, 24, 1000]) {
      const seen: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: Awaited<ReturnType<typeof read>> = await read({ after, per_page: perPage });
        seen.push(...told(page));
        if (page.next !== null) expect(page.next).toBe(page.data.at(-1)?.version);
        after = page.next;
      }
      expect(new Set(seen).size).toBe(23);
      expect(seen).toHaveLength(23);
    }
  });

  it('emptying the table by SQL is told as deletions of its rows', async () => {
    const ids = await named(['One', 'Two']);
    const start = await lastVersion();
    await server.database.execute(sql`truncate companies`);
    expect(told(await read({ after: start }))).toEqual(ids.map((id) => `${id} gone: removed`));
  });

  it('a version before the deletions that are kept is refused with 410, except on the way from version 0', async () => {
    const ids = await named(Array.from({ length: 12 }, (_, at) => `Company ${at}`));
    const early = (await read({ per_page: 2 })).next ?? 0;
    await removeRows(server.platform, companies, ids.slice(0, 1));
    await server.database.execute(sql`update deleted_rows set deleted_at = deleted_at - interval '181 days'`);
    await forgetOldDeletions({ ...server.platform, now: () => new Date() });
    const refused = await ask({ after: early });
    expect(refused.json()).toMatchObject({ status: 410, code: 'CHANGES.FORGOTTEN' });
    expect(refused.json().msg).toMatch(/after=0/);
    const seen: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read({ after, per_page: 3 });
      // The answer was lost: the same page again.
      expect(await read({ after, per_page: 3 })).toEqual(page);
      seen.push(...page.data.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual(ids.slice(1));
    // Another account was not on that way.
    const other = await createKeyHolder(server);
    const { rows } = await server.database.execute<{ version: string }>(sql`select version from change_walks limit 1`);
    const url = `/api/v1/table/companies/changes?after=${rows[0]?.version}`;
    expect((await server.app.inject({ url, headers: other.headers })).statusCode).toBe(410);
  });

  it('what is no version or page length is refused by name', async () => {
    for (const [query, parameter] of [
      [{ after: '-1' }, 'after'],
      [{ after: 'x' }, 'after'],
      [{ after: '1.5' }, 'after'],
      [{ per_page: 0 }, 'per_page'],
      [{ per_page: 1001 }, 'per_page'],
      [{ befor: 1 }, 'befor'],
    ] as const)
      expect((await ask(query)).json(), JSON.stringify(query)).toMatchObject({ status: 400, errors: [{ parameter }] });
  });

  it('a follower loses nothing and sees nothing twice, with four writers, a long import and clocks apart', async () => {
    const follow = await startTestFollower();
    const writers = [0, 1, 2, 3].map(async (writer) => {
      // Their clocks are a minute apart from each other, in both directions.
      const time = new Date(Date.now() + (writer - 2) * 60_000).toISOString();
      for (let round = 0; round < 25; round += 1) {
        const [id = 0] = await addRows(server.database, companies, [{ name: `W${writer} ${round}`, updated_at: time }]);
        await server.database.execute(
          sql`update companies set city = ${`Town ${round}`}, updated_at = ${time} where id % 4 = ${writer} and id > ${id - 20}`,
        );
        if (round % 3 === 0) await removeRows(server.platform, companies, [id]);
      }
    });
    const importing = (async () => {
      for (let round = 0; round < 4; round += 1) {
        const client = await server.database.$client.connect();
        try {
          await client.query('begin');
          await client.query(
            `insert into companies (name, canonical_key, source) select 'I', gen_random_uuid()::text, 'test' from generate_series(1, 300)`,
          );
          await new Promise((resolve) => setImmediate(resolve));
          await client.query(`update companies set name = 'Imported' where name = 'I'`);
          await client.query(round === 2 ? 'rollback' : 'commit');
        } finally {
          client.release();
        }
      }
    })();
    await Promise.all([...writers, importing]);
    const copy = await follow.end();
    const listed = await server.database.execute<{ id: string; name: string; city: string | null }>(
      sql`select id, name, city from companies`,
    );
    expect(new Map([...copy].sort(([a], [b]) => a - b))).toEqual(
      new Map(listed.rows.map(({ id, name, city }) => [Number(id), `${name} ${city}`] as const).sort(([a], [b]) => a - b)),
    );
  });

  /** Reads on without a pause, applies what it reads to a copy, and fails where a version comes again. */
  async function startTestFollower() {
    const copy = new Map<number, string>();
    let after = 0;
    let isOver = false;
    const following = (async () => {
      for (;;) {
        const wasOver = isOver;
        const page = await read({ after, per_page: 37 });
        for (const change of page.data) {
          if (change.version <= after) throw new Error(`version ${change.version} came again`);
          after = change.version;
          if ('row' in change) copy.set(change.id, `${change.row.name} ${change.row.city}`);
          else copy.delete(change.id);
        }
        if (wasOver && page.next === null) return;
      }
    })();
    following.catch(() => undefined);
    return {
      end: async () => {
        isOver = true;
        await following;
        return copy;
      },
    };
  }

  it('people are in a feed of their own', async () => {
    await named(['One']);
    const [person = 0] = await addRows(server.database, people, [{ name: 'Person' }]);
    const { data } = (await ask({ per_page: 1000 }, 'people')).json();
    expect(data.at(-1)).toMatchObject({ id: person, row: { name: 'Person' } });
    expect(told(await read())).toHaveLength(1);
  });
});
