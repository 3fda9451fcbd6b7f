/** Who sees and changes open sources: what the access matrix cannot know. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifiedAccount, type TestAccount } from '../../testing/accounts.ts';
import { createKeyHolder } from '../../testing/key-holder.ts';
import { OPERATOR_EMAILS } from '../../testing/operator.fixture.ts';
import { type OpenSourcesFixture, openSourcesFixture } from './testing/open-sources.fixture.ts';
import { createSmallSource } from './testing/small-source.fixture.ts';

const SOURCE = '/operator/open-sources/job-boards';
const CALLS = [
  ['GET', '/operator/open-sources', undefined],
  ['PATCH', '/operator/open-sources', { contact: 'stranger@elsewhere.example', sells_in: ['NO'] }],
  ['PATCH', SOURCE, { on: false, options: { tiny: true }, boards: ['https://jobs.lever.co/stranger'] }],
  ['POST', `${SOURCE}/run`, { from_start: true }],
  ['POST', `${SOURCE}/try`, undefined],
  ['GET', '/operator/job-boards', undefined],
  ['DELETE', '/operator/job-boards/lever/acme', undefined],
] as const;

describe('access to open sources', () => {
  let fixture: OpenSourcesFixture;
  let account: TestAccount;
  const small = createSmallSource({ id: 'job-boards' });
  const inject = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, headers: object, payload: object | undefined) =>
    fixture.server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
  const stored = async () => {
    const { $client } = fixture.server.database;
    const tables = ['open_sources', 'open_source_settings', 'job_boards', 'imports', 'companies', 'operator_audit'];
    return Promise.all(tables.map(async (table) => (await $client.query(`select * from ${table}`)).rows));
  };

  beforeAll(async () => {
    fixture = await openSourcesFixture(small, { environment: {} });
    account = await createVerifiedAccount(fixture.server);
    expect((await fixture.call('PATCH', '/operator/open-sources', { contact: 'data@leadloom.example' })).status).toBe(204);
    await fixture.call('PATCH', SOURCE, { on: true, boards: ['https://jobs.lever.co/acme'] });
    await fixture.ended();
  });
  afterAll(() => fixture.server.close());

  it('for anyone but an operator they do not exist, and nothing changes or is fetched', async () => {
    const before = await stored();
    small.begun.length = 0;
    const holder = await createKeyHolder(fixture.server);
    // Named in the settings, and without a second factor.
    const unproved = await createVerifiedAccount(fixture.server, OPERATOR_EMAILS[1]);
    for (const [method, path, body] of CALLS)
      for (const headers of [account.headers, unproved.headers, holder.headers, {}]) {
        const { statusCode, payload } = await inject(method, path, headers, body);
        expect([method, path, statusCode]).toEqual([method, path, 404]);
        expect(payload).not.toMatch(/leadloom\.example|acme/);
      }
    expect(await stored()).toEqual(before);
    expect(small.begun).toEqual([]);
  });

  it('an operator whose second factor was shown too long ago is asked for it, and nothing changes', async () => {
    const { $client } = fixture.server.database;
    const before = await stored();
    await $client.query("update sessions set second_factor_at = now() - interval '10 years', passkey_at = null");
    try {
      for (const [method, path, body] of CALLS) {
        const answer = await inject(method, path, fixture.operator.headers, body);
        expect([method, path, answer.statusCode, answer.json().code]).toEqual([method, path, 403, 'AUTH.PROOF_NEEDED']);
      }
      expect(await stored()).toEqual(before);
    } finally {
      await $client.query('update sessions set second_factor_at = now() where second_factor_at is not null');
    }
  });
});
