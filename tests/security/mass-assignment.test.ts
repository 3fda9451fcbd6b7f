import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequest } from './sample-input.ts';
import { someOf } from './some-of.ts';
import { compareData } from './testing/compared-data.ts';
import {
  addPerson,
  addPersonFor,
  bearerFor,
  nextAddress,
  OPERATOR_TOKEN,
  OPERATORS,
  type Person,
  tell,
  triedRows,
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

/** Of the wishes, for each endpoint, unless all are tried; the next endpoint is tried with the next of them. */
const PART = 4;
const withBody = triedRows.filter(([, { body }]) => body !== undefined);

describe('a body with a field that its endpoint does not define', () => {
  let server: TestServer;
  const counts = { requests: 0, accepted: 0, 'tables changed': 0 };
  const data = compareData(
    () => server,
    (tables) => {
      counts['tables changed'] += tables;
    },
  );
  let person: Person;
  let operator: Person;
  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATOR_TOKEN, OPERATORS } });
    [person, operator] = [await addPerson(server), await addPerson(server, { isOperator: true })];
  });
  afterAll(async () => {
    tell('mass assignment (S02)', { fields: Object.keys(wishes).length, ...counts });
    await server.close();
  });

  it.each(withBody)('%s refuses a body with an unknown field', async (name, row) => {
    const place = withBody.findIndex(([other]) => other === name);
    const defined = row.body === undefined || !('shape' in row.body) ? [] : Object.keys(row.body.shape);
    const unknown = Object.entries(wishes).filter(([wish]) => !defined.includes(wish));
    await data.attack(name, async () => {
      for (const [wish, value] of someOf(unknown, PART, place)) {
        const answer = await server.app.inject({
          ...sampleRequest(row, { fields: { [wish]: value } }),
          headers: bearerFor(row, row.access === 'console' ? operator : person),
          remoteAddress: nextAddress(),
        });
        counts.requests += 1;
        if (answer.statusCode < 300) counts.accepted += 1;
        expect(answer.statusCode, wish).toBe(400);
      }
    });
  });

  it('nothing was stored', () => data.compare());

  it.each(triedRows.filter(([, { body }]) => body === undefined))('%s reads no body at all', async (_, row) => {
    const caller = await addPersonFor(row, server);
    const request = { ...sampleRequest(row), headers: bearerFor(row, caller), payload: wishes };
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
