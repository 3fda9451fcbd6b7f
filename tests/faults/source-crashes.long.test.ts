import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';
import { createSourceCounts, killSources } from './kill-sources.ts';

const counts = createSourceCounts();

describe('a run of an open source whose server or database is gone', { timeout: 900_000 }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, sizes: { database: 10 } });
  });
  afterAll(async () => {
    tell('runs of open sources, killed before every statement', counts);
    await server.close();
  });

  it('every row is stored once when the server was killed before any statement, and the next run goes on', async () => {
    expect(await killSources(server, 'server', { counts, step: 1 })).toBeGreaterThan(100);
  });

  it('every row is stored once when the database ended all connections at any statement', async () => {
    expect(await killSources(server, 'database', { counts, step: 1 })).toBeGreaterThan(100);
  });
});
