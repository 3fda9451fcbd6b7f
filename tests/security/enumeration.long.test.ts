import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { countEnumeration, expectAlike, prepareProbes, probeNames } from './enumeration.ts';
import { tell } from './security.fixture.ts';

const PAIRS = 1000;

describe('who has an account, to somebody with patience', { timeout: 3_600_000 }, () => {
  let server: TestServer;
  let probes: Awaited<ReturnType<typeof prepareProbes>>;
  const counts = countEnumeration();
  beforeAll(async () => {
    server = await startTestServer();
    probes = await prepareProbes(server, PAIRS);
  });
  afterAll(async () => {
    tell('enumeration, long (S05)', counts);
    await server.close();
  });

  it.each(probeNames)('is told neither by an answer of %s nor by its time', async (name) => {
    await expectAlike(server, probes[name], PAIRS, counts);
  });
});
