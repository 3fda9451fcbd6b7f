import { changeOpenSource, listJobBoards } from '@leadloom/shared/contract/open-sources';
import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenSourceError } from '../../open-sources/open-source.ts';
import { jobBoards } from '../../schema/open-sources.table.ts';
import { CONTACT, echo, type OpenSourcesFixture, openSourcesFixture } from './testing/open-sources.fixture.ts';
import { createSmallSource } from './testing/small-source.fixture.ts';

const PATH = '/operator/open-sources';

describe('open sources in the console', () => {
  let fixture: OpenSourcesFixture;
  const small = createSmallSource({ isUntried: true });
  const contacts: (string | null)[] = [];
  const audit = async () =>
    listAudit.success.body
      .parse((await fixture.call('GET', '/operator/audit')).json())
      .data.filter(({ action }) => action.startsWith('source'))
      .map(({ action, target, detail }) => [action, target, detail].filter((text) => text !== null).join(' | '));

  beforeAll(async () => {
    fixture = await openSourcesFixture(small, {
      environment: {},
      createHttp: (options) => {
        contacts.push(options.contact);
        return echo(options);
      },
    });
  });
  afterEach(async () => {
    await fixture.reset();
    contacts.length = 0;
  });
  afterAll(() => fixture.server.close());

  it('are off until somebody switches them, and say what they are', async () => {
    expect(await fixture.list()).toMatchObject({
      total: 1,
      contact: null,
      is_contact_set_by_server: false,
      sells_in: null,
      data: [
        {
          id: 'no-brreg',
          title: 'Small Register',
          state: 'off',
          needs: 'contact',
          last_run_at: null,
          next_run_at: null,
          rows: 0,
          error: null,
          can_confirm: false,
          label: 'not yet seen live',
          options: [{ key: 'tiny', label: 'companies without staff', on: false }],
          boards: null,
        },
      ],
    });
  });

  it('are asked for nothing before there is a contact, and then at once', async () => {
    small.steps = [{ names: ['Aa'] }];
    expect(await fixture.run()).toBe(409);
    expect((await fixture.call('POST', `${PATH}/no-brreg/try`)).json()).toMatchObject({ code: 'SOURCES.NO_CONTACT' });
    const switched = await fixture.call('PATCH', `${PATH}/no-brreg`, { on: true });
    expect(switched.json()).toMatchObject({ state: 'waiting', needs: 'contact' });
    expect(contacts).toEqual([]);
    expect((await fixture.call('PATCH', PATH, { contact: CONTACT })).status).toBe(204);
    await vi.waitFor(async () => expect(await fixture.names()).toEqual(['Aa']), { timeout: 10_000 });
    expect(await fixture.ended()).toMatchObject({ state: 'waiting', needs: null, label: null });
    expect(contacts).toEqual([CONTACT]);
  });

  it.each(['noreply@leadloom.example', 'do-not-reply@leadloom.example'])('%s is no contact', async (contact) => {
    expect((await fixture.call('PATCH', PATH, { contact })).json()).toMatchObject({ code: 'SOURCES.CONTACT_REFUSED' });
    expect((await fixture.list()).contact).toBeNull();
  });

  it.each([{ contact: 'nobody' }, { sells_in: ['Norway'] }, { sells_in: ['no'] }, { others: 1 }])(
    '%j is refused',
    async (body) => {
      expect((await fixture.call('PATCH', PATH, body)).status).toBe(400);
    },
  );

  it('that fit where the operator sells are switched on, and others stay as they are', async () => {
    await fixture.call('PATCH', PATH, { sells_in: ['DE', 'SE'] });
    expect(await fixture.list()).toMatchObject({ sells_in: ['DE', 'SE'], data: [{ state: 'off' }] });
    await fixture.call('PATCH', PATH, { sells_in: ['NO', 'DE', 'NO'] });
    expect(await fixture.list()).toMatchObject({ sells_in: ['DE', 'NO'], data: [{ state: 'waiting' }] });
    await fixture.call('PATCH', PATH, { sells_in: ['DE'] });
    expect(await fixture.list(), 'no source is switched off unasked').toMatchObject({ data: [{ state: 'waiting' }] });
  });

  it('have only the switches that they name', async () => {
    const unknown = await fixture.call('PATCH', `${PATH}/no-brreg`, { options: { toString: true } });
    expect([unknown.status, unknown.json()]).toEqual([400, expect.objectContaining({ code: 'SOURCES.UNKNOWN_OPTION' })]);
    expect((await fixture.call('PATCH', `${PATH}/websites`, { on: true })).status, 'this server has no such source').toBe(404);
    expect((await fixture.call('PATCH', `${PATH}/unknown`, { on: true })).status).toBe(400);
  });

  it('take no job boards, which is one source’s alone', async () => {
    const refused = await fixture.call('PATCH', `${PATH}/no-brreg`, { on: true, boards: ['https://jobs.lever.co/acme'] });
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'REQUEST.INVALID',
        errors: [{ pointer: '/boards', detail: 'only the source job-boards has job boards' }],
      }),
    ]);
    expect(await fixture.status()).toMatchObject({ state: 'off' });
  });

  it('leave a line in the audit for each switch, run and setting', async () => {
    await fixture.call('PATCH', PATH, { contact: CONTACT, sells_in: ['NO'] });
    await fixture.ended();
    await fixture.call('PATCH', `${PATH}/no-brreg`, { options: { tiny: true } });
    await fixture.ended();
    await fixture.run({ from_start: true });
    await fixture.ended();
    await fixture.call('PATCH', `${PATH}/no-brreg`, { on: false });
    await fixture.call('PATCH', `${PATH}/no-brreg`, { on: false });
    expect((await audit()).slice(0, 5)).toEqual([
      'source.switched | no-brreg | off',
      'source.run | no-brreg | from the start',
      'source.switched | no-brreg | tiny on',
      'source.switched | no-brreg | on',
      `sources.settings_changed | contact ${CONTACT}; sells in NO`,
    ]);
  });

  it('are tried without storing anything', async () => {
    await fixture.call('PATCH', PATH, { contact: CONTACT });
    expect(await fixture.tryOut()).toEqual({
      url: 'https://register.example/one',
      rows: [{ table: 'companies', cells: { name: 'Fjord Weavers AS', country: 'Norway', employee_count: '12' } }],
      missing: ['website'],
      error: null,
    });
    expect(await fixture.names()).toEqual([]);
    expect(await fixture.imports()).toEqual([]);
  });

  it('say what was asked and why, when a try fails', async () => {
    await fixture.call('PATCH', PATH, { contact: CONTACT });
    const { tryOut } = small.source;
    Object.assign(small.source, {
      tryOut: async (run: Parameters<typeof tryOut>[0]) => {
        await run.get('https://register.example/two');
        throw new OpenSourceError('The publisher answered 403.');
      },
    });
    try {
      expect(await fixture.tryOut()).toEqual({
        url: 'https://register.example/two',
        rows: [],
        missing: [],
        error: 'The publisher answered 403.',
      });
    } finally {
      Object.assign(small.source, { tryOut });
    }
  });
});

