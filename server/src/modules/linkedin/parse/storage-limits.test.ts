import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { companyAnswer, personAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('what an account can fill a disk with', () => {
  let server: TestServer;
  let unverified: TestAccount;
  let verified: TestAccount;
  beforeAll(async () => {
    server = await startTestServer();
    unverified = await createAccount(server);
    verified = await createVerifiedAccount(server);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const collect = (account: TestAccount, name: string, change: object = {}) =>
    openCollector(account).parseProfile(
      `https://www.linkedin.com/in/${name}`,
      personAnswer({ memberId: `ACoAA${name.replaceAll('-', '')}`, slug: name, ...change }),
    );
  const lookUp = (account: TestAccount, id: number) =>
    openCollector(account).call('POST', '/parse/company', {
      url: `https://www.linkedin.com/company/${id}`,
      companyResponse: companyAnswer({ id: String(id), slug: `company-${id}`, name: `Company ${id}` }),
    });
  const fill = async (account: TestAccount, profiles: number) =>
    server.database.execute(sql`
      insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, parser_version)
      select ${await accountIdOf(server, account.email)}, 'ACoAA' || n, 'person-' || n, 'https://www.linkedin.com/in/person-' || n, 1
      from generate_series(1, ${profiles}::int) n`);

  it('an unverified account stores at most a hundred profiles, and can collect those again', async () => {
    await fill(unverified, 99);
    expect((await collect(unverified, 'maren-holt')).status).toBe(200);
    expect(await collect(unverified, 'aldo-brink')).toMatchObject({ status: 409, body: { code: 'PROFILE.LIMIT_REACHED' } });
    expect((await collect(unverified, 'maren-holt', { headline: 'Director' })).status).toBe(200);
  });

  it('a verified account stores at most sixty thousand profiles', async () => {
    await fill(verified, 59_999);
    expect((await collect(verified, 'maren-holt')).status).toBe(200);
    expect(await collect(verified, 'aldo-brink')).toMatchObject({ status: 409, body: { code: 'PROFILE.LIMIT_REACHED' } });
  });

  it('companies have the same limits', async () => {
    await server.database.execute(sql`
      insert into linkedin_companies (account_id, company_id, name)
      select ${await accountIdOf(server, unverified.email)}, (1000 + n)::text, 'Company ' || n from generate_series(1, 100) n`);
    expect(await lookUp(unverified, 90210)).toMatchObject({ status: 409, body: { code: 'PROFILE.LIMIT_REACHED' } });
    expect((await lookUp(unverified, 1001)).status).toBe(200);
  });

  it('the sections of one profile have at most half a million characters', async () => {
    const positions = Array.from({ length: 300 }, (_, number) => ({
      title: `Role ${number}`,
      description: 'x'.repeat(19_000),
      company: { name: `Company ${number}` },
    }));
    expect((await collect(unverified, 'maren-holt', { positions })).status).toBe(200);
    const { rows } = await server.database.execute(
      sql`select sum(length(description))::int as characters, count(*)::int as roles from linkedin_experiences`,
    );
    expect(Number(rows[0]?.characters)).toBeLessThanOrEqual(500_000);
    expect(Number(rows[0]?.roles)).toBe(300);
  });

  it.each([
    ['a verified', () => verified, 400],
    ['an unverified', () => unverified, 4],
  ] as const)('the history of a profile of %s account has its limit of entries', async (_, owner, limit) => {
    await collect(owner(), 'maren-holt');
    await server.database.execute(sql`
      insert into linkedin_profile_changes (account_id, profile_id, cause, changes, changed_at)
      select account_id, id, 'collected', '[]', '2020-01-01' from linkedin_profiles, generate_series(1, ${limit}::int)`);
    await server.database.execute(sql`update linkedin_profiles set collected_at = '2020-01-01'`);
    expect((await collect(owner(), 'maren-holt', { headline: 'Director' })).status).toBe(200);
    const { rows } = await server.database.execute(
      sql`select count(*)::int as entries, max(changes::text) as latest from linkedin_profile_changes`,
    );
    expect(rows[0]).toMatchObject({ entries: limit, latest: expect.stringContaining('Director') });
  });

  it('pending searches take at most a megabyte', async () => {
    const collector = openCollector(verified);
    const ids = Array.from({ length: 50 }, (_, number) => String(number).padEnd(40, '7'));
    const page = {
      peopleSearchQuery: 'x'.repeat(500),
      locationIds: ids,
      currentCompanyIds: ids,
      pastCompanyIds: ids,
      industryIds: ids,
    };
    const searchParams = Array.from({ length: 10 }, (_, index) => ({ page: index + 1, ...page }));
    const statuses: number[] = [];
    for (let round = 0; round < 60; round += 1)
      statuses.push((await collector.call('POST', '/linkedin/jobs/search', { searchParams })).status);
    expect(statuses.at(0)).toBe(201);
    expect(statuses.at(-1)).toBe(400);
    const { rows } = await server.database.execute(sql`select sum(length(searches::text))::int as bytes from search_jobs`);
    expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(1024 * 1024);
  });
});
