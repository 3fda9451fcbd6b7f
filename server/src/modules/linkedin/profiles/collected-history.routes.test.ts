import { getProfileHistory } from '@leadloom/shared/contract/collected-profiles';
import { parseProfile } from '@leadloom/shared/contract/linkedin';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount, signIn, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { companyAnswer, type PersonAnswer, personAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const MINUTE = 60_000;
const URL = 'https://www.linkedin.com/in/maren-holt';
const maren = {
  memberId: 'ACoAAMaren01',
  slug: 'maren-holt',
  headline: 'Planner',
  connections: 100,
  positions: [{ title: 'Planner', company: { name: 'Kestrel Works', id: '4711' }, start: { year: 2016 } }],
};

describe('the history of a collected profile', () => {
  let server: TestServer;
  let account: TestAccount;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    collector = openCollector(account);
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const collect = async (change: Partial<PersonAnswer> = {}) => {
    const answer = await collector.parseProfile(URL, personAnswer({ ...maren, ...change }));
    expect(answer.status).toBe(200);
    return parseProfile.success.body.parse(answer.body).user_id;
  };
  const addSections = async (sections: object) => {
    const content = { profile_id: maren.memberId, ...sections };
    expect((await collector.call('POST', '/parse/components', { content })).status).toBe(200);
  };
  const history = async (id = maren.memberId) =>
    getProfileHistory.success.body.parse((await collector.call('GET', `/linkedin/users/${id}/history`)).body).data;
  /** Signs in again, because access tokens expire earlier than the tested time. */
  const pass = async (minutes: number) => {
    server.clock.advance(minutes * MINUTE);
    account = await signIn(account.browser, account.email, account.password);
    collector = openCollector(account);
  };

  it('the history is empty after the first collection, however many answers it took', async () => {
    const id = await collect({ hasPositions: false });
    await pass(2);
    await addSections({ ex: personAnswer(maren), i: personAnswer({ ...maren, email: 'maren@example.com' }) });
    expect(await history()).toEqual([]);
    expect(await history(id)).toEqual([]);
  });

  it('the history shows what a later collection changed', async () => {
    await collect();
    await pass(60);
    const at = server.clock.now().toISOString();
    await collect({
      headline: 'Head of Supply Chain',
      connections: 120,
      positions: [{ title: 'Head', company: { name: 'Nordlys', id: '90210' }, start: { year: 2021 } }, ...maren.positions],
    });
    const [entry, ...others] = await history();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ changed_at: at, cause: 'collected' });
    expect(entry?.changes).toEqual([
      { field: 'headline', before: 'Planner', after: 'Head of Supply Chain' },
      { field: 'company_name', before: 'Kestrel Works', after: 'Nordlys' },
      {
        field: 'company_url',
        before: 'https://www.linkedin.com/company/4711',
        after: 'https://www.linkedin.com/company/90210',
      },
      { field: 'connection_count', before: 100, after: 120 },
      { field: 'experiences', before: 1, after: 2 },
    ]);
  });

  it('the history has no entry if nothing changed or an answer has less data', async () => {
    await collect();
    await pass(60);
    await collect();
    await collect({ headline: null, hasPositions: false });
    await addSections({ ex: 'nothing to read', p: personAnswer(maren) });
    expect(await history()).toEqual([]);
  });

  it('the answers of one collection are one entry of the history, and the next collection is another', async () => {
    await collect();
    await pass(60);
    await collect({ headline: 'Head of Supply Chain' });
    await pass(3);
    await addSections({ i: personAnswer({ ...maren, headline: 'Head of Supply Chain', email: 'maren@example.com' }) });
    await pass(6);
    await addSections({ ex: personAnswer({ ...maren, headline: 'Head of all Supply' }) });
    expect((await history()).map(({ changes }) => changes)).toEqual([
      [
        { field: 'headline', before: 'Planner', after: 'Head of all Supply' },
        { field: 'email', before: null, after: 'maren@example.com' },
      ],
    ]);
    await pass(30);
    await collect({ headline: 'Retired' });
    expect((await history()).map(({ changes }) => changes[0]?.after)).toEqual(['Retired', 'Head of all Supply']);
  });

  it('a change that is reverted within one collection is removed from the history', async () => {
    await collect();
    await pass(60);
    await collect({ headline: 'A passing mistake' });
    expect(await history()).toHaveLength(1);
    await collect();
    expect(await history()).toEqual([]);
  });

  it('the history counts changed entries of a list', async () => {
    await collect();
    await pass(60);
    await collect({
      positions: [
        { ...maren.positions[0], title: 'Planner', company: { name: 'Kestrel Works', id: '4711' }, start: { year: 2015 } },
      ],
    });
    expect((await history())[0]?.changes).toEqual([{ field: 'experiences_changed', before: null, after: 1 }]);
  });

  it('parallel answers create one complete entry of the history', async () => {
    await collect();
    await pass(60);
    await Promise.all([
      collect({ headline: 'Head of Supply Chain' }),
      addSections({ i: personAnswer({ ...maren, headline: null, email: 'maren@example.com' }) }),
      addSections({ p: personAnswer({ ...maren, headline: null, followers: 12 }) }),
    ]);
    const entries = await history();
    expect(entries).toHaveLength(1);
    expect(entries[0]?.changes.map(({ field }) => field).toSorted()).toEqual(['email', 'follower_count', 'headline']);
  });

  it.each(['0', '987654321', 'ACoAANobody1', '%00', 'a%2Fb'])('the history of %s is not found', async (id) => {
    await collect();
    expect(await collector.call('GET', `/linkedin/users/${id}/history`)).toMatchObject({
      status: 404,
      body: { code: 'PROFILE.NOT_FOUND' },
    });
  });

  it('each account has its own history of a member', async () => {
    await collect();
    await pass(60);
    const other = openCollector(await createVerifiedAccount(server));
    await other.parseProfile(URL, personAnswer(maren));
    await collect({ headline: 'Head of Supply Chain' });
    expect((await other.call('GET', `/linkedin/users/${maren.memberId}/history`)).body.data).toEqual([]);
  });

  describe('and of everything else, once it is erased', () => {
    const erase = (ids: readonly string[]) => collector.call('DELETE', '/linkedin/users', { ids });

    it('erasing a profile removes all of its data and resets its entry', async () => {
      const [row] = await collector.add('Maren-Holt', 'jon-berg');
      const id = await collect({ email: 'maren@example.com' });
      await collector.call('POST', '/linkedin/users/tags', { ids: [id], add: ['Warm'] });
      await collector.call('POST', '/parse/company', {
        url: 'https://www.linkedin.com/company/4711',
        companyResponse: companyAnswer({ id: '4711', slug: 'kestrel-works', name: 'Kestrel Works' }),
      });
      await pass(60);
      await collect({ headline: 'Head of Supply Chain' });
      const other = openCollector(await createVerifiedAccount(server));
      await other.add('maren-holt');
      await other.parseProfile(URL, personAnswer(maren));
      const theirs = await other.jobs();
      const held = async (table: string) =>
        (await server.database.$client.query(`select 1 from linkedin_${table} where profile_id = $1`, [id])).rowCount;
      const tables = ['experiences', 'profile_tags', 'profile_changes', 'raw_answers'];
      for (const table of tables) expect(await held(table), table).toBeGreaterThan(0);

      expect(await erase([id, '987654321', id])).toMatchObject({ status: 200, body: { deleted: 1 } });
      expect((await collector.call('GET', `/linkedin/users/${id}`)).status).toBe(404);
      expect((await collector.jobs()).user_jobs).toMatchObject([
        { id: row?.id, collected: false, status: null, profile_id: null, user_id: null, profile_url: null, email: null },
        { collected: false },
      ]);
      for (const table of tables) expect(await held(table), table).toBe(0);
      expect(await other.jobs()).toEqual(theirs);
      expect((await other.profile(maren.memberId)).headline).toBe('Planner');
      expect((await erase([id])).body).toEqual({ deleted: 0 });
    });

    it('the history restarts when an erased member is collected again', async () => {
      const id = await collect();
      await pass(60);
      await erase([id]);
      const again = await collect({ headline: 'Head of Supply Chain' });
      expect(again).not.toBe(id);
      expect(await history()).toEqual([]);
      expect(await collector.profile(again)).toMatchObject({ headline: 'Head of Supply Chain', tags: [] });
    });

    it('an erased profile does not come back with an answer that arrives at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await collect({ summary: 'To be forgotten.' });
        await Promise.all([
          erase([id]),
          collector.call('POST', '/parse/components', { content: { profile_id: maren.memberId, ex: personAnswer(maren) } }),
          collector.parseProfile(URL, personAnswer(maren)),
        ]);
        // Either the answer was stored first and removed with the rest, or it was stored later as a new
        // profile.
        const left = await collector.call('GET', `/linkedin/users/${maren.memberId}`);
        if (left.status !== 404) expect(left.body.profile).toMatchObject({ description: null });
      }
    });

    it.each([{ ids: [] }, {}, { ids: ['0'] }, { ids: ['-1'] }, { ids: ['1;'] }, { ids: [1] }, { ids: ['1'], all: true }])(
      'erasing with the body %j is refused',
      async (body) => {
        await collect();
        expect((await collector.call('DELETE', '/linkedin/users', body)).status).toBe(400);
        expect((await collector.call('GET', `/linkedin/users/${maren.memberId}`)).status).toBe(200);
      },
    );
  });
});
