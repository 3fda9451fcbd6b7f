import { Killed, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { openVisitFixture, type VisitFixture } from '@leadloom/server/testing/visits.fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../security/security.fixture.ts';
import { createVisitCounts, expectEveryPostOnce } from './visit-counts.ts';

const counts = createVisitCounts();

describe('a server killed in the middle of a visit', { timeout: 300_000 }, () => {
  let world: VisitFixture;
  beforeAll(async () => {
    world = await openVisitFixture();
  });
  beforeEach(() => world.reset());
  afterAll(async () => {
    tell('visits, killed (R04)', counts);
    await world.close();
  });

  const posts = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `p${index}`, minutesAgo: index + 1 }));

  it('before any of its statements, has every row once after the next server went on', async () => {
    let deaths = 0;
    for (let statement = 1; ; statement += 1) {
      await world.reset();
      world.reddit.posts.set('kettles', posts(6));
      await world.track('reddit', ['Kettles']);
      const doomed = openDoomedDatabase(world.server.databaseUrl, statement);
      const outcome = await world.turn('reddit', { platform: { ...world.server.platform, database: doomed.database } }).then(
        () => null,
        (error: unknown) => error,
      );
      const isDead = doomed.sent.length + 1 >= statement;
      await doomed.bury();
      if (outcome !== null) expect(isKilled(outcome), `before statement ${statement}`).toBe(true);
      await world.endLeases();
      await world.turn('reddit');
      await expectEveryPostOnce(world, 6, counts);
      expect(await world.source('reddit', 'kettles')).toMatchObject({ state: 'ok', place: null, lease_token: null });
      if (!isDead) break;
      deaths += 1;
    }
    counts['kill points'] += deaths;
    expect(deaths).toBeGreaterThan(15);
  });
});

function isKilled(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof Killed) return true;
  return false;
}
