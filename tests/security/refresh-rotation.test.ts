import { REFRESH_GRACE_SECONDS } from '@leadloom/server/modules/accounts/sessions/sessions.service';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, nextAddress, type Person, tell } from './testing/security.fixture.ts';

const TABS = 50;
const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

describe('refreshing', () => {
  let server: TestServer;
  const counts = {
    refreshes: 0,
    'families that should live and do': 0,
    'families that should end and do': 0,
    'tokens alive in ended families': 0,
  };
  const refresh = (person: Person, token: string, headers: Record<string, string> = person.cookies) => {
    counts.refreshes += 1;
    const authorization = `Bearer ${token}`;
    return server.app.inject({
      method: 'POST',
      url: '/api/v1/refresh',
      headers: { ...headers, authorization },
      remoteAddress: nextAddress(),
    });
  };
  const next = async (person: Person, token: string) => {
    const answer = await refresh(person, token);
    expect(answer.statusCode).toBe(200);
    return tokensSchema.parse(answer.json());
  };
  /** Moves the last refresh back by so much, in the database. */
  const passSinceRotation = ({ id }: Person, seconds: number) =>
    server.database.$client.query(
      'update sessions set rotated_at = rotated_at - make_interval(secs => $2) where account_id = $1',
      [id, seconds],
    );
  const opens = async (token: string) =>
    (await server.app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` }, remoteAddress: nextAddress() }))
      .statusCode === 200;

  /** After a detected theft, nothing of the session works any more. */
  async function expectEnded(person: Person, access: readonly string[], refreshTokens: readonly string[]): Promise<void> {
    for (const token of access) if (await opens(token)) counts['tokens alive in ended families'] += 1;
    for (const token of refreshTokens)
      if ((await refresh(person, token)).statusCode === 200) counts['tokens alive in ended families'] += 1;
    expect(counts['tokens alive in ended families']).toBe(0);
    counts['families that should end and do'] += 1;
  }

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => {
    tell('refresh rotation (S04)', counts);
    await server.close();
  });

  it(`one family and every tab stay signed in when ${TABS} tabs refresh at once`, async () => {
    const person = await addPerson(server);
    const answers = await Promise.all(Array.from({ length: TABS }, () => refresh(person, person.tokens.refreshToken)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: TABS }, () => 200));
    const given = answers.map((answer) => tokensSchema.parse(answer.json()));
    expect(new Set(given.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    for (const { access_token } of given) expect(await opens(access_token)).toBe(true);
    const { rows } = await server.database.$client.query('select generation, revoked_at from sessions where account_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([{ generation: 1, revoked_at: null }]);
    await next(person, given[0]?.refresh_token ?? '');
    counts['families that should live and do'] += 1;
  });

  it('a browser whose response was lost gets the same successor, however late', async () => {
    const person = await addPerson(server);
    const first = await next(person, person.tokens.refreshToken);
    for (const seconds of [REFRESH_GRACE_SECONDS - 1, 3600, 10 * 24 * 3600]) {
      await passSinceRotation(person, seconds);
      expect((await next(person, person.tokens.refreshToken)).refresh_token).toBe(first.refresh_token);
    }
    expect(await opens(first.access_token)).toBe(true);
    counts['families that should live and do'] += 1;
  });

  it('the family ends when a replaced token is used after the grace period', async () => {
    const person = await addPerson(server);
    const { access_token, refresh_token } = await next(person, person.tokens.refreshToken);
    expect(await opens(access_token)).toBe(true);
    await passSinceRotation(person, REFRESH_GRACE_SECONDS + 1);
    expect((await refresh(person, person.tokens.refreshToken)).statusCode).toBe(401);
    await expectEnded(person, [access_token, person.tokens.accessToken], [refresh_token, person.tokens.refreshToken]);
  });

  it('the family ends when a token is used whose successor was used, even long before', async () => {
    const person = await addPerson(server);
    const first = await next(person, person.tokens.refreshToken);
    const second = await next(person, first.refresh_token);
    await passSinceRotation(person, 3600);
    expect((await refresh(person, person.tokens.refreshToken)).statusCode).toBe(401);
    await expectEnded(person, [first.access_token, second.access_token], [second.refresh_token, first.refresh_token]);
  });

  it('the family ends when the token before the previous one is used, even within the grace period', async () => {
    const person = await addPerson(server);
    const first = await next(person, person.tokens.refreshToken);
    const second = await next(person, first.refresh_token);
    expect((await refresh(person, person.tokens.refreshToken)).statusCode).toBe(401);
    await expectEnded(person, [first.access_token, second.access_token], [second.refresh_token, first.refresh_token]);
  });

  it('a token is refused without its browser, and ends no session then', async () => {
    const [person, thief] = [await addPerson(server), await addPerson(server)];
    for (const headers of [{}, thief.cookies, { cookie: 'leadloom_session=x' }])
      expect((await refresh(person, person.tokens.refreshToken, headers)).statusCode).toBe(401);
    await next(person, person.tokens.refreshToken);
    for (const headers of [{}, thief.cookies])
      expect((await refresh(person, person.tokens.refreshToken, headers)).statusCode).toBe(401);
    expect(await opens(person.tokens.accessToken)).toBe(true);
    counts['families that should live and do'] += 1;
  });
});
