import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSourceTurns } from '../../../schema/open-sources.table.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { forgetTurns, takeTurn } from './turns.repository.ts';

describe('turns at the host of a publisher', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ sizes: { database: 12 } });
  });
  afterAll(() => server.close());

  it('however many ask at once, each gets a moment of its own, as far apart as the pace says', async () => {
    const begun = performance.now();
    const waits = await Promise.all(Array.from({ length: 20 }, () => takeTurn(server.database, 'many.example', 30)));
    // Turns that were asked for later wait less, by the time that the test itself takes.
    const late = performance.now() - begun;
    const sorted = waits.toSorted((one, other) => one - other);
    expect(sorted[0]).toBe(0);
    for (const [index, wait] of sorted.entries()) expect(Math.abs(wait - index * 30_000)).toBeLessThanOrEqual(late + 1);
  });

  it('hosts do not wait for each other', async () => {
    expect(await takeTurn(server.database, 'one.example', 60)).toBe(0);
    expect(await takeTurn(server.database, 'other.example', 60)).toBe(0);
    expect(await takeTurn(server.database, 'one.example', 60)).toBeGreaterThan(0);
  });

  it('a turn that was given while the clock was ahead keeps nobody waiting', async () => {
    await server.database
      .insert(openSourceTurns)
      .values({ host: 'ahead.example', nextAt: new Date(Date.now() + 365 * 86_400_000) });
    expect(await takeTurn(server.database, 'ahead.example', 1)).toBe(0);
  });

  it('hosts that nobody asks any more are forgotten', async () => {
    await server.database.insert(openSourceTurns).values({ host: 'old.example', nextAt: new Date(Date.now() - 2 * 3_600_000) });
    await takeTurn(server.database, 'new.example', 1);
    await forgetTurns(server.database);
    const hosts = (await server.database.select().from(openSourceTurns)).map(({ host }) => host);
    expect(hosts).toContain('new.example');
    expect(hosts).not.toContain('old.example');
  });
});
