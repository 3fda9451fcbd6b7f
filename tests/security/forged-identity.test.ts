/**
 * One account ties a mailbox to somebody else by a forged profile or list entry, and asks for an erasure by that mailbox.
 * What one account alone says must have no effect outside of it, unless the operator decides so.
 */
import { randomUUID } from 'node:crypto';
import { createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { type CollectorClient, openCollector } from '@leadloom/server/testing/collector-client';
import { personAnswer } from '@leadloom/server/testing/linkedin-answers';
import { createOperator, operatorSettings, type TestOperator } from '@leadloom/server/testing/operator.fixture';
import { addRows } from '@leadloom/server/testing/table-rows';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { createErasure, type Erasure, listErasures } from '@leadloom/shared/contract/erasures';
import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const MAILBOX = 'mailbox@attacker.example';
const VICTIM = { memberId: 'ACoAAVictim001', slug: 'sunniva-eide', firstName: 'Sunniva', lastName: 'Eide' };
const NORDLYS = [{ title: 'Head of Freight', company: { name: 'Nordlys', id: '7', slug: 'nordlys' }, start: { year: 2020 } }];
const PAGE = `https://www.linkedin.com/in/${VICTIM.slug}`;
const CLAIM = `profile:linkedin.com/in/${VICTIM.slug}`;

describe('an identity that one account claims', () => {
  let server: TestServer;
  let operator: TestOperator;
  let attacker: CollectorClient;
  let other: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.$client.query(
      'truncate erasures, suppressions, people, attempts, linkedin_profiles, collector_rows cascade',
    );
    attacker = openCollector(await createVerifiedAccount(server));
    other = openCollector(await createVerifiedAccount(server));
  });

  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    operator.browser.call(method, path, { bearer: operator.accessToken, ...(body === undefined ? {} : { body }) });
  const collect = async (collector: CollectorClient, changes: object = {}) =>
    (await collector.parseProfile(PAGE, personAnswer({ ...VICTIM, positions: NORDLYS, ...changes }))).status;
  const isKnown = async (email: string) =>
    server.database.$client.query('select name from people where email = $1', [email]).then(({ rows }) => rows.length > 0);
  const countProfiles = async () => (await server.database.$client.query('select id from linkedin_profiles')).rows.length;
  async function untilListed(isReady: (erasure: Erasure) => boolean): Promise<Erasure> {
    let found: Erasure | undefined;
    const look = async () => {
      const { body } = await call('GET', '/operator/erasures');
      found = listErasures.success.body.parse(body).data.find(isReady);
      return found !== undefined;
    };
    await expect.poll(look, { timeout: 30_000 }).toBe(true);
    if (found === undefined) throw new Error('no request is listed');
    return found;
  }
  async function enter(named: object): Promise<Erasure> {
    const { id } = createErasure.success.body.parse((await call('POST', '/operator/erasures', named)).body);
    return untilListed((erasure) => erasure.id === id && erasure.touches !== null);
  }
  async function carryOut({ id }: Erasure, body?: object): Promise<void> {
    expect((await call('POST', `/operator/erasures/${id}/carry-out`, body)).status).toBe(202);
    await untilListed((erasure) => erasure.id === id && erasure.state === 'done');
  }
  const addVictim = () =>
    addRows(server.database, tableByName('people'), [
      { name: 'Sunniva Eide', email: 'sunniva@nordlys.example', linkedin_url: PAGE, company_name: 'Nordlys' },
    ]);

  it('a forged profile erases in its account alone, and suppresses nobody elsewhere', async () => {
    await addVictim();
    expect([await collect(attacker, { email: MAILBOX }), await collect(other)]).toEqual([200, 200]);
    const asked = await enter({ email: MAILBOX });
    expect(asked.touches?.claims).toContainEqual({ key: CLAIM, accounts: 1, followed: false });
    await carryOut(asked);
    expect(await isKnown('sunniva@nordlys.example')).toBe(true);
    expect((await server.database.$client.query('select email from linkedin_profiles')).rows).toEqual([{ email: null }]);
    expect(await collect(other)).toBe(200);
    expect(await collect(openCollector(await createVerifiedAccount(server)))).toBe(200);
    // The account that said so is held to it.
    expect(await collect(attacker)).toBe(403);
  });

  it('a forged list entry does no more', async () => {
    await addVictim();
    expect(await collect(other)).toBe(200);
    expect((await attacker.save([{ id: randomUUID(), url: PAGE, email: MAILBOX, profile_id: VICTIM.memberId }])).status).toBe(
      200,
    );
    await carryOut(await enter({ email: MAILBOX }));
    expect(await isKnown('sunniva@nordlys.example')).toBe(true);
    expect(await countProfiles()).toBe(1);
    expect((await attacker.jobs()).user_jobs).toEqual([]);
    expect(await collect(other)).toBe(200);
  });

  it('an employer’s domain in the mailbox does not reach a colleague whose name is forged', async () => {
    await addVictim();
    expect(await collect(attacker, { email: 'someone@nordlys.example', memberId: 'ACoAAForged001', slug: 'forged-1' })).toBe(400);
    const forged = personAnswer({ ...VICTIM, memberId: 'ACoAAForged001', slug: 'forged-1', email: 'someone@nordlys.example' });
    expect((await attacker.parseProfile('https://www.linkedin.com/in/forged-1', forged)).status).toBe(200);
    await carryOut(await enter({ email: 'someone@nordlys.example' }));
    expect(await isKnown('sunniva@nordlys.example')).toBe(true);
    expect(await collect(other, { email: 'sunniva@nordlys.example' })).toBe(200);
  });

  it('the operator can follow what one account says, and leave out what two say', async () => {
    await addVictim();
    const second = openCollector(await createVerifiedAccount(server));
    await collect(attacker, { email: MAILBOX });
    await collect(other);
    await carryOut(await enter({ email: MAILBOX }), { include: [CLAIM] });
    expect(await isKnown('sunniva@nordlys.example')).toBe(false);
    expect(await countProfiles()).toBe(0);
    expect(await collect(other)).toBe(403);

    await server.database.$client.query('truncate suppressions');
    await addVictim();
    await collect(attacker, { email: MAILBOX });
    await collect(second, { email: MAILBOX });
    await collect(other);
    const asked = await enter({ email: MAILBOX });
    expect(asked.touches?.claims).toContainEqual({ key: CLAIM, accounts: 2, followed: true });
    expect(asked.touches).toMatchObject({ profiles: 3, tables: [{ table: 'people', deleted: 1 }] });
    const keys = asked.touches?.claims?.map(({ key }) => key) ?? [];
    await carryOut(asked, { leave_out: keys });
    expect(await isKnown('sunniva@nordlys.example')).toBe(true);
    expect(await countProfiles()).toBe(1);
    expect(await collect(other)).toBe(200);
  });

  it('what two accounts say in the same way is followed', async () => {
    await addVictim();
    const second = openCollector(await createVerifiedAccount(server));
    await collect(attacker, { email: MAILBOX });
    await collect(second, { email: MAILBOX });
    await collect(other);
    await carryOut(await enter({ email: MAILBOX }));
    expect(await isKnown('sunniva@nordlys.example')).toBe(false);
    expect(await countProfiles()).toBe(0);
    expect(await collect(other)).toBe(403);
  });

  it('a forged name in one account does not keep an erasure from finding the person', async () => {
    await addVictim();
    await collect(other);
    const forged = { email: 'sunniva@nordlys.example', firstName: 'Somebody', lastName: 'Else' };
    expect(await collect(attacker, forged)).toBe(200);
    await carryOut(await enter({ email: 'sunniva@nordlys.example' }));
    expect(await isKnown('sunniva@nordlys.example')).toBe(false);
    expect(await countProfiles()).toBe(0);
    expect(await collect(openCollector(await createVerifiedAccount(server)))).toBe(403);
  });

  it('another member of the same name, with another id and address, is not refused', async () => {
    await addVictim();
    await collect(other, { email: 'sunniva@nordlys.example' });
    const namesake = { ...VICTIM, memberId: 'ACoAANamesake1', slug: 'sunniva-eide-2', positions: NORDLYS };
    const address = 'https://www.linkedin.com/in/sunniva-eide-2';
    expect((await attacker.parseProfile(address, personAnswer(namesake))).status).toBe(200);
    expect((await server.database.$client.query('select distinct company_name from linkedin_profiles')).rows).toEqual([
      { company_name: 'Nordlys' },
    ]);
    await carryOut(await enter({ email: 'sunniva@nordlys.example' }));
    expect((await server.database.$client.query('select profile_key from linkedin_profiles')).rows).toEqual([
      { profile_key: 'sunniva-eide-2' },
    ]);
    expect((await attacker.parseProfile(address, personAnswer(namesake))).status).toBe(200);
    expect((await other.parseProfile(address, personAnswer(namesake))).status).toBe(200);
    expect(await collect(attacker)).toBe(403);
  });
});
