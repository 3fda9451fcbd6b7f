import { HASH_PARAMETERS } from '@leadloom/server/modules/accounts/sign-in/passwords';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { countEnumeration, expectAlike, prepareProbes, probeNames } from './enumeration.ts';
import { tell } from './testing/security.fixture.ts';

const PAIRS = 1000;

describe('account enumeration by a patient attacker', { timeout: 3_600_000 }, () => {
  let server: TestServer;
  let probes: Awaited<ReturnType<typeof prepareProbes>>;
  const counts = countEnumeration();
  beforeAll(async () => {
    server = await startTestServer({ platform: { hashParameters: HASH_PARAMETERS } });
    probes = await prepareProbes(server, PAIRS);
  });
  afterAll(async () => {
    tell('enumeration, long (S05)', counts);
    await server.close();
  });

  it.each(probeNames)('neither the response of %s nor its time reveals whether an account exists', async (name) => {
    await expectAlike(server, probes[name], PAIRS, counts);
  });
});
