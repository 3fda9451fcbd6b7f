import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountIdOf, createAccount, createVerifiedAccount, type TestAccount } from '../../../testing/accounts.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector } from '../../../testing/empty-collector.ts';
import { storeProfiles } from '../../../testing/stored-profiles.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

describe('tags on collected profiles', () => {
  let server: TestServer;
  let account: TestAccount;
  let collector: CollectorClient;
  let ids: string[];
  beforeAll(async () => {
    server = await startTestServer();
    account = await createVerifiedAccount(server);
    collector = openCollector(account);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    ids = await storeProfiles(server, await accountIdOf(server, account.email), [{}, {}, {}]);
  });

  const tag = (body: object) => collector.call('POST', '/linkedin/users/tags', body);
  const untag = (body: object) => collector.call('DELETE', '/linkedin/users/tags', body);
  const tagsOf = async (position: number) => (await collector.profile(ids[position] ?? '')).tags;

  it('tags are added and removed, and the response says how many profiles changed', async () => {
    expect(await tag({ ids: [ids[0], ids[1], ids[0]], add: ['Warm', 'Buyer'] })).toMatchObject({
      status: 200,
      body: { people: 2, changed: 2, tagged: 2 },
    });
    expect(await tagsOf(0)).toEqual(['Buyer', 'Warm']);
    expect((await tag({ ids, add: ['Warm'] })).body).toMatchObject({ changed: 1 });
    expect((await tag({ ids, add: ['Warm'] })).body).toMatchObject({ changed: 0 });
    expect((await tag({ ids, remove: ['BUYER', 'unknown'] })).body).toMatchObject({ changed: 2 });
    expect((await tag({ ids, remove: ['BUYER'] })).body).toMatchObject({ changed: 0 });
    expect(await tagsOf(0)).toEqual(['Warm']);
    expect((await tag({ ids })).body).toMatchObject({ changed: 0 });
  });

  it('tags keep the spelling the account used first, and are tidied', async () => {
    await tag({ ids: [ids[0]], add: ['  Warm   Lead '] });
    expect((await tag({ ids: [ids[0]], add: ['WARM LEAD'] })).body).toMatchObject({ changed: 0 });
    await tag({ ids: [ids[1]], add: ['warm lead', 'Cafe\u0301', 'CAFÉ'] });
    expect(await tagsOf(0)).toEqual(['Warm Lead']);
    expect(await tagsOf(1)).toEqual(['Café', 'Warm Lead']);
  });

  it('a tag that is both added and removed is added', async () => {
    await tag({ ids: [ids[0]], add: ['Warm'] });
    expect((await tag({ ids: [ids[0]], add: ['warm'], remove: ['Warm'] })).body).toMatchObject({ changed: 0 });
    expect(await tagsOf(0)).toEqual(['Warm']);
  });

  it('a profile has at most fifty tags, and one more changes nothing at all', async () => {
    const names = (from: number, count: number) => Array.from({ length: count }, (_, place) => `tag ${from + place}`);
    for (const from of [0, 20]) await tag({ ids: [ids[0]], add: names(from, 20) });
    await tag({ ids: [ids[0]], add: names(40, 9) });
    const refused = await tag({ ids, add: ['one', 'two'], remove: [] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'TAGS.LIMIT_REACHED' } });
    expect(await tagsOf(0)).toHaveLength(49);
    expect(await tagsOf(1)).toEqual([]);
    // Removed tags make room for added ones.
    expect((await tag({ ids, add: ['one', 'two'], remove: ['tag 0'] })).body).toMatchObject({ changed: 3 });
    expect(await tagsOf(0)).toHaveLength(50);
  });

  it('what one call added is taken back exactly: not tags from before, and not those removed and added again since', async () => {
    await tag({ ids: [ids[0]], add: ['Warm'] });
    const { body } = await tag({ ids, add: ['WARM', 'Buyer'], remove: ['unknown'] });
    expect(body).toMatchObject({ people: 3, changed: 3, tagged: 3 });
    await tag({ ids: [ids[2]], remove: ['Warm'] });
    await tag({ ids: [ids[2]], add: ['Warm'] });
    await tag({ ids, add: ['Later'] });
    expect(await untag({ addition: body.addition })).toMatchObject({ status: 200, body: { people: 3 } });
    expect([await tagsOf(0), await tagsOf(1), await tagsOf(2)]).toEqual([['Later', 'Warm'], ['Later'], ['Later', 'Warm']]);
    expect((await untag({ addition: body.addition })).body).toEqual({ people: 0 });
  });

  it('a call says how many people got a tag that they did not have', async () => {
    await tag({ ids: [ids[0]], add: ['Warm', 'Later'] });
    expect((await tag({ filters: {}, add: ['Warm'], remove: ['Later'] })).body).toMatchObject({
      people: 3,
      changed: 3,
      tagged: 2,
    });
    expect((await tag({ ids, add: ['Warm'] })).body).toMatchObject({ people: 3, changed: 0, tagged: 0 });
  });

  it('no account takes back what another added, and an addition is named in its form', async () => {
    const { body } = await tag({ ids, add: ['Warm'] });
    const stranger = openCollector(await createAccount(server));
    expect((await stranger.call('DELETE', '/linkedin/users/tags', { addition: body.addition })).body).toEqual({ people: 0 });
    expect(await tagsOf(0)).toEqual(['Warm']);
    for (const wrong of [{}, { addition: 1 }, { addition: 'x' }, { addition: body.addition, ids }])
      expect(await untag(wrong)).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
  });

  it('additions are taken back while people are tagged and erased', async () => {
    const additions = [await tag({ ids, add: ['Warm'] }), await tag({ ids, add: ['Buyer'] })].map(({ body }) => body.addition);
    const answers = await Promise.all([
      ...additions.map((addition) => untag({ addition })),
      tag({ ids, add: ['Later'] }),
      collector.call('DELETE', '/linkedin/users', { ids: ids.toReversed() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('parallel changes keep the limit and one spelling', async () => {
    const orders = Array.from({ length: 8 }, (_, order) =>
      tag({
        ids,
        add: [order % 2 === 0 ? 'Shared' : 'SHARED', ...Array.from({ length: 9 }, (__, place) => `t ${order} ${place}`)],
      }),
    );
    const statuses = (await Promise.all(orders)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    const all = [await tagsOf(0), await tagsOf(1), await tagsOf(2)];
    expect(all.map((tags) => tags.length)).toEqual([46, 46, 46]);
    expect(new Set(all.flat().filter((name) => name.toLowerCase() === 'shared')).size).toBe(1);
  });

  it('tagging profiles that are deleted at the same time does not fail', async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, order) => tag({ ids, add: [`tag ${order}`] })),
      collector.call('DELETE', '/linkedin/users', { ids: ids.toReversed() }),
      collector.call('DELETE', '/linkedin/users', { ids }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(Number(answers[4]?.body.deleted) + Number(answers[5]?.body.deleted)).toBe(3);
    const { rows } = await server.database.$client.query('select 1 from linkedin_profile_tags');
    expect(rows).toEqual([]);
  });

  it.each([
    { ids: [], add: ['a'] },
    { add: ['a'] },
    { ids: ['0'], add: ['a'] },
    { ids: ['1 or 1=1'], add: ['a'] },
    { ids: ['ACoAAStored0'], add: ['a'] },
    { ids: [1], add: ['a'] },
    { ids: ['1'], add: [''] },
    { ids: ['1'], add: ['  '] },
    { ids: ['1'], add: ['a,b'] },
    { ids: ['1'], add: ['a\u0000b'] },
    { ids: ['1'], add: ['a\u200bb'] },
    { ids: ['1'], add: ['\ud800'] },
    { ids: ['1'], add: ['x'.repeat(41)] },
    { ids: ['1'], add: Array.from({ length: 21 }, (_, place) => `t${place}`) },
    { ids: ['1'], remove: [7] },
    { ids: ['1'], add: ['a'], account_id: 1 },
  ])('the tag change %j is refused', async (body) => {
    expect(await tag(body)).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
  });

  it('tags can contain any letters', async () => {
    const odd = ["'; drop table x; --", '%_\\', '日本', '🙂 yes', 'x'.repeat(40)];
    expect((await tag({ ids: [ids[0]], add: odd })).status).toBe(200);
    expect((await tagsOf(0)).toSorted()).toEqual(odd.toSorted());
  });

  it('tags and their spelling belong to one account', async () => {
    await tag({ ids, add: ['Warm'] });
    const stranger = await createAccount(server);
    const other = openCollector(stranger);
    expect((await other.call('POST', '/linkedin/users/tags', { ids, add: ['Forged'], remove: ['Warm'] })).body).toMatchObject({
      people: 0,
      changed: 0,
    });
    expect(await tagsOf(0)).toEqual(['Warm']);
    const [own] = await storeProfiles(server, await accountIdOf(server, stranger.email), [{}]);
    await other.call('POST', '/linkedin/users/tags', { ids: [own], add: ['WARM'] });
    expect((await other.profile(own ?? '')).tags).toEqual(['WARM']);
  });
});
