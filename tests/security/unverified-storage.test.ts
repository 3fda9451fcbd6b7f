/**
 * What an account can store before its email is verified. Every endpoint that such an account can call and that stores
 * something states its limits in the contract, and each of these limits is reached here.
 * The file is long because each limit has its case.
 */
import { randomUUID } from 'node:crypto';
import { companyAnswer, personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import * as collector from '@leadloom/shared/contract/collector-limits';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { MAX_NOTES, MAX_TAGGED_ROWS } from '@leadloom/shared/contract/my-row-changes';
import { MAX_LISTS } from '@leadloom/shared/contract/my-rows';
import { MAX_RECOLLECTIONS } from '@leadloom/shared/contract/recollections';
import type { StorageLimit } from '@leadloom/shared/contract/storage-limit';
import { MAX_VIEWS } from '@leadloom/shared/contract/table-views';
import { MAX_TABLE_VISITS } from '@leadloom/shared/contract/table-visits';
import { MAX_EXPORTS } from '@leadloom/shared/contract/tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, nextAddress, type Person, rows } from './testing/security.fixture.ts';

const ONE_FIELD = 'changes a field of the account or of what it has';
const DELETES = 'deletes or ends something';
const SHORT_LIVED = 'rows live for minutes, and calls are limited';
const SESSIONS = 'sessions end by themselves, and attempts are limited';
const MAILED = 'mails and their codes are limited for each account and address';
const PROVIDER = 'stores what the payment provider says';
const ANALYSED = 'changes trends, which only analyses of verified accounts make';
const CATALOGUE = 'one row for each id of the catalogue in force, which is short';
const NOTHING = 'stores nothing';

/** Endpoints without a limit in the contract, and why they need none. */
const reasons: Readonly<Record<string, string>> = {
  acceptRisk: ONE_FIELD,
  beginOidcLogin: SHORT_LIVED,
  beginOidcProof: SHORT_LIVED,
  beginPasskeyLogin: SHORT_LIVED,
  beginPasskeyProof: SHORT_LIVED,
  cancelSubscription: PROVIDER,
  changeEmail: MAILED,
  changePassword: ONE_FIELD,
  changePreferences: ONE_FIELD,
  changeRowNote: ONE_FIELD,
  changeTableView: ONE_FIELD,
  completeOnboarding: ONE_FIELD,
  confirmEmail: ONE_FIELD,
  confirmErasure: ONE_FIELD,
  deleteAccount: DELETES,
  disableTwoFactor: DELETES,
  endFirstSteps: ONE_FIELD,
  markLookedAtTable: ONE_FIELD,
  endOtherSessions: DELETES,
  leaveWorkspace: DELETES,
  login: SESSIONS,
  logout: DELETES,
  mergeTrends: ANALYSED,
  newPassword: ONE_FIELD,
  oidcLogin: SESSIONS,
  oidcLoginCode: SESSIONS,
  oidcProof: ONE_FIELD,
  openPortal: PROVIDER,
  passkeyLogin: SESSIONS,
  passkeyProof: ONE_FIELD,
  reportCatalogueCheck: CATALOGUE,
  prove: ONE_FIELD,
  proveToExtension: NOTHING,
  receiveStripeEvent: PROVIDER,
  reconcileCheckout: PROVIDER,
  refresh: ONE_FIELD,
  register: 'unverified accounts end by themselves, and registrations are limited for each address',
  renamePasskey: ONE_FIELD,
  renewRecoveryCodes: ONE_FIELD,
  requestErasure: MAILED,
  resendVerification: MAILED,
  resetPassword: MAILED,
  restoreRowList: ONE_FIELD,
  saveTableLayout: 'one layout for each table',
  unsubscribeAlert: ONE_FIELD,
  updateProfile: ONE_FIELD,
  updateTableView: ONE_FIELD,
  updateTrend: ANALYSED,
  verify: ONE_FIELD,
  verifyEmail: NOTHING,
};

const canStore = ({ access, method, hasEffect }: EndpointDefinition) =>
  (access === 'session' || access === 'public') && method !== 'DELETE' && (method !== 'GET' || hasEffect === true);
const storing = rows.filter(([, endpoint]) => canStore(endpoint));

const VIEW = { state: { filters: {}, columns: [], sort: null, order: null, per_page: null }, is_default: false };

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Held {
  readonly profileIds: readonly number[];
  /** Of the rows found for pasted lines. */
  readonly pastedId: number | undefined;
  readonly companyId: number;
}

/** What fills an account, and a call that adds one more. */
interface Case {
  readonly endpoint: string;
  readonly limit: StorageLimit;
  /** Statements that store so many, with the account's id as `$1`. */
  readonly fill: (count: number) => readonly string[];
  readonly more: (held: Held) => Call;
  readonly status: number;
  readonly code: string;
}

const people = (count: number) =>
  `insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, parser_version, full_name)
    select $1, 'ACoAA' || n, 'person-' || n, 'https://www.linkedin.com/in/person-' || n, 1, 'Person ' || n from generate_series(1, ${count}) n`;
const entries = (count: number) =>
  `insert into collector_rows (account_id, id, url, profile_key)
    select $1, gen_random_uuid(), 'https://www.linkedin.com/in/entry-' || n, 'entry-' || n from generate_series(1, ${count}) n`;
const page = (text = 'x') => ({ page: 1, peopleSearchQuery: text });

const cases: readonly Case[] = [
  {
    endpoint: 'createRowList',
    limit: MAX_LISTS,
    fill: (count) => [
      `insert into row_lists (account_id, table_name, name, created_at, updated_at)
        select $1, 'companies', 'List ' || n, now(), now() from generate_series(1, ${count}) n`,
    ],
    more: () => ({ method: 'POST', path: '/lists', body: { name: 'One more', table: 'companies' } }),
    status: 409,
    code: 'ROW_LIST.LIMIT_REACHED',
  },
  {
    // What was pasted becomes a list by its name.
    endpoint: 'changeRowList',
    limit: MAX_LISTS,
    fill: (count) => [
      `insert into row_lists (account_id, table_name, name, created_at, updated_at)
        select $1, 'companies', 'List ' || n, now(), now() from generate_series(1, ${count}) n`,
      `insert into row_lists (account_id, table_name, name, pasted_lines, created_at, updated_at)
        values ($1, 'companies', 'Pasted', 1, now(), now())`,
    ],
    more: ({ pastedId }) => ({ method: 'PATCH', path: `/lists/${pastedId}`, body: { name: 'One more' } }),
    status: 409,
    code: 'ROW_LIST.LIMIT_REACHED',
  },
  {
    endpoint: 'createTableView',
    limit: MAX_VIEWS,
    fill: (count) => [
      `insert into table_views (id, account_id, table_name, name, state, is_default, created_at, updated_at)
        select $1 || '-' || n, $1::bigint, 'investors', 'View ' || n, '{}', false, now(), now() from generate_series(1, ${count}) n`,
    ],
    more: () => ({ method: 'POST', path: '/table-views', body: { table: 'companies', name: 'One more', ...VIEW } }),
    status: 409,
    code: 'VIEW.LIMIT_REACHED',
  },
  {
    endpoint: 'reviews.export',
    limit: MAX_EXPORTS,
    fill: (count) => [
      `insert into table_exports (account_id, month, table_name, filters, started_at, row_count, reserved)
        select $1, '2020-01-01', 'reviews', '{}', now(), 0, 0 from generate_series(1, ${count}) n`,
    ],
    more: () => ({ method: 'GET', path: '/table/reviews/export?columns=rating' }),
    status: 403,
    code: 'EXPORT.OVER_LIMIT',
  },
  {
    endpoint: 'addRowNote',
    limit: MAX_NOTES,
    fill: (count) => [
      `insert into row_notes (account_id, table_name, row_id, text, created_at, updated_at)
        select $1, 'companies', n, 'A note', now(), now() from generate_series(1, ${count}) n`,
    ],
    more: ({ companyId }) => ({ method: 'POST', path: `/table/companies/${companyId}/notes`, body: { text: 'One more' } }),
    status: 409,
    code: 'NOTE.LIMIT_REACHED',
  },
  {
    endpoint: 'setRowTags',
    limit: MAX_TAGGED_ROWS,
    fill: (count) => [
      `insert into row_tags (account_id, table_name, row_id, folded, tag)
        select $1, 'investors', n, 'lead', 'Lead' from generate_series(1, ${count}) n`,
    ],
    more: ({ companyId }) => ({ method: 'PUT', path: `/table/companies/${companyId}/tags`, body: { tags: ['Lead'] } }),
    status: 409,
    code: 'ROW_TAGS.LIMIT_REACHED',
  },
  {
    endpoint: 'setRowTags',
    limit: collector.MAX_TAGGED_PEOPLE,
    fill: (count) => [
      people(count),
      "insert into linkedin_profile_tags (account_id, profile_id, tag, folded) select account_id, id, 'Lead', 'lead' from linkedin_profiles where account_id = $1",
    ],
    more: ({ profileIds: [id] }) => ({
      method: 'PUT',
      path: `/table/collected-people/${id}/tags`,
      body: { tags: ['Lead', 'Friend'] },
    }),
    status: 409,
    code: 'TAGS.LIMIT_REACHED',
  },
  {
    endpoint: 'tagProfiles',
    limit: collector.MAX_TAGGED_PEOPLE,
    fill: (count) => [
      people(count),
      "insert into linkedin_profile_tags (account_id, profile_id, tag, folded) select account_id, id, 'Lead', 'lead' from linkedin_profiles where account_id = $1",
    ],
    more: ({ profileIds: [id] }) => ({
      method: 'POST',
      path: '/linkedin/users/tags',
      body: { ids: [String(id)], add: ['Friend'] },
    }),
    status: 409,
    code: 'TAGS.LIMIT_REACHED',
  },
  {
    endpoint: 'setRecollections',
    limit: MAX_RECOLLECTIONS,
    fill: (count) => [
      people(count + 1),
      `insert into linkedin_recollections (profile_id, account_id, every, due_at)
        select id, account_id, 'weekly', now() from linkedin_profiles where account_id = $1 order by id limit ${count}`,
    ],
    more: ({ profileIds }) => ({
      method: 'PUT',
      path: '/linkedin/recollections',
      body: { ids: [String(profileIds.at(-1))], every: 'weekly' },
    }),
    status: 409,
    code: 'RECOLLECTIONS.LIMIT_REACHED',
  },
  {
    endpoint: 'proposeRecollections',
    limit: collector.MAX_ENTRIES,
    fill: (count) => [
      entries(count),
      people(1),
      `insert into linkedin_recollections (profile_id, account_id, every, due_at)
        select id, account_id, 'weekly', '2020-01-01' from linkedin_profiles where account_id = $1`,
    ],
    more: () => ({ method: 'POST', path: '/linkedin/recollections/due', body: { max: 10 } }),
    status: 400,
    code: 'REQUEST.INVALID',
  },
  {
    endpoint: 'saveUserJobs',
    limit: collector.MAX_ENTRIES,
    fill: (count) => [entries(count)],
    more: () => ({
      method: 'POST',
      path: '/linkedin/jobs/users',
      body: { users: [{ id: randomUUID(), url: 'https://www.linkedin.com/in/one-more' }] },
    }),
    status: 400,
    code: 'REQUEST.INVALID',
  },
  {
    endpoint: 'addCollectedPerson',
    limit: collector.MAX_ENTRIES,
    fill: (count) => [entries(count)],
    more: () => ({ method: 'POST', path: '/collected-people', body: { url: 'https://www.linkedin.com/in/one-more' } }),
    status: 400,
    code: 'REQUEST.INVALID',
  },
  {
    endpoint: 'saveSearchJobs',
    limit: collector.MAX_PENDING_SEARCHES,
    fill: (count) => [
      `insert into search_jobs (account_id, description, searches)
        select $1, 'search ' || n, '[]' from generate_series(1, ${count}) n`,
    ],
    more: () => ({ method: 'POST', path: '/linkedin/jobs/search', body: { searchParams: [page()] } }),
    status: 400,
    code: 'REQUEST.INVALID',
  },
  {
    endpoint: 'saveSearchJobs',
    limit: collector.MAX_SEARCH_CHARACTERS,
    fill: () => [],
    more: () => ({
      method: 'POST',
      path: '/linkedin/jobs/search',
      body: { searchParams: Array.from({ length: 80 }, () => page('x'.repeat(500))) },
    }),
    status: 400,
    code: 'REQUEST.INVALID',
  },
  {
    endpoint: 'parseProfile',
    limit: collector.MAX_PROFILES,
    fill: (count) => [people(count)],
    more: () => ({
      method: 'POST',
      path: '/parse/profile',
      body: {
        content: {
          url: 'https://www.linkedin.com/in/maren-holt',
          p1: personAnswer({ memberId: 'ACoAAmarenholt', slug: 'maren-holt' }),
        },
      },
    }),
    status: 409,
    code: 'PROFILE.LIMIT_REACHED',
  },
  {
    endpoint: 'parseCompany',
    limit: collector.MAX_COMPANIES,
    fill: (count) => [
      `insert into linkedin_companies (account_id, company_id, name)
        select $1, (1000 + n)::text, 'Company ' || n from generate_series(1, ${count}) n`,
    ],
    more: () => ({
      method: 'POST',
      path: '/parse/company',
      body: {
        url: 'https://www.linkedin.com/company/90210',
        companyResponse: companyAnswer({ id: '90210', slug: 'company-90210', name: 'Company 90210' }),
      },
    }),
    status: 409,
    code: 'PROFILE.LIMIT_REACHED',
  },
];

/** Limits that refuse nothing, because the oldest is deleted for a new one. */
const makingRoom: readonly string[] = [MAX_TABLE_VISITS.of, collector.MAX_KNOWN_PLACES.of, collector.MAX_PROFILE_CHANGES.of];

describe('what an unverified account can store', () => {
  let server: TestServer;
  let companyId: number;
  beforeAll(async () => {
    server = await startTestServer();
    const added = await server.database.$client.query(
      "insert into companies (name, canonical_key, source) values ('Fjordlight', 'fjordlight', 'test') returning id",
    );
    companyId = Number(added.rows[0]?.id);
  });
  afterAll(() => server.close());

  const idsIn = async (statement: string, { id }: Person) => {
    const found = await server.database.$client.query(statement, [id]);
    return z
      .array(z.object({ id: z.coerce.number() }))
      .parse(found.rows)
      .map((row) => row.id);
  };
  const heldBy = async (person: Person): Promise<Held> => {
    const [pastedId] = await idsIn('select id from row_lists where account_id = $1 and pasted_lines is not null', person);
    const profileIds = await idsIn('select id from linkedin_profiles where account_id = $1 order by id', person);
    return { profileIds, pastedId, companyId };
  };
  async function call({ bearer }: Person, { method, path, body }: Call) {
    const { statusCode, payload } = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      ...(body === undefined ? {} : { payload: body }),
      headers: bearer,
      remoteAddress: nextAddress(),
    });
    if (statusCode < 300) return { status: statusCode };
    const { code, msg } = z.object({ code: z.string(), msg: z.string() }).parse(JSON.parse(payload));
    return { status: statusCode, code, msg };
  }
  const verify = ({ id }: Person) =>
    server.database.$client.query(
      "update accounts set verified_at = now(), trial_ends_at = now() + interval '9 days' where id = $1",
      [id],
    );

  it.each(storing)('%s states its limits of storage, or needs none for a reason', (name, { storageLimits }) => {
    if (storageLimits === undefined) expect(reasons[name]).toBeDefined();
    else {
      expect(reasons[name]).toBeUndefined();
      for (const { unverified, verified } of storageLimits) expect(unverified <= 10 || unverified * 100 <= verified).toBe(true);
    }
  });

  it('no reason is left of an endpoint that is gone', () => {
    const names = new Set(storing.map(([name]) => name));
    expect(Object.keys(reasons).filter((name) => !names.has(name))).toEqual([]);
  });

  it('each stated limit is reached by a case', () => {
    const stated = storing.flatMap(([name, { storageLimits = [] }]) => storageLimits.map(({ of }) => `${name}: ${of}`));
    const reached = new Set(cases.map(({ endpoint, limit }) => `${endpoint}: ${limit.of}`));
    expect(stated.filter((each) => !reached.has(each) && !makingRoom.some((of) => each.endsWith(`: ${of}`)))).toEqual([]);
  });

  async function fillTo(count: number, { fill }: Case): Promise<Person> {
    const person = await addPerson(server, { isVerified: false });
    for (const statement of fill(count)) await server.database.$client.query(statement, [person.id]);
    return person;
  }

  it.each(cases)('$endpoint refuses more than the limit of $limit.of', async (each) => {
    const { more, limit, status, code } = each;
    const person = await fillTo(limit.unverified, each);
    const one = more(await heldBy(person));
    const number = limit.unverified.toLocaleString('en');
    expect(await call(person, one)).toEqual({
      status,
      code,
      msg: `Until your email is verified, your account can hold ${number} ${limit.of}. Verify it to ${limit.verb ?? 'add'} more.`,
    });
    await verify(person);
    expect((await call(person, one)).status).toBeLessThan(300);
  });

  it.each(cases.filter(({ limit }) => limit !== collector.MAX_SEARCH_CHARACTERS))(
    '$endpoint accepts the last one of the limit of $limit.of',
    async (each) => {
      const person = await fillTo(each.limit.unverified - 1, each);
      const one = each.more(await heldBy(person));
      expect((await call(person, one)).status).toBeLessThan(300);
    },
  );
});
