import { LOGIN_ACCOUNT_LIMIT } from '@leadloom/server/modules/accounts/sign-in/throttle';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyHeader } from './disguises.ts';
import { addPerson, nextAddress, PASSWORD, tell } from './testing/security.fixture.ts';

/** More than a counter of attempts remembers. */
const NAMES = 60_000;
const AT_ONCE = 50;

describe('counters that are made to expire', { timeout: 1_800_000 }, () => {
  let server: TestServer;
  const counts = { names: 0, 'refused at once': 0, 'got past': 0 };
  beforeAll(async () => {
    // As if the calls came over many minutes: how many an address may make in one is another limit.
    server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '1000000' } });
  });
  afterAll(async () => {
    tell('rate limits, long (S09)', counts);
    await server.close();
  });

  it('a limit on guesses at one account still holds after any number of other accounts were named', async () => {
    const [{ email }, here, elsewhere] = [await addPerson(server), nextAddress(), nextAddress()];
    const guess = (name: string, password: string, index: number, remoteAddress = here) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { email: name, password },
        headers: everyHeader(index),
        remoteAddress,
      });
    for (let tries = 0; tries < LOGIN_ACCOUNT_LIMIT.max; tries += 1)
      expect((await guess(email, 'a wrong guess', tries)).statusCode).toBe(401);
    for (let from = 0; from < NAMES; from += AT_ONCE) {
      const names = Array.from({ length: AT_ONCE }, (_, index) => `name-${from + index}@example.com`);
      const answers = await Promise.all(names.map((name, index) => guess(name, 'a wrong guess', index, elsewhere)));
      counts.names += answers.length;
      counts['refused at once'] += answers.filter(({ statusCode }) => statusCode === 429).length;
    }
    const { statusCode } = await guess(email, PASSWORD, 0);
    if (statusCode === 200) counts['got past'] += 1;
    expect(statusCode).toBe(429);
  });
});
