import { listAudit } from '@leadloom/shared/contract/operator-audit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenSourceError } from '../../open-sources/open-source.ts';
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
