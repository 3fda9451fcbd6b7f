import { createPasswords } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areDistinguishable, compareTimes } from './distinguishable.ts';
import { askInPairs, countEnumeration, expectAlike, type Probe, prepareProbes, probeNames } from './enumeration.ts';
import { tell } from './testing/security.fixture.ts';

/** The long variant asks a thousand. */
const PAIRS = 40;
/** As long as several answers without a hash, so that a hash for known addresses alone shows. The long variant has the real ones. */
const hashParameters = { memoryCost: 12 * 1024, timeCost: 1, parallelism: 1 };

describe('account enumeration', { timeout: 600_000 }, () => {
  let server: TestServer;
  let probes: Awaited<ReturnType<typeof prepareProbes>>;
  const counts = countEnumeration();

  beforeAll(async () => {
    const passwords = createPasswords(hashParameters);
    server = await startTestServer({
      platform: { hashParameters },
      // The classic leak: the password is looked at only where there is an account.
      extend: (app) =>
        app.post('/leaky', async (request) => {
          const { email } = z.object({ email: z.string() }).parse(request.body);
          if (probes.login.known.includes(email)) await passwords.hash('not the password');
          return { msg: 'no' };
        }),
    });
    probes = await prepareProbes(server, PAIRS);
  });
  afterAll(async () => {
    tell('enumeration (S05)', counts);
    await server.close();
  });

  it.each(probeNames)('neither the response of %s nor its time reveals whether an account exists', async (name) => {
    await expectAlike(server, probes[name], PAIRS, counts);
  });

  it('the comparison notices a route that reveals accounts', async () => {
    const leaky: Probe = { ...probes.login, url: '/leaky' };
    const { known, unknown, faces } = await askInPairs(server, leaky, PAIRS);
    expect(faces.size).toBe(1);
    expect(areDistinguishable(compareTimes(known, unknown))).toBe(true);
  });
});
