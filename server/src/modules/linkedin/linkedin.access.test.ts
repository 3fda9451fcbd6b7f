import { randomUUID } from 'node:crypto';
import * as profiles from '@leadloom/shared/contract/collected-profiles';
import { type EndpointDefinition, fillPath } from '@leadloom/shared/contract/endpoint';
import * as contract from '@leadloom/shared/contract/linkedin';
import * as changes from '@leadloom/shared/contract/people-changes';
import * as facets from '@leadloom/shared/contract/profile-facets';
import * as related from '@leadloom/shared/contract/profile-related';
import * as recollections from '@leadloom/shared/contract/recollections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { companyAnswer, personAnswer } from '../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MEMBER_ID = 'ACoAAMaren01';
const PROFILE_URL = 'https://www.linkedin.com/in/maren-holt';
const maren = {
  memberId: MEMBER_ID,
  slug: 'maren-holt',
  headline: 'Head of Supply Chain',
  summary: 'Known to the owner alone.',
  positions: [{ title: 'Head of Supply Chain', company: { name: 'Nordlys', id: '90210' } }],
};
const answer = personAnswer(maren);
const forged = personAnswer({
  memberId: MEMBER_ID,
  slug: 'maren-holt',
  headline: 'Forged',
  positions: [{ title: 'Forged', company: { name: 'Forged', id: '90210' } }],
});
const company = {
  url: 'https://www.linkedin.com/company/90210',
  companyResponse: companyAnswer({ id: '90210', slug: 'nordlys', name: 'Nordlys' }),
};

