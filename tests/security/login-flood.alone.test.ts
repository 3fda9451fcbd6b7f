import { setTimeout as sleep } from 'node:timers/promises';
import { HASH_PARAMETERS } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { createVerifiedAccount, signIn, uniqueEmail } from '@leadloom/server/testing/accounts';
import { openBrowser } from '@leadloom/server/testing/browser';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countAnswer, countFlood, expectFlood } from './flood-counts.ts';
import { nextAddress, tell } from './testing/security.fixture.ts';

/** More than may wait and run at once. The long variant has more of them, for a minute. */
const ATTACKERS = 160;
/** The network latency. */
const WAY_MILLISECONDS = 25;
const ROUNDS = thoroughOr(5, 2);
/** Hashes run on libuv's four threads, one of which stays free. */
const MAX_HASHES = 3;

const hashes = vi.hoisted(() => ({ running: 0, most: 0 }));
vi.mock(import('@leadloom/server/modules/accounts/sign-in/hash-queue'), async (load) => {
  const real = await load();
  return {
    createHashQueue: (limits) => {
      const run = real.createHashQueue(limits);
      return (task, knownAs) =>
        run(async () => {
          hashes.running += 1;
          hashes.most = Math.max(hashes.most, hashes.running);
          try {
            return await task();
          } finally {
            hashes.running -= 1;
          }
        }, knownAs);
    },
  };
});

describe('a flood of sign-ins', { timeout: 300_000 }, () => {
  let server: TestServer;
  const flood = countFlood();
  const beside = { 'requests beside it': 0, 'of them answered': 0, 'sign-ins of the owner': 0, 'of them let in': 0 };
  beforeAll(async () => {
    server = await startTestServer({ platform: { hashParameters: HASH_PARAMETERS } });
  });
  afterAll(async () => {
    tell('login flood (S08)', { attackers: ATTACKERS, ...flood, 'hashes at once': hashes.most, ...beside });
    await server.close();
  });

  it('a flood of sign-ins uses only its share of the server, and locks out no owner with a known browser or session', async () => {
    const owner = await createVerifiedAccount(server);
    const { browser, email, password, accessToken: bearer } = owner;
    let isOver = false;
    const shared = nextAddress();
    /**
     * Every eighth request guesses the owner's password, all from one address; the others guess at random accounts from new
     * addresses.
     */
    async function attack(index: number): Promise<void> {
      for (let guess = 0; !isOver; guess += 1) {
        const isStubborn = index % 8 === 0;
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/v1/login',
          payload: { email: isStubborn ? email : uniqueEmail(), password: `guess ${guess} of ${index}` },
          remoteAddress: isStubborn ? shared : nextAddress(),
        });
        countAnswer(flood, answer.statusCode, String(answer.headers['retry-after'] ?? ''));
        await sleep(WAY_MILLISECONDS);
      }
    }
    const attackers = Array.from({ length: ATTACKERS }, (_, index) => attack(index));
    try {
      await expect.poll(() => Math.min(flood['over a limit'], flood['turned away']), { timeout: 120_000 }).toBeGreaterThan(0);
      let current = password;
      for (let round = 0; round < ROUNDS; round += 1) {
        beside['requests beside it'] += 2;
        const me = await server.app.inject({ url: '/api/v1/me', headers: owner.headers });
        const health = await server.app.inject({ url: '/health' });
        // Health is measured only for information; a busy machine may report a poor state.
        beside['of them answered'] += Number(me.statusCode === 200) + Number([200, 503].includes(health.statusCode));

        const known = await browser.call('POST', '/login', { body: { email, password: current } });
        const next = `${password} ${round}`;
        const passwords = { current_password: current, new_password: next };
        const proved = await browser.call('POST', '/change-password', { bearer, body: passwords });
        beside['sign-ins of the owner'] += 2;
        beside['of them let in'] += [known, proved].filter(({ status }) => status === 200).length;
        if (proved.status === 200) current = next;
      }
      isOver = true;
      await Promise.all(attackers);
      await expect(signIn(openBrowser(server.app), email, current)).resolves.toBeDefined();
    } finally {
      isOver = true;
      await Promise.all(attackers);
    }
    expectFlood(flood);
    expect(hashes.most).toBeGreaterThan(0);
    expect(hashes.most).toBeLessThanOrEqual(MAX_HASHES);
    expect(beside['of them answered']).toBe(beside['requests beside it']);
    expect(beside['of them let in']).toBe(beside['sign-ins of the owner']);
  });
});
