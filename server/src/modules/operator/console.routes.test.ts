import { randomUUID } from 'node:crypto';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import {
  describeOperatorData,
  listOperatorJobs,
  listOperatorSources,
  retryOperatorJob,
} from '@leadloom/shared/contract/operator-system';
import { tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEAD_LETTERS } from '../../queue/dead-letters.ts';
import { defineJob } from '../../queue/define-job.ts';
import { accountIdOf, createVerifiedAccount } from '../../testing/accounts.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { describeData } from '../tables/overview/data-tables.service.ts';

const greeting = defineJob({
  name: 'greeting',
  payload: z.object({ id: z.int(), text: z.string() }),
  atOnce: 1,
  limitSeconds: 30,
  retries: { limit: 1, firstSeconds: 60, longestSeconds: 600 },
});

describe('jobs, sources and data in the console', () => {
  let server: TestServer;
  let operator: TestOperator;
  let ids: number[];
  const inject = ({ method, path }: EndpointDefinition, id = '', query = '') =>
    server.app.inject({
      method,
      url: `/api/v1${path.replace('{job_id}', id)}${query}`,
      headers: operator.headers,
    });
  const jobs = async (query = '') => {
    const answer = await inject(listOperatorJobs, '', query);
    expect(answer.payload).not.toContain('payload canary');
    return listOperatorJobs.success.body.parse(answer.json());
  };
  const client = () => server.database.$client;

  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
    const accounts = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    ids = await Promise.all(accounts.map(({ email }) => accountIdOf(server, email)));
    await server.app.jobs.stop();
    await server.platform.queue.prepare([greeting]);
    await client().query('delete from pgboss.job');
    for (let id = 1; id <= 5; id += 1) await server.platform.queue.add(server.database, greeting, { id, text: 'payload canary' });
    await client().query(`update pgboss.job set state = 'active', started_on = now(), retry_count = 1 where data ->> 'id' = '2'`);
    await client().query(
      `update pgboss.job set state = 'completed', started_on = now(), completed_on = now() where data ->> 'id' = '3'`,
    );
    await client().query(
      `update pgboss.job set state = 'retry', retry_count = 1, output = '{"message": "the host is away"}' where data ->> 'id' = '4'`,
    );
    await client().query(
      `insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output)
       values ($1, $2, '{"id": 9, "text": "payload canary"}', 'greeting', 1, '{"message": "the host is gone"}')`,
      [randomUUID(), DEAD_LETTERS],
    );
    await client().query(
      `insert into mails (content, tries, last_error, failed_at) values ('payload canary', 61, 'the mailbox is full', now() - interval '1 day')`,
    );
  });
  afterAll(() => server.close());

  it('jobs are listed by their state, with tries and the reason of a failure, and without what they carry', async () => {
    const counts = { waiting: 3, running: 1, failed: 2, done: 1 };
    expect(await jobs('?state=waiting')).toMatchObject({ total: 3, counts });
    const waiting = (await jobs('?state=waiting')).data;
    expect(waiting.map(({ tries, reason }) => [tries, reason])).toEqual(
      expect.arrayContaining([
        [0, null],
        [0, null],
        [1, 'the host is away'],
      ]),
    );
    expect(waiting[0]).toMatchObject({ job: 'greeting', state: 'waiting', starts_at: expect.any(String), ended_at: null });
    expect((await jobs('?state=running')).data).toMatchObject([{ tries: 2, started_at: expect.any(String), starts_at: null }]);
    expect((await jobs('?state=done')).data).toMatchObject([{ tries: 1, ended_at: expect.any(String), reason: null }]);
    const failed = await jobs();
    expect(failed.data).toMatchObject([
      { job: 'greeting', state: 'failed', tries: 2, reason: 'the host is gone' },
      { id: expect.stringMatching(/^mail-\d+$/), job: 'mail', tries: 61, reason: 'the mailbox is full' },
    ]);
    expect((await jobs('?per_page=1&page=2')).data).toEqual(failed.data.slice(1));
    for (const query of ['?state=all', '?per_page=0', '?job=mail'])
      expect((await inject(listOperatorJobs, '', query)).statusCode).toBe(400);
  });

  it('a failed job and a failed mail run again, once, and the audit names them', async () => {
    const { data } = await jobs();
    for (const { id } of data) expect((await inject(retryOperatorJob, id)).statusCode).toBe(204);
    expect(await jobs()).toMatchObject({ data: [], total: 0 });
    const { data: waiting } = await jobs('?state=waiting');
    expect(waiting.map(({ job }) => job).toSorted()).toEqual(['greeting', 'greeting', 'greeting', 'greeting', 'mail']);
    const lines = listAudit.success.body.parse((await inject(listAudit)).json()).data;
    expect(lines).toMatchObject([
      { action: 'job.retried', by: operator.email, target: 'mail', detail: `job ${data[1]?.id}` },
      { action: 'job.retried', by: operator.email, target: 'greeting', detail: `job ${data[0]?.id}` },
    ]);
    const [running] = (await jobs('?state=running')).data;
    for (const id of [...data.map((job) => job.id), running?.id ?? '', randomUUID(), 'mail-0', 'x'])
      expect((await inject(retryOperatorJob, id)).json()).toMatchObject({ status: 404, code: 'JOBS.NOT_FOUND' });
    expect(listAudit.success.body.parse((await inject(listAudit)).json()).total).toBe(lines.length);
  });

  it('webhooks that were disabled and deliveries that were given up are listed with the host alone, and the latter run again', async () => {
    const [accountId] = ids;
    const hook = async (state: string, reason: string | null) => {
      const { rows } = await client().query<{ id: string }>(
        `insert into webhooks (id, account_id, url, events, state, reason, secret, created_at)
         values (gen_random_uuid(), $1, 'https://user:url-canary@hooks.example.com/url-canary?key=1', '{alert.fired}', $2, $3, '', now())
         returning id`,
        [accountId, state, reason],
      );
      return rows[0]?.id ?? '';
    };
    const deliver = async (webhook: string, state: string, failures: number) => {
      const tries = [
        { at: '2026-03-01T08:00:00.000Z', status: 500, error: 'the receiver answered 500', ms: 1, answer: 'answer canary' },
      ];
      const { rows } = await client().query<{ id: string }>(
        `insert into webhook_deliveries (id, account_id, webhook_id, event, body, state, failures, tries, created_at)
         values (gen_random_uuid(), $1, $2, 'alert.fired', '{"data": "payload canary"}', $3, $4, $5, now()) returning id`,
        [accountId, webhook, state, failures, JSON.stringify(tries)],
      );
      return rows[0]?.id ?? '';
    };
    const [active, gone] = [await hook('active', null), await hook('disabled', 'The receiver answered 410.')];
    await hook('disabled', 'You disabled it.');
    const givenUp = await deliver(active, 'failed', 10);
    const ofDisabled = await deliver(gone, 'failed', 10);
    await deliver(active, 'failed', 3);
    await deliver(active, 'waiting', 9);
    const answer = await inject(listOperatorJobs);
    for (const canary of ['url-canary', 'answer canary', 'user:']) expect(answer.payload).not.toContain(canary);
    const { data, counts } = await jobs();
    const found = data.filter(({ job }) => job.startsWith('webhook'));
    expect(counts.failed).toBe(data.length);
    expect(found.map(({ id, job, reason, tries, retryable }) => ({ id, job, reason, tries, retryable }))).toEqual(
      expect.arrayContaining([
        {
          id: `webhook-${gone}`,
          job: 'webhook',
          reason: 'hooks.example.com: The receiver answered 410.',
          tries: 0,
          retryable: false,
        },
        ...[givenUp, ofDisabled].map((id) => ({
          id: `delivery-${id}`,
          job: 'webhook delivery',
          reason: 'hooks.example.com: the receiver answered 500',
          tries: 1,
          retryable: id === givenUp,
        })),
      ]),
    );
    expect(found).toHaveLength(3);
    expect((await inject(retryOperatorJob, `delivery-${givenUp}`)).statusCode).toBe(204);
    for (const id of [`delivery-${givenUp}`, `delivery-${ofDisabled}`, `webhook-${gone}`, 'delivery-x'])
      expect((await inject(retryOperatorJob, id)).statusCode, id).toBe(404);
    const { rows } = await client().query('select state, failures from webhook_deliveries where id = $1', [givenUp]);
    expect(rows).toEqual([{ state: 'waiting', failures: 0 }]);
    const [line] = listAudit.success.body.parse((await inject(listAudit)).json()).data;
    expect(line).toMatchObject({ action: 'job.retried', target: 'webhook delivery', detail: `job delivery-${givenUp}` });
    await client().query('delete from webhooks');
  });

  it('sources are listed with their health and the number of accounts, those that fail first', async () => {
    await client().query(`insert into sources (network, key, display_name, state, failures, detail)
      values ('reddit', 'gardens', 'Gardens', 'ok', 0, null), ('reddit', 'bees', 'Bees', 'failed', 3, 'status 500'),
        ('reddit', 'nobodys', 'Nobodys', 'failed', 9, null)`);
    await client().query(
      `insert into tracked_sources (account_id, source_id) select account, id from sources, unnest($1::bigint[]) account
       where key = 'gardens' or (key = 'bees' and account = $2)`,
      [ids, ids[0]],
    );
    const listed = listOperatorSources.success.body.parse((await inject(listOperatorSources)).json());
    expect(listed).toMatchObject({
      networks: [
        { network: 'reddit', is_configured: false, state: 'not_configured' },
        { network: 'tiktok', is_configured: false },
      ],
      data: [
        { network: 'reddit', name: 'Bees', accounts: 1, failures: 3, detail: 'status 500' },
        { network: 'reddit', name: 'Gardens', accounts: 2, failures: 0, detail: null },
      ],
      total: 2,
    });
    const second = await inject(listOperatorSources, '', '?page=2&per_page=1');
    expect(second.json()).toMatchObject({ data: [{ name: 'Gardens' }], total: 2 });
  });

  it('data tables are listed with rows, sizes, stale bitmaps and the last import', async () => {
    await client().query(
      `insert into companies (canonical_key, source, name) select 'key ' || n, 'made', 'row canary' from generate_series(1, 3) n`,
    );
    await client().query(`insert into imports (table_name, file_name, started_by, options, state, started_at, finished_at, lease_until, added)
      values ('companies', 'first.csv', 'command', '{}', 'done', now() - interval '2 h', now() - interval '1 h', now(), 1),
        ('companies', 'second.csv', 'command', '{}', 'done', now(), now(), now(), 2),
        ('companies', 'third.csv', 'command', '{}', 'failed', now(), now() + interval '1 h', now(), 0)`);
    const answer = await inject(describeOperatorData);
    expect(answer.payload).not.toContain('row canary');
    const { data, total, database_bytes: bytes } = describeOperatorData.success.body.parse(answer.json());
    expect(data.map(({ table }) => table)).toEqual(tableNames);
    expect(total).toBe(tableNames.length);
    expect(bytes).toBeGreaterThan(1e6);
    expect(data.find(({ table }) => table === 'companies')).toMatchObject({
      title: expect.any(String),
      rows: 3,
      chunks: 1,
      last_import: { file: 'second.csv', added: 2 },
    });
    expect(data.find(({ table }) => table === 'investors')).toMatchObject({ rows: 0, last_import: null });
    const { rows } = await server.database.execute(sql`select pg_table_size('companies')::int as bytes`);
    expect(data.find(({ table }) => table === 'companies')?.table_bytes).toBe(rows[0]?.bytes);
    expect(data.map(({ copy }) => copy)).toEqual(tableNames.map(() => null));
  });

  it('the copies of tables in a column store, of each that was fed last', async () => {
    await client().query(`insert into column_store_copies (name, table_name, version, published_at, error, tried_at)
      select 'companies_1', table_name, version - 2, now() - interval '90 seconds', 'the engine is away', now() from table_versions
        where table_name = 'companies'
      union all select 'companies_0', 'companies', 0, null, null, now() - interval '1 day'
      union all select 'investors_1', table_name, version, now() - interval '1 hour', null, now() from table_versions
        where table_name = 'investors'`);
    await client().query(`insert into column_store_erasures (table_name, row_ids, version, done_at)
      values ('companies', '{1}', 3, null), ('companies', '{2}', 2, now())`);
    const { data } = await describeData({ database: server.database, columnStore: { read: async () => null } });
    const copies = new Map(data.map(({ table, copy }) => [table, copy]));
    expect(copies.get('companies')).toEqual({
      versions_behind: 2,
      behind_seconds: expect.closeTo(90, -2),
      erasures_waiting: 1,
      error: 'the engine is away',
    });
    expect(copies.get('investors')).toEqual({ versions_behind: 0, behind_seconds: 0, erasures_waiting: 0, error: null });
    expect(copies.get('people')).toBeNull();
    // Nothing is said about copies that an earlier column store left.
    const without = await describeData({ database: server.database, columnStore: null });
    expect(without.data.map(({ copy }) => copy)).toEqual(tableNames.map(() => null));
  });
});