interface Call {
  readonly row: EndpointDefinition;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface CallIds {
  readonly row: string;
  readonly search: string;
  readonly user: string;
  readonly addition: string;
}

/** A call of every endpoint that succeeds for an account with the right ids. */
function callsFor(ids: CallIds): Record<string, Call> {
  return {
    listJobs: { row: contract.listJobs },
    saveUserJobs: {
      row: contract.saveUserJobs,
      body: { users: [{ id: ids.row, url: PROFILE_URL, collected: true, status: 'not_found', user_id: ids.user }] },
    },
    deleteUserJobs: { row: contract.deleteUserJobs, body: { ids: [ids.row] } },
    saveSearchJobs: {
      row: contract.saveSearchJobs,
      body: { searchParams: [{ page: 9, peopleSearchQuery: 'harbour masters', jobId: ids.search }] },
    },
    deleteSearchJob: { row: contract.deleteSearchJob, body: { id: ids.search } },
    parseProfile: {
      row: contract.parseProfile,
      body: { content: { url: PROFILE_URL, p1: forged } },
    },
    parseComponents: { row: contract.parseComponents, body: { content: { profile_id: MEMBER_ID, ex: forged } } },
    parseCompany: {
      row: contract.parseCompany,
      body: { ...company, companyResponse: companyAnswer({ id: '90210', slug: 'forged', name: 'Forged' }) },
    },
    listProfiles: { row: profiles.listProfiles },
    listProfileFacets: { row: facets.listProfileFacets, query: { of: 'title' } },
    summarizeProfiles: { row: facets.summarizeProfiles, query: { by: 'title' } },
    getProfile: { row: profiles.getProfile, params: { user_id: ids.user } },
    getProfileHistory: { row: profiles.getProfileHistory, params: { user_id: ids.user } },
    listProfileRelated: { row: related.listProfileRelated, params: { user_id: ids.user } },
    exportProfiles: { row: profiles.exportProfiles },
    exportExperiences: { row: profiles.exportExperiences },
    tagProfiles: { row: changes.tagProfiles, body: { ids: [ids.user], add: ['forged'], remove: ['own word'] } },
    untagProfiles: { row: changes.untagProfiles, body: { addition: ids.addition } },
    deleteProfiles: { row: changes.deleteProfiles, body: { ids: [ids.user] } },
    listRecollections: { row: recollections.listRecollections },
    getRecollection: { row: recollections.getRecollection, params: { user_id: ids.user } },
    setRecollections: { row: changes.setRecollections, body: { ids: [ids.user], every: null } },
    proposeRecollections: { row: recollections.proposeRecollections, body: { max: 10 } },
    acceptRisk: { row: contract.acceptRisk, body: { accepted: true } },
    searchCompanies: { row: contract.searchCompanies, query: { query: 'nordlys' } },
    rememberLocations: { row: contract.rememberLocations, body: { data: [{ id: '4711', name: 'Forged' }] } },
    searchLocations: { row: contract.searchLocations, query: { query: 'norway' } },
    completeOnboarding: { row: contract.completeOnboarding, body: { completed: true } },
    getCatalogue: { row: contract.getCatalogue },
    proveToExtension: {
      row: contract.proveToExtension,
      body: { origin: 'http://localhost:3000', challenge: 'A'.repeat(43) },
    },
  };
}

/** Refusals of callers without a session and of keys are asked of every endpoint by the access matrix of the security tests. */
describe('access to the collector', () => {
  let server: TestServer;
  let owner: TestAccount;
  let stranger: TestAccount;
  let ids: CallIds;
  /** What the owner sees from the beginning to the end. */
  let own: Awaited<ReturnType<typeof view>>;

  const send = (headers: Readonly<Record<string, string>>, { row, params, query, body }: Call) =>
    server.app.inject({
      method: row.method,
      url: `/api/v1${fillPath(row.path, params ?? {})}`,
      headers,
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { payload: body }),
    });
  const send2xx = async (account: TestAccount, call: Call) => {
    const response = await send(account.headers, call);
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response;
  };
  /** Everything an account can read. */
  const view = async (account: TestAccount) => {
    const bodyOf = async (name: string) => (await send(account.headers, callOf(name))).body;
    const { body } = await account.browser.call('GET', '/me', { bearer: account.accessToken });
    return {
      jobs: await bodyOf('listJobs'),
      profile: await bodyOf('getProfile'),
      history: await bodyOf('getProfileHistory'),
      list: await bodyOf('listProfiles'),
      facets: await bodyOf('listProfileFacets'),
      summary: await bodyOf('summarizeProfiles'),
      recollections: await bodyOf('listRecollections'),
      recollection: await bodyOf('getRecollection'),
      profiles: await bodyOf('exportProfiles'),
      experiences: await bodyOf('exportExperiences'),
      isOnboarded: body.linkedin_onboarded,
    };
  };

  beforeAll(async () => {
    server = await startTestServer();
    [owner, stranger] = await Promise.all([createAccount(server), createAccount(server)]);
    const row = randomUUID();
    await send2xx(owner, { row: contract.saveUserJobs, body: { users: [{ id: row, url: PROFILE_URL }] } });
    const search = await send2xx(owner, {
      row: contract.saveSearchJobs,
      body: { searchParams: [{ page: 1, peopleSearchQuery: 'supply chain' }] },
    });
    const profile = await send2xx(owner, { row: contract.parseProfile, body: { content: { url: PROFILE_URL, p1: answer } } });
    await send2xx(owner, { row: contract.parseCompany, body: company });
    const tagged = await send2xx(owner, {
      row: changes.tagProfiles,
      body: { ids: [profile.json().user_id], add: ['Own word'] },
    });
    await send2xx(owner, { row: changes.setRecollections, body: { ids: [profile.json().user_id], every: 'weekly' } });
    await send2xx(owner, { row: contract.acceptRisk, body: { accepted: true } });
    server.clock.advance(11 * 60_000);
    const again = personAnswer({ ...maren, connections: 7 });
    await send2xx(owner, { row: contract.parseProfile, body: { content: { url: PROFILE_URL, p1: again } } });
    ids = { row, search: search.json().jobId, user: profile.json().user_id, addition: tagged.json().addition };
    own = await view(owner);
  });
  afterAll(() => server.close());

  const names = Object.keys(callsFor({ row: '', search: '', user: '1', addition: '' }));
  const callOf = (name: string): Call => {
    const call = callsFor(ids)[name];
    if (call === undefined) throw new Error(`no call for ${name}`);
    return call;
  };

  it('access is tested for every endpoint of the collector', () => {
    const rows = Object.entries({ ...contract, ...profiles, ...changes, ...recollections, ...related, ...facets }).flatMap(
      ([name, value]) => (typeof value === 'object' && 'method' in value && 'path' in value ? [name] : []),
    );
    expect([...names].sort()).toEqual(rows.sort());
  });

  it('nobody sees the data of another account', async () => {
    const seen = await view(stranger);
    expect(JSON.parse(seen.jobs)).toMatchObject({
      user_jobs: [],
      total: 0,
      search_jobs: [],
      company_ids: [],
      risk_accepted_at: null,
    });
    expect(JSON.parse(seen.profile)).toMatchObject({ status: 404, code: 'PROFILE.NOT_FOUND' });
    expect(JSON.parse(seen.history)).toMatchObject({ status: 404, code: 'PROFILE.NOT_FOUND' });
    expect(JSON.parse(seen.recollections)).toEqual({ data: [], total: 0, due: 0, next_due_at: null });
    expect(JSON.parse(seen.recollection)).toMatchObject({ status: 404, code: 'PROFILE.NOT_FOUND' });
    expect(JSON.parse(seen.list)).toEqual({ data: [], total: 0, page: 1, per_page: 10, countries: [], tags: [] });
    expect(JSON.parse(seen.facets)).toEqual({ data: [{ of: 'title', values: [], blank: 0, more: 0 }], total: 0 });
    expect(JSON.parse(seen.summary)).toEqual({ data: [], total: 0, other: 0 });
    expect((await send(stranger.headers, callOf('searchCompanies'))).json()).toEqual({ data: [] });
    expect(seen.profiles.split('\r\n')).toHaveLength(2);
    expect(seen.experiences.split('\r\n')).toHaveLength(2);
  });

  it('a profile of another account cannot be found by its member id', async () => {
    const { headers } = await createVerifiedAccount(server);
    for (const row of [profiles.getProfile, profiles.getProfileHistory, related.listProfileRelated])
      expect((await send(headers, { row, params: { user_id: MEMBER_ID } })).statusCode).toBe(404);
    for (const ex of [forged, null])
      expect(
        (await send(stranger.headers, { row: contract.parseComponents, body: { content: { profile_id: MEMBER_ID, ex } } }))
          .statusCode,
      ).toBe(404);
  });

  it.each(names)('%s with the owner’s ids from another account changes nothing of the owner’s', async (name) => {
    const response = await send(stranger.headers, callOf(name));
    expect(response.statusCode).toBeLessThan(500);
    expect(await view(owner)).toEqual(own);
  });

  it('tagging and erasing other accounts’ profiles does nothing, and the response says so', async () => {
    expect((await send2xx(stranger, callOf('tagProfiles'))).json()).toMatchObject({ people: 0, changed: 0 });
    expect((await send2xx(stranger, callOf('untagProfiles'))).json()).toEqual({ people: 0 });
    expect((await send2xx(stranger, callOf('deleteProfiles'))).json()).toEqual({ deleted: 0 });
    expect((await send2xx(owner, callOf('listProfiles'))).json()).toMatchObject({ total: 1, tags: [{ name: 'Own word' }] });
  });

  it('an entry with the id of another account’s entry belongs to the caller', async () => {
    const newcomer = await createAccount(server);
    expect((await send(newcomer.headers, callOf('saveUserJobs'))).json().users).toMatchObject([{ id: ids.row, user_id: null }]);
  });

  it('saving a search under another account’s job creates a separate job', async () => {
    expect((await send(stranger.headers, callOf('saveSearchJobs'))).json().jobId).not.toBe(ids.search);
  });

  it('a forged profile or company is only visible to the account that sent it', async () => {
    await send2xx(stranger, callOf('parseProfile'));
    await send2xx(stranger, callOf('parseComponents'));
    await send2xx(stranger, callOf('parseCompany'));
    const mine = await send(stranger.headers, { row: profiles.getProfile, params: { user_id: MEMBER_ID } });
    expect(mine.json().profile).toMatchObject({ headline: 'Forged', description: null });
    const theirs = await send(owner.headers, { row: profiles.getProfile, params: { user_id: MEMBER_ID } });
    expect(theirs.json().profile).toMatchObject({
      user_id: ids.user,
      headline: 'Head of Supply Chain',
      experiences: [{ company_url: 'https://www.linkedin.com/company/nordlys' }],
    });
  });

  it('a company the owner looked up is still unknown to others', async () => {
    const newcomer = await createAccount(server);
    await send2xx(newcomer, callOf('parseProfile'));
    expect((await send2xx(newcomer, callOf('listJobs'))).json().company_ids).toEqual(['90210']);
    expect((await send2xx(owner, callOf('listJobs'))).json().company_ids).toEqual([]);
  });

  it('all rows are deleted with their account', async () => {
    const leaver = await createAccount(server);
    await send2xx(leaver, { row: contract.parseProfile, body: { content: { url: PROFILE_URL, p1: answer } } });
    const { rows } = await server.database.$client.query(
      `delete from accounts where email = $1 returning id, (select count(*)::int from linkedin_profiles p where p.account_id = accounts.id) as had`,
      [leaver.email],
    );
    expect(rows[0]?.had).toBe(1);
    const left = await server.database.$client.query('select 1 from linkedin_profiles where account_id = $1', [rows[0]?.id]);
    expect(left.rows).toEqual([]);
  });
});
