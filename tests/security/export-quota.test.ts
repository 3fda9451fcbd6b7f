import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '@leadloom/server/app';
import { connect } from '@leadloom/server/database/connect';
import { readCsv } from '@leadloom/server/testing/read-csv';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, nextAddress, type Person, tell } from './testing/security.fixture.ts';

/** Smaller than what is asked for by a third at least. */
const LIMIT = thoroughOr(1000, 500);
const ATTEMPTS = thoroughOr(100, 24);
/** Those of clients that disconnect. */
const BROKEN_ATTEMPTS = thoroughOr(60, 14);
const LONG_GROUPS = thoroughOr(40, 12);
const ROWS_EACH = 37;
/** Of those that were asked to wait, how many try again at once: more of them would only be refused again. */
const RETRYING = 2;
/** The pause before each of these tries. */
const WAIT_MILLISECONDS = 25;
/** Large enough that a file does not fit into the buffers between server and client; in a column that no index reads. */
const LONG_ROW_BYTES = 60_000;

const sumsSchema = z.array(z.object({ month: z.string(), counted: z.int(), charged: z.int(), paid: z.int() }));

describe('the monthly export limit', { timeout: 180_000 }, () => {
  let server: TestServer;
  /** Two servers of one database, each with connections of its own. */
  let apps: TestServer['app'][];
  let origins: string[];
  let closeOther: () => Promise<void>;
  const counts = { exports: 0, refused: 0, 'asked to wait': 0, 'hung up on': 0, 'rows delivered': 0, 'rows beyond the limit': 0 };

  const inTurn = pLimit(RETRYING);

  const addGroups = (prefix: string, groups: number, bytes: number) =>
    server.database.$client.query(
      `insert into companies (name, country, city, canonical_key, source)
        select $1 || n, $1 || n / ${ROWS_EACH}, repeat('x', $2), $1 || n, 'test' from generate_series(0, $3 - 1) n`,
      [prefix, bytes, groups * ROWS_EACH],
    );
  const groupPath = (prefix: string, group: number) =>
    `/api/v1/table/companies/export?columns=name&columns=city&country=${prefix}${group}`;

  async function newPerson(): Promise<Person> {
    const person = await addPerson(server);
    await server.database.$client.query("update accounts set trial_ends_at = now() + interval '900 days' where id = $1", [
      person.id,
    ]);
    return person;
  }

  /** By month: the counter, the ledger's sum, and the rows held as paid for. */
  async function sumsOf({ id }: Person) {
    const { rows } = await server.database.$client.query(
      `select to_char(month, 'YYYY-MM') as month, export_count as counted,
        (select coalesce(sum(reserved - refunded), 0)::int from table_exports e where e.account_id = m.account_id and e.month = m.month) as charged,
        (select coalesce(sum(bit_count(bits)), 0)::int from exported_rows r where r.account_id = m.account_id and r.month = m.month) as paid
        from usage_months m where account_id = $1 order by month`,
      [id],
    );
    return sumsSchema.parse(rows);
  }

  /** Tries at once, and by turns until it is not asked to wait. */
  async function persist<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
    const first = await attempt();
    if (first !== null) return first;
    return inTurn(async () => {
      for (;;) {
        counts['asked to wait'] += 1;
        await sleep(WAIT_MILLISECONDS * (1 + Math.random()));
        const next = await attempt();
        if (next !== null) return next;
      }
    });
  }

  /** Requests an export until it succeeds or is refused for good. The names in the file; none if refused. */
  function exportGroup(person: Person, url: string, attempt: number): Promise<readonly string[]> {
    return persist(async () => {
      const app = apps[attempt % apps.length];
      const answer = await app?.inject({ url, headers: person.bearer, remoteAddress: nextAddress() });
      if (answer?.statusCode === 429) return null;
      counts.exports += 1;
      if (answer?.statusCode === 403) {
        expect(answer.json().code).toBe('EXPORT.OVER_LIMIT');
        counts.refused += 1;
        return [];
      }
      expect(answer?.statusCode).toBe(200);
      return readCsv(answer?.payload ?? '').records.map(([name = '']) => name);
    });
  }

  /** The same over a socket that is closed in the middle. Names that arrived; the last one may be incomplete. */
  function exportPart(person: Person, origin: string, path: string, bytes: number): Promise<readonly string[]> {
    return persist(async () => {
      const request = get(`${origin}${path}`, { headers: person.bearer, agent: false });
      const [answer]: IncomingMessage[] = await once(request, 'response');
      if (answer?.statusCode === 429) {
        answer.destroy();
        return null;
      }
      counts['hung up on'] += 1;
      let text = '';
      if (answer?.statusCode === 200) {
        for await (const chunk of answer) {
          text += chunk;
          if (text.length > bytes) break;
        }
      }
      answer?.destroy();
      return [...text.matchAll(/^([a-z]+\d+),/gm)].map(([, name = '']) => name);
    });
  }

  /** All exports of the account have been settled, and none is running. */
  async function settled({ id }: Person): Promise<void> {
    for (;;) {
      const { rowCount } = await server.database.$client.query(
        'select from table_exports where account_id = $1 and ended_at is null',
        [id],
      );
      if (rowCount === 0) return;
      await sleep(10);
    }
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { TRIAL_EXPORT_LIMIT: String(LIMIT), REQUESTS_PER_MINUTE: '1000000' } });
    const database = connect(server.databaseUrl, { onIdleError: () => undefined, poolSize: 8 });
    const other = await buildApp({ ...server.platform, database });
    apps = [server.app, other];
    origins = await Promise.all(apps.map((app) => app.listen({ port: 0, host: '127.0.0.1' })));
    closeOther = async () => {
      await other.close();
      await database.$client.end();
    };
    await addGroups('short', ATTEMPTS, 10);
    await addGroups('long', LONG_GROUPS, LONG_ROW_BYTES);
  });
  afterAll(async () => {
    tell('export quota (S18)', counts);
    await closeOther();
    await server.close();
  });

  it(`${ATTEMPTS} exports of ${ROWS_EACH} rows at once on two servers never exceed the monthly limit`, async () => {
    const person = await newPerson();
    const files = await Promise.all(
      Array.from({ length: ATTEMPTS }, (_, attempt) => exportGroup(person, groupPath('short', attempt), attempt)),
    );
    const delivered = new Set(files.flat());
    counts['rows delivered'] += delivered.size;
    counts['rows beyond the limit'] += Math.max(0, delivered.size - LIMIT);
    expect(delivered.size).toBe(Math.floor(LIMIT / ROWS_EACH) * ROWS_EACH);
    const [sums] = await sumsOf(person);
    expect(sums).toMatchObject({ counted: delivered.size, charged: delivered.size, paid: delivered.size });

    // Charged rows are free now, and no others.
    const again = await Promise.all(
      Array.from({ length: ATTEMPTS }, (_, attempt) => exportGroup(person, groupPath('short', attempt), attempt + 1)),
    );
    expect(new Set(again.flat())).toEqual(delivered);
    expect((await sumsOf(person))[0]).toEqual(sums);
  });

  it('a row that many simultaneous exports contain is charged once', async () => {
    const person = await newPerson();
    const overlapping = (attempt: number) =>
      `${groupPath('short', attempt % 7)}&country=short${(attempt + 1) % 7}&country=short${(attempt + 3) % 7}`;
    const files = await Promise.all(
      Array.from({ length: ATTEMPTS }, (_, attempt) => exportGroup(person, overlapping(attempt), attempt)),
    );
    expect(files.every((names) => names.length === 3 * ROWS_EACH)).toBe(true);
    const rows = 7 * ROWS_EACH;
    expect(await sumsOf(person)).toMatchObject([{ counted: rows, charged: rows, paid: rows }]);
  });

  it('every row that was sent is charged, whenever the client disconnects', async () => {
    const person = await newPerson();
    const received = new Set<string>();
    await Promise.all(
      Array.from({ length: BROKEN_ATTEMPTS }, async (_, attempt) => {
        const path = `${groupPath('long', attempt % LONG_GROUPS)}&country=long${(attempt + 1) % LONG_GROUPS}`;
        const origin = origins[attempt % origins.length] ?? '';
        for (const name of await exportPart(person, origin, path, (attempt * 131_071) % 6_000_000)) received.add(name);
      }),
    );
    await settled(person);
    counts['rows delivered'] += received.size;
    counts['rows beyond the limit'] += Math.max(0, received.size - LIMIT);
    const [sums] = await sumsOf(person);
    expect(sums).toMatchObject({ charged: sums?.counted, paid: sums?.counted });
    expect(sums?.counted).toBeGreaterThanOrEqual(received.size);
    expect(sums?.counted).toBeLessThanOrEqual(LIMIT);
    const { rows } = await server.database.$client.query(
      'select sum(refunded)::int as refunded from table_exports where account_id = $1',
      [person.id],
    );
    expect(rows[0]?.refunded).toBeGreaterThan(0);
  });

  it('each month is charged separately when the month ends, or the clock goes back, during exports', async () => {
    const now = server.clock.now();
    const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const back = monthEnd - now.getTime() - 5_000;
    server.clock.advance(back);
    const person = await newPerson();
    let moves = 0;
    const files = await Promise.all(
      Array.from({ length: ATTEMPTS }, async (_, attempt) => {
        const names = await exportGroup(person, groupPath('short', attempt), attempt);
        // Across midnight, several times.
        if (attempt % 10 === 9) server.clock.advance(moves++ % 2 === 0 ? 10_000 : -10_000);
        return names;
      }),
    );
    const sums = await sumsOf(person);
    const counted = sums.reduce((sum, { counted: count }) => sum + count, 0);
    counts['rows delivered'] += counted;
    expect(sums).toHaveLength(2);
    for (const month of sums) {
      expect(month).toMatchObject({ charged: month.counted, paid: month.counted });
      expect(month.counted).toBeLessThanOrEqual(LIMIT);
      counts['rows beyond the limit'] += Math.max(0, month.counted - LIMIT);
    }
    expect(counted).toBe(new Set(files.flat()).size);
    server.clock.advance(-back);
  });
});
