import { openVisitFixture, type VisitFixture } from '@leadloom/server/testing/visits.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';
import { createVisitCounts, killVisits } from './kill-visits.ts';

const counts = createVisitCounts();

describe('a server killed during a visit', { timeout: 300_000 }, () => {
  let fixture: VisitFixture;
  beforeAll(async () => {
    fixture = await openVisitFixture();
  });
  afterAll(async () => {
    tell('visits, killed (R04)', counts);
    await fixture.close();
  });

  it('every row is stored once when a server was killed before any ninth statement of a visit and the next server continues', async () => {
    expect(await killVisits(fixture, counts, 9)).toBeGreaterThan(13);
  });
});
