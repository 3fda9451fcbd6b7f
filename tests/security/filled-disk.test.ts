/** One account tries to fill the disk that all share. What it stores is measured in the tables, not in the ledger. */
import { randomBytes } from 'node:crypto';
import { createAlertNotifier } from '@leadloom/server/modules/alerts/notify-alerts';
import { createTableChangeNotifier } from '@leadloom/server/modules/webhooks/notify-table-changes';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import {
  addPerson,
  addPersonFor,
  bearerFor,
  nextAddress,
  OPERATORS,
  type Person,
  triedRows,
} from './testing/security.fixture.ts';

const MEGABYTE = 1024 * 1024;
const LIMIT_MB = 2;
const ALERTS = 10;
const ROUNDS = 8;
const ROWS = 110;

describe('an account that stores as much as it can', () => {
  let server: TestServer;
  beforeAll(async () => {
    const environment = { ACCOUNT_STORAGE_MB: String(LIMIT_MB), OPERATORS };
    server = await startTestServer({ environment, doesJobs: false });
  });
  afterAll(() => server.close());

  const ask = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows: found } = await server.database.$client.query<{ value: string | null }>(text, [...values]);
    return Number(found[0]?.value ?? 0);
  };
  const fill = ({ id }: Person) =>
    server.database.$client.query(
      "insert into account_storage (account_id, table_name, bytes, row_count) values ($1, 'row_notes', $2, 1)",
      [id, LIMIT_MB * MEGABYTE],
    );
  /** Names of 800 characters that cannot be compressed. */
  const addCompanies = () =>
    server.database.$client.query(
      `insert into companies (name, country, canonical_key, source)
       select text, 'Norway', text, 'test' from unnest($1::text[]) text`,
      [Array.from({ length: ROWS }, () => randomBytes(600).toString('base64'))],
    );
  const addAlerts = ({ id }: Person, channels: string) =>
    server.database.$client.query(
      `insert into alerts (account_id, name, watch, table_name, filters, changes, frequency, time_of_day, zone, channels, position)
       select $1, 'Alert ' || n, '{"kind":"rows","table":"companies"}', 'companies', '{}', '{added,changed,removed}', 'instant', '08:00', 'UTC',
         $2::text[], (select version from table_versions where table_name = 'companies')
       from generate_series(1, ${ALERTS}) n`,
      [id, channels],
    );

  it('messages and deliveries of alerts at full rate stay below the limit, and those of another account arrive', async () => {
    const [attacker, other] = [await addPerson(server), await addPerson(server)];
    const notifier = createAlertNotifier({
      platform: server.platform,
      readRecipient: async (id) => ({ email: id === attacker.id ? attacker.email : other.email, mayBeNotified: true }),
    });
    await server.database.$client.query(
      `insert into webhooks (id, account_id, url, events, secret, created_at)
       values (gen_random_uuid(), $1, 'https://receiver.example/', '{alert.fired}', '\\x00', now())`,
      [attacker.id],
    );
    await addAlerts(attacker, '{app,webhook}');
    const stored = ({ id }: Person) =>
      ask(
        `select (select coalesce(sum(pg_column_size(rows) + pg_column_size(title)), 0) from alert_messages where account_id = $1)
           + (select coalesce(sum(pg_column_size(body)), 0) from webhook_deliveries where account_id = $1) as value`,
        [id],
      );
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await addCompanies();
      await notifier.notifyInstantly();
      sizes.push(await stored(attacker));
    }
    // The round that fills it is stored whole.
    const largest = Math.max(...sizes.map((size, at) => size - (sizes[at - 1] ?? 0)));
    expect(largest).toBeGreaterThan(0);
    expect(sizes.at(-1)).toBeLessThan(LIMIT_MB * MEGABYTE + largest);
    expect(sizes.at(-1)).toBe(sizes.at(-2));
    await addAlerts(other, '{app}');
    await addCompanies();
    await notifier.notifyInstantly();
    expect(await ask('select count(*) as value from alert_messages where account_id = $1', [other.id])).toBe(ALERTS);
    expect(await stored(attacker)).toBe(sizes.at(-1));
  });

  it('a message names rows by 120 characters at most', async () => {
    expect(
      await ask(`select max(length(row ->> 'name')) as value from alert_messages, jsonb_array_elements(rows) row`),
    ).toBeLessThanOrEqual(120);
    expect(
      await ask(`select max(length(row ->> 'name')) as value
        from webhook_deliveries, jsonb_array_elements(body::jsonb -> 'data' -> 'rows') row`),
    ).toBeLessThanOrEqual(120);
  });

  it('webhooks of a full account are told of no changed rows', async () => {
    const full = await addPerson(server);
    await server.database.$client.query(
      `insert into webhooks (id, account_id, url, events, secret, created_at)
       values (gen_random_uuid(), $1, 'https://receiver.example/', '{table.rows_changed}', '\\x00', now())`,
      [full.id],
    );
    await fill(full);
    const readRecipient = async () => ({ email: full.email, mayBeNotified: true });
    const { notifyOfChanges } = createTableChangeNotifier({ platform: server.platform, readRecipient });
    await notifyOfChanges();
    await addCompanies();
    await notifyOfChanges();
    expect(await ask('select count(*) as value from webhook_deliveries where account_id = $1', [full.id])).toBe(0);
  });

  it.each(triedRows.filter(([, { access }]) => access !== 'public' && access !== 'operator'))(
    '%s is refused to a full account if it stores something, and only then',
    async (_, row) => {
      const person = await addPersonFor(row, server);
      await fill(person);
      const { method, url, payload } = sampleRequest(row);
      const answer = await server.app.inject({
        method,
        url,
        headers: bearerFor(row, person),
        remoteAddress: nextAddress(),
        ...(payload === undefined ? {} : { payload }),
      });
      const isFull = answer.payload.includes('STORAGE.FULL');
      expect(isFull, answer.payload.slice(0, 300)).toBe(row.stores === true);
      if (isFull) expect(answer.statusCode).toBe(409);
    },
  );

  it('the refusal says how much is used, and by what', async () => {
    const person = await addPerson(server);
    await fill(person);
    const ask409 = () => server.app.inject({ method: 'POST', url: '/api/v1/lists', headers: person.bearer, payload: {} });
    expect((await ask409()).json().message).toMatch(/2 MB of 2 MB are used, most of it by lists, tags and notes \(2 MB\)/);
    await server.database.$client.query('delete from account_storage where account_id = $1', [person.id]);
    expect((await ask409()).json().code).toBe('REQUEST.INVALID');
  });

  it('an account without a verified email stores a hundredth', async () => {
    const person = await addPerson(server, { isVerified: false });
    const url = 'https://www.linkedin.com/in/someone';
    const save = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/linkedin/jobs/users',
        headers: person.bearer,
        payload: { users: [{ id: crypto.randomUUID(), url }] },
      });
    const stored = 'insert into account_storage (account_id, table_name, bytes, row_count) values ($1, $2, $3, 1)';
    await server.database.$client.query(stored, [person.id, 'collector_rows', Math.floor((LIMIT_MB * MEGABYTE) / 100) - 2_000]);
    expect((await save()).payload).not.toContain('STORAGE.FULL');
    await server.database.$client.query(stored, [person.id, 'collector_rows', 2_000]);
    expect((await save()).json()).toMatchObject({ code: 'STORAGE.FULL', message: expect.stringContaining('verified email') });
  });
});