describe('a contact that the server sets', () => {
  it('counts, and cannot be changed in the console', async () => {
    const fixture = await openSourcesFixture(createSmallSource());
    try {
      expect(await fixture.list()).toMatchObject({ contact: CONTACT, is_contact_set_by_server: true, data: [{ needs: null }] });
      const changed = await fixture.call('PATCH', PATH, { contact: 'other@leadloom.example' });
      expect([changed.status, changed.json()]).toEqual([409, expect.objectContaining({ code: 'SOURCES.CONTACT_SET' })]);
    } finally {
      await fixture.server.close();
    }
  });
});

describe('job boards that an operator pastes', () => {
  let fixture: OpenSourcesFixture;
  const small = createSmallSource({ id: 'job-boards', isUntried: true });
  const paste = (boards: unknown, others: object = {}) => fixture.call('PATCH', `${PATH}/job-boards`, { boards, ...others });
  const added = (answer: { json: () => unknown }) => changeOpenSource.success.body.parse(answer.json()).boards_added;
  const stored = async () => {
    const rows = await fixture.server.database.select().from(jobBoards).orderBy(jobBoards.provider, jobBoards.token);
    return rows.map(({ provider, token }) => `${provider} ${token}`);
  };

  beforeAll(async () => {
    fixture = await openSourcesFixture(small);
  });
  afterEach(async () => {
    await fixture.reset();
    await fixture.server.database.delete(jobBoards);
  });
  afterAll(() => fixture.server.close());

  it('are stored once each, due at once, and counted', async () => {
    expect(await fixture.status()).toMatchObject({ boards: 0 });
    const first = await paste([
      'https://jobs.lever.co/acme',
      ' boards.greenhouse.io/acme/jobs/7 ',
      'https://jobs.lever.co/acme/1',
    ]);
    expect(first.status).toBe(200);
    expect(first.json()).toMatchObject({ id: 'job-boards', state: 'off', boards: 2, boards_added: 2 });
    const now = fixture.server.clock.now();
    for (const { nextReadAt } of await fixture.server.database.select().from(jobBoards)) expect(nextReadAt).toEqual(now);
    const later = new Date(now.getTime() + 3_600_000);
    await fixture.server.database.update(jobBoards).set({ nextReadAt: later });
    expect(added(await paste(['https://jobs.lever.co/acme', 'https://acme.recruitee.com']))).toBe(1);
    expect(await stored()).toEqual(['greenhouse acme', 'lever acme', 'recruitee acme']);
    const [, known] = await fixture.server.database.select().from(jobBoards).orderBy(jobBoards.provider);
    expect(known?.nextReadAt, 'a known board is read when it was to be').toEqual(later);
    expect((await fixture.call('PATCH', `${PATH}/job-boards`, { on: false })).json()).not.toHaveProperty('boards_added');
  });

  it('make the source due if it is on, but not one that waits after a failure', async () => {
    await paste(['https://jobs.lever.co/acme'], { on: true });
    await fixture.ended();
    small.steps = [{ names: ['Aa'] }];
    await paste(['https://jobs.lever.co/acme']);
    expect(await fixture.status(), 'nothing is new').toMatchObject({ state: 'waiting' });
    await paste(['https://jobs.lever.co/bolt']);
    await vi.waitFor(async () => expect(await fixture.names()).toEqual(['Aa']), { timeout: 10_000 });
    await fixture.ended();
    small.steps = [
      {
        names: ['Bb'],
        before: async () => {
          throw new OpenSourceError('api.lever.co answered 429.');
        },
      },
    ];
    await fixture.run({ from_start: true });
    const failed = await fixture.ended();
    expect(failed).toMatchObject({ state: 'failed' });
    expect((await paste(['https://jobs.lever.co/crane'])).json()).toMatchObject({
      state: 'failed',
      next_run_at: failed.next_run_at,
      boards_added: 1,
    });
  });

  it('are refused as one, naming the address that is no board', async () => {
    const refused = await paste(['https://jobs.lever.co/acme', 'https://acme.example/careers'], { on: true });
    const detail = expect.stringContaining('"https://acme.example/careers" is no job board at Greenhouse');
    expect([refused.status, refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'SOURCES.NOT_A_BOARD', errors: [{ pointer: '/boards/1', detail }] }),
    ]);
    expect(await stored()).toEqual([]);
    expect(await fixture.status()).toMatchObject({ state: 'off' });
  });

  it.each([
    ['none', []],
    ['an empty one', ['']],
    ['too many', Array.from({ length: 501 }, (_, index) => `https://jobs.lever.co/acme${index}`)],
    ['one that is too long', [`https://jobs.lever.co/acme?${'x'.repeat(500)}`]],
    ['no list', 'https://jobs.lever.co/acme'],
  ])('%s: 400, and nothing is stored', async (_, boards) => {
    const refused = await paste(boards);
    expect([refused.status, JSON.stringify(refused.json())]).toEqual([400, expect.stringContaining('/boards')]);
    expect(await stored()).toEqual([]);
  });

  const listed = async (query = '') => {
    const answer = await fixture.call('GET', `/operator/job-boards${query}`);
    return listJobBoards.success.body.parse(answer.json());
  };

  it('are listed by provider and name, and found by a part of a name or by their address', async () => {
    await paste(['https://jobs.lever.co/bolt', 'https://jobs.lever.co/acme', 'https://jobs.ashbyhq.com/Acme%20Inc']);
    await fixture.server.database
      .update(jobBoards)
      .set({ companyName: 'Bölt Weavers', readAt: fixture.server.clock.now(), error: 'It answered 500.' })
      .where(eq(jobBoards.token, 'bolt'));
    const { data, total } = await listed();
    expect([total, data.map(({ url }) => url)]).toEqual([
      3,
      ['https://jobs.ashbyhq.com/Acme%20Inc', 'https://jobs.lever.co/acme', 'https://jobs.lever.co/bolt'],
    ]);
    expect(data[2]).toEqual({
      ...{ provider: 'lever', token: 'bolt', url: 'https://jobs.lever.co/bolt', company_name: 'Bölt Weavers' },
      ...{ company_website: null, read_at: fixture.server.clock.now().toISOString(), error: 'It answered 500.' },
    });
    const tokens = async (q: string) => (await listed(`?q=${encodeURIComponent(q)}`)).data.map(({ token }) => token);
    expect(await tokens('ACME')).toEqual(['Acme Inc', 'acme']);
    expect(await tokens(' bolt weav ')).toEqual(['bolt']);
    expect(await tokens('jobs.lever.co/acme/7')).toEqual(['acme']);
    expect(await tokens('%')).toEqual([]);
    expect(await listed('?per_page=1&page=2')).toMatchObject({ total: 3, data: [{ token: 'acme' }] });
  });

  it('are removed, are read no more, and can be pasted again', async () => {
    await paste(['https://jobs.lever.co/acme', 'https://jobs.ashbyhq.com/Acme%20Inc']);
    const remove = (path: string) => fixture.call('DELETE', `/operator/job-boards/${path}`);
    expect((await remove('ashby/Acme%20Inc')).status).toBe(204);
    expect(await stored()).toEqual(['lever acme']);
    expect(await fixture.status()).toMatchObject({ boards: 1 });
    for (const gone of ['ashby/Acme%20Inc', 'lever/ACME', 'nowhere/acme']) {
      const refused = await remove(gone);
      expect([refused.status, refused.json()]).toEqual([404, expect.objectContaining({ code: 'SOURCES.BOARD_NOT_FOUND' })]);
    }
    const { data } = listAudit.success.body.parse((await fixture.call('GET', '/operator/audit')).json());
    expect(data.filter(({ action }) => action === 'source.board_removed').map(({ target, detail }) => [target, detail])).toEqual([
      ['job-boards', 'ashby Acme Inc'],
    ]);
    expect(added(await paste(['https://jobs.ashbyhq.com/Acme%20Inc']))).toBe(1);
  });

  it('that a run still had in hand stay removed when it ends', async () => {
    await paste(['https://jobs.lever.co/acme', 'https://jobs.lever.co/bolt']);
    small.steps = [
      {
        names: ['Aa'],
        before: async (run) => {
          const boards = await run.dueBoards(10);
          await fixture.call('DELETE', '/operator/job-boards/lever/acme');
          await run.noteBoards(boards.map((board) => ({ ...board, read: { missing: [], error: null } })));
        },
      },
    ];
    await fixture.run();
    await fixture.ended();
    expect(await fixture.names()).toEqual(['Aa']);
    expect(await stored()).toEqual(['lever bolt']);
  });

  it('leave a line in the audit', async () => {
    await paste(['https://jobs.lever.co/acme', 'https://jobs.lever.co/bolt']);
    await paste(['https://jobs.lever.co/acme', 'https://jobs.lever.co/crane']);
    const { data } = listAudit.success.body.parse((await fixture.call('GET', '/operator/audit')).json());
    const lines = data.filter(({ action }) => action === 'source.boards_added');
    expect(lines.slice(0, 2).map(({ target, detail, by }) => [target, detail, by])).toEqual([
      ['job-boards', '1 added, 1 known', fixture.operator.email],
      ['job-boards', '2 added, 0 known', fixture.operator.email],
    ]);
  });
});
