import { randomUUID } from 'node:crypto';
import { createErasure, type Erasure, listErasures } from '@leadloom/shared/contract/erasures';
import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVerifiedAccount } from '../../testing/accounts.ts';
import { openCollector } from '../../testing/collector-client.ts';
import { personAnswer } from '../../testing/linkedin-answers.ts';
import { createOperator, operatorSettings, type TestOperator } from '../../testing/operator.fixture.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { ASKING_LIMIT, MAIL_LIMIT } from './erasures.service.ts';

const DAY = 24 * 3600 * 1000;
const EMAIL = 'maren@nordlys.example';
const PROFILE = 'https://www.linkedin.com/in/maren-holt';

describe('erasure requests', () => {
  let server: TestServer;
  let operator: TestOperator;
  beforeAll(async () => {
    server = await startTestServer({ environment: operatorSettings });
    operator = await createOperator(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.database.$client.query('truncate erasures, suppressions, people, attempts cascade');
    server.mails.length = 0;
  });

  const ask = async (payload: object) => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/erasure-requests', payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const confirm = async (code: string) => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/v1/erasure-requests/confirm', payload: { code } });
    return { status: answer.statusCode, body: answer.json() };
  };
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    operator.browser.call(method, path, { bearer: operator.accessToken, ...(body === undefined ? {} : { body }) });
  const list = async (query = '') => listErasures.success.body.parse((await call('GET', `/operator/erasures${query}`)).body).data;
  const untilListed = async (isReady: (erasure: Erasure) => boolean): Promise<Erasure> => {
    let found: Erasure | undefined;
    await expect
      .poll(
        async () => {
          found = (await list())[0];
          return found !== undefined && isReady(found);
        },
        { timeout: 30_000 },
      )
      .toBe(true);
    if (found === undefined) throw new Error('no request is listed');
    return found;
  };
  const mailedCode = async (to = EMAIL) => {
    await expect
      .poll(() => server.mails.some((mail) => mail.to === to && /Confirm/.test(mail.subject)), { timeout: 20_000 })
      .toBe(true);
    const mail = server.mails.find((sent) => sent.to === to);
    const [, code = ''] = /\/app\/erasure\/confirm\/([\w-]+)/.exec(mail?.text ?? '') ?? [];
    return code;
  };

  it('a person asks, confirms by mail, is removed, is told, and does not come back by collecting', async () => {
    await addRows(server.database, tableByName('people'), [{ name: 'Maren Holt', email: EMAIL, linkedin_url: PROFILE }]);
    const collector = openCollector(await createVerifiedAccount(server));
    const maren = { memberId: 'ACoAAMaren01', slug: 'maren-holt', firstName: 'Maren', lastName: 'Holt', email: EMAIL };
    await collector.add('maren-holt', 'aldo-brink');
    expect((await collector.parseProfile(PROFILE, personAnswer(maren))).status).toBe(200);
    server.mails.length = 0;

    expect(await ask({ email: ` ${EMAIL.toUpperCase()} `, message: 'Please.' })).toMatchObject({ status: 202 });
    const code = await mailedCode();
    expect((await confirm(code)).status).toBe(200);
    expect((await confirm(code)).status).toBe(200);
    const open = await untilListed(({ touches }) => touches !== null);
    expect(open).toMatchObject({ state: 'open', by: 'mail', email: EMAIL, message: 'Please.' });
    expect(open.touches).toMatchObject({
      tables: [{ table: 'people', deleted: 1, blanked: 0 }],
      profiles: 1,
      entries: 1,
      names: ['Maren Holt'],
    });
    expect(Date.parse(open.due_at) - Date.parse(open.requested_at)).toBe(30 * DAY);

    expect(await call('POST', `/operator/erasures/${open.id}/carry-out`)).toMatchObject({
      status: 202,
      body: { state: 'running' },
    });
    const done = await untilListed(({ state }) => state === 'done');
    expect(done).toMatchObject({ email: null, message: null, touches: { tables: [{ table: 'people', deleted: 1 }], names: [] } });
    await expect
      .poll(() => server.mails.some(({ to, subject }) => to === EMAIL && /You were removed/.test(subject)), { timeout: 20_000 })
      .toBe(true);
    expect((await collector.jobs()).user_jobs.map(({ url }) => url)).toEqual(['https://www.linkedin.com/in/aldo-brink']);

    const again = await collector.save([
      { id: randomUUID(), url: 'https://no.linkedin.com/in/Maren-Holt/' },
      { id: randomUUID(), url: 'https://www.linkedin.com/in/third' },
    ]);
    expect(again).toMatchObject({
      status: 200,
      body: { added: 1, held_back: 1, users: [{ url: 'https://www.linkedin.com/in/third' }] },
    });
    // Under an address of which nothing is known, too.
    const renamed = await collector.parseProfile('https://www.linkedin.com/in/third', personAnswer({ ...maren, slug: 'third' }));
    expect(renamed).toMatchObject({ status: 403, body: { code: 'PROFILE.SUPPRESSED' } });
    expect((await collector.jobs()).user_jobs.map(({ url }) => url)).toEqual(['https://www.linkedin.com/in/aldo-brink']);
    expect((await server.database.$client.query('select id from linkedin_profiles')).rows).toEqual([]);
  });

  it('the answer is the same whatever is known, and one email gets a few mails a day', async () => {
    await addRows(server.database, tableByName('people'), [{ name: 'Maren Holt', email: EMAIL }]);
    const answers = [];
    for (let time = 0; time < MAIL_LIMIT.max + 3; time += 1) answers.push(await ask({ email: EMAIL }));
    answers.push(await ask({ email: 'unknown@nordlys.example' }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const { rows } = await server.database.$client.query('select count(*)::int as count from erasures where email = $1', [EMAIL]);
    expect(rows).toEqual([{ count: MAIL_LIMIT.max }]);
  });

  it('one address asks a limited number of times', async () => {
    const statuses = [];
    for (let time = 0; time <= ASKING_LIMIT.max; time += 1)
      statuses.push((await ask({ email: `person${time}@nordlys.example` })).status);
    expect(statuses).toEqual([...Array.from({ length: ASKING_LIMIT.max }, () => 202), 429]);
  });

  it('what is wrong with a request is said, and nothing is stored', async () => {
    expect(await ask({ email: 'nobody' })).toMatchObject({ status: 400, body: { code: 'EMAIL.INVALID' } });
    for (const profile_url of ['not an address', 'https://www.linkedin.com/company/nordlys', 'javascript:alert(1)'])
      expect(await ask({ email: EMAIL, profile_url })).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
    for (const body of [
      {},
      { name: 'Maren Holt' },
      { domain: 'nordlys.example' },
      { name: '!!', domain: 'nordlys.example' },
      { name: 'A B', domain: 'no' },
    ])
      expect(await call('POST', '/operator/erasures', body)).toMatchObject({ status: 400, body: { code: 'REQUEST.INVALID' } });
    expect(await call('POST', '/operator/erasures', { email: EMAIL, received_on: '2999-01-01' })).toMatchObject({ status: 400 });
    expect((await server.database.$client.query('select id from erasures')).rows).toEqual([]);
  });

  it('a letter needs no email, its period begins when it came, and lists go by the due date', async () => {
    const now = server.clock.now().getTime();
    const day = new Date(now - 10 * DAY).toISOString().slice(0, 10);
    await call('POST', '/operator/erasures', { email: EMAIL });
    const letter = await call('POST', '/operator/erasures', {
      name: 'Maren Holt',
      domain: 'https://www.Nordlys.example/',
      received_on: day,
    });
    expect(letter.status).toBe(201);
    const entered = createErasure.success.body.parse(letter.body);
    expect(entered).toMatchObject({
      by: 'letter',
      email: null,
      name: 'Maren Holt',
      domain: 'nordlys.example',
      requested_at: `${day}T00:00:00.000Z`,
    });
    expect((await list()).map(({ by, email }) => `${by} ${email}`)).toEqual(['letter null', `letter ${EMAIL}`]);
    expect(await list('?state=done')).toEqual([]);
  });

  it('a refusal is mailed with its reason', async () => {
    const entered = createErasure.success.body.parse((await call('POST', '/operator/erasures', { email: EMAIL })).body);
    const refused = await call('POST', `/operator/erasures/${entered.id}/refuse`, { reason: 'We could not identify you.' });
    expect(refused).toMatchObject({
      status: 200,
      body: { state: 'refused', reason: 'We could not identify you.', touches: null },
    });
    await expect
      .poll(() => server.mails.find(({ to }) => to === EMAIL)?.text, { timeout: 20_000 })
      .toContain('We could not identify you.');
  });

  // Last: the operator's session ends meanwhile.
  it('a code is checked, and works for seven days', async () => {
    expect(await confirm('wrong')).toMatchObject({ status: 403, body: { code: 'VERIFICATION.INCORRECT' } });
    await ask({ email: EMAIL });
    const code = await mailedCode();
    server.clock.advance(7 * DAY + 1000);
    expect(await confirm(code)).toMatchObject({ status: 409, body: { code: 'VERIFICATION.EXPIRED' } });
  });
});
