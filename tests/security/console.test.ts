import { createKey } from '@leadloom/server/modules/keys/keys.service';
import { makerOf } from '@leadloom/server/testing/key-holder';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import type { EndpointDefinition } from '@leadloom/shared/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Belongings, giveBelongings } from './belongings.ts';
import { distinctNames, sampleRequest } from './sample-input.ts';
import { compareData } from './testing/compared-data.ts';
import { addPerson, addPersonFor, nextAddress, OPERATORS, type Person, rows, tell } from './testing/security.fixture.ts';

type Attempt = readonly [who: string, headers: Readonly<Record<string, string>>];

const consoleRows = rows.filter(([, { access }]) => access === 'console');

describe('the console from outside', () => {
  let server: TestServer;
  let operator: Person;
  let victim: Person;
  let belongings: Belongings;
  let callers: readonly Attempt[];
  /** Requests from other sites, with the operator's cookies. Browsers keep their answers from these sites. */
  let forgeries: readonly Attempt[];
  const counts = {
    endpoints: consoleRows.length,
    calls: 0,
    'let through': 0,
    'told apart from nothing': 0,
    'rows shown': 0,
    'tables changed': 0,
  };
  const data = compareData(
    () => server,
    (tables) => {
      counts['tables changed'] += tables;
    },
  );
  /** What each caller is told by each method of what does not exist. */
  const unknownAnswers = new Map<string, ReturnType<typeof send>>();

  const update = (what: string, { id }: Person) => server.database.$client.query(`update ${what.replace('$1', String(id))}`);
  const send = (request: object, headers: Readonly<Record<string, string>>) =>
    server.app.inject({ ...request, headers, remoteAddress: nextAddress() });
  const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '');

  async function addOperator(change?: string): Promise<Person> {
    const person = await addPerson(server, { isOperator: true });
    if (change !== undefined) await update(change, person);
    return person;
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { OPERATORS } });
    victim = await addPerson(server);
    belongings = await giveBelongings(server, victim);
    // Operators write the addresses in invites themselves.
    await server.database.$client.query('delete from invites');
    operator = await addOperator();
    const stranger = await addPerson(server);
    const withoutFactor = await addOperator('accounts set totp_enabled_at = null where id = $1');
    const neverShown = await addOperator('sessions set second_factor_at = null where account_id = $1');
    const unverified = await addOperator('accounts set verified_at = null where id = $1');
    const ended = await addOperator('sessions set revoked_at = now() where account_id = $1');
    const expired = await addOperator("sessions set expires_at = now() - interval '1 minute' where account_id = $1");
    const blocked = await addOperator('accounts set blocked_at = now() where id = $1');
    const renamed = await addOperator("accounts set email = 'somebody-else@example.com' where id = $1");
    const key = (await createKey(server.platform, makerOf(operator.id))).api_key ?? '';
    const { cookie } = operator.cookies;
    const xsrf = operator.tokens.xsrfToken;
    callers = [
      ['nobody', {}],
      ['another account', stranger.bearer],
      ['another account by cookie', stranger.cookies],
      ['an operator without a second factor', withoutFactor.bearer],
      ['an operator whose session has not shown it', neverShown.bearer],
      ['an operator with an unverified email', unverified.bearer],
      ['an operator who signed out', ended.bearer],
      ['an operator whose session has expired', expired.bearer],
      ['an operator who was blocked', blocked.bearer],
      ['an operator who changed the email', renamed.bearer],
      ['the API key of an operator', { authorization: `Bearer ${key}` }],
      ['the API key of an operator in its own header', { 'x-api-key': key }],
      ['the refresh token of an operator', { authorization: `Bearer ${operator.tokens.refreshToken}` }],
      ['an altered token', { authorization: `${operator.bearer.authorization}x` }],
    ];
    forgeries = [
      ['a page of another site', { cookie, origin: 'https://evil.example' }],
      ['a page of another site with the token', { cookie, 'x-xsrf-token': xsrf, origin: 'https://evil.example' }],
      ['a page of a neighbouring host', { cookie, 'x-xsrf-token': xsrf, 'sec-fetch-site': 'same-site' }],
    ];
  });
  afterAll(async () => {
    tell('console', counts);
    await server.close();
  });

  it.each(consoleRows)('%s does not exist for anyone but operators, and nothing changes', async (name, row) => {
    const isChanging = row.method !== 'GET';
    const request = sampleRequest(row);
    const { method } = row;
    const askUnknown = (who: string, headers: Readonly<Record<string, string>>) => {
      const known = unknownAnswers.get(`${method} ${who}`);
      const asked = known ?? send({ method, url: '/api/v1/operator/no-such-thing' }, headers);
      unknownAnswers.set(`${method} ${who}`, asked);
      return asked;
    };
    await data.attack(name, async () => {
      for (const [who, headers] of [...callers, ...(isChanging ? forgeries : [])]) {
        const unknown = await askUnknown(who, headers);
        const answer = await send(request, headers);
        counts.calls += 1;
        if (answer.statusCode !== 404) counts['let through'] += 1;
        if (withoutId(answer.payload) !== withoutId(unknown.payload)) counts['told apart from nothing'] += 1;
        expect([who, answer.statusCode, withoutId(answer.payload)]).toEqual([who, 404, withoutId(unknown.payload)]);
        const named = ({ headers: all }: typeof answer) =>
          Object.entries(all)
            .filter(
              ([header]) => !['x-request-id', 'date', 'content-length'].includes(header) && !header.startsWith('x-ratelimit'),
            )
            .toSorted();
        expect([who, named(answer)]).toEqual([who, named(unknown)]);
      }
    });
  });

  it('nothing was changed', () => data.compare());

  it.each(consoleRows.filter(([, { method }]) => method === 'GET'))(
    '%s shows operators nothing that an account has stored',
    async (_, row: EndpointDefinition) => {
      const person = await addPersonFor(row, server);
      for (const id of [undefined, ...distinctNames(row, belongings.ids)]) {
        const answer = await send(sampleRequest(row, id === undefined ? {} : { named: id }), person.bearer);
        const text = id === undefined ? answer.payload : answer.payload.replaceAll(id, '');
        if (text.includes(belongings.mark)) counts['rows shown'] += 1;
        expect(text).not.toContain(belongings.mark);
        expect(answer.statusCode).toBeLessThan(500);
      }
    },
  );
});
