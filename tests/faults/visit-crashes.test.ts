import { Killed, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { openVisitFixture, type VisitFixture } from '@leadloom/server/testing/visits.fixture';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';
import { createVisitCounts, expectEveryPostOnce } from './visit-counts.ts';

const counts = createVisitCounts();

describe('a server killed during a visit', { timeout: 300_000 }, () => {
  let fixture: VisitFixture;
  beforeAll(async () => {
    fixture = await openVisitFixture();
  });
  beforeEach(() => fixture.reset());
  afterAll(async () => {
    tell('visits, killed (R04)', counts);
    await fixture.close();
  });

  const posts = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `p${index}`, minutesAgo: index + 1 }));

  it('every row is stored once when a server was killed before any statement of a visit and the next server continues', async () => {
    let deaths = 0;
    for (let statement = 1; ; statement += 1) {
      await fixture.reset();
      fixture.reddit.posts.set('kettles', posts(6));
      await fixture.track('reddit', ['Kettles']);
      const doomed = openDoomedDatabase(fixture.server.databaseUrl, statement);
      const outcome = await fixture.turn('reddit', { platform: { ...fixture.server.platform, database: doomed.database } }).then(
        () => null,
        (error: unknown) => error,
      );
      const isDead = doomed.sent.length + 1 >= statement;
      await doomed.bury();
      if (outcome !== null) expect(isKilled(outcome), `before statement ${statement}`).toBe(true);
      await fixture.endLeases();
      await fixture.turn('reddit');
      await expectEveryPostOnce(fixture, 6, counts);
      expect(await fixture.source('reddit', 'kettles')).toMatchObject({ state: 'ok', place: null, lease_token: null });
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
