import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import {
  addPersonFor,
  bearerFor,
  fingerprint,
  nextAddress,
  OPERATOR_TOKEN,
  OPERATORS,
  rows,
  tell,
} from './testing/security.fixture.ts';

/** What an attacker would like to set. Only operators may set the limits, of other accounts. */
const wishes: Readonly<Record<string, unknown>> = {
  verified: true,
  verified_at: '2020-01-01T00:00:00Z',
  is_trial: true,
  trial_ends_on: '2099-01-01T00:00:00Z',
  trial_ends_at: '2099-01-01T00:00:00Z',
  export_limit: 1e9,
  request_limit: 1e9,
  export_count: 0,
  account_id: 1,
  accountId: 1,
  owner: 1,
  role: 'admin',
  is_admin: true,
  subscription: 'Pro',
  price: 1,
  amount: 1,
  plan: 'Pro',
  client_reference_id: '1',
  blocked_at: null,
  password_hash: 'x',
};

describe('a body with a field that its endpoint does not define', () => {
  let server: TestServer;
  const counts = { requests: 0, accepted: 0, 'tables changed': 0 };
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN, OPERATORS } });
  });
  afterAll(async () => {
    tell('mass assignment (S02)', { fields: Object.keys(wishes).length, ...counts });
    await server.close();
  });

  it.each(rows.filter(([, { body }]) => body !== undefined))(
    '%s refuses a body with an unknown field and stores nothing',
    async (_, row) => {
      const person = await addPersonFor(row, server);
      const before = await fingerprint(server);
      const defined = Object.keys(row.body?.shape ?? {});
      for (const [name, value] of Object.entries(wishes).filter(([wish]) => !defined.includes(wish))) {
        const answer = await server.app.inject({
          ...sampleRequest(row, { fields: { [name]: value } }),
          headers: bearerFor(row, person),
          remoteAddress: nextAddress(),
        });
        counts.requests += 1;
        if (answer.statusCode < 300) counts.accepted += 1;
        expect(answer.statusCode, name).toBe(400);
      }
      const after = await fingerprint(server);
      counts['tables changed'] += Object.keys(after).filter((table) => after[table] !== before[table]).length;
      expect(after).toEqual(before);
    },
  );

  it.each(rows.filter(([, { body }]) => body === undefined))('%s reads no body at all', async (_, row) => {
    const person = await addPersonFor(row, server);
    const request = { ...sampleRequest(row), headers: bearerFor(row, person), payload: wishes };
    const answer = await server.app.inject({ ...request, remoteAddress: nextAddress() });
    counts.requests += 1;
    expect(answer.statusCode).toBeLessThan(500);
    const { rows: found } = await server.database.$client.query(
      'select count(*)::int as lifted from accounts where trial_ends_at > $1 or blocked_at is not null',
      ['2090-01-01'],
    );
    expect(found).toEqual([{ lifted: 0 }]);
  });
});
