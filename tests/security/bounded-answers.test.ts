/** Answers that grow with what an account has stored have a bound, whatever it stored. */
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, type Person, tell } from './testing/security.fixture.ts';

const MEBIBYTE = 1024 * 1024;
const LONG_NAME = 'é'.repeat(1_000);
const ENTRIES = 3_000;
const NAMES = 3_000;
const pageSchema = z.object({ user_jobs: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() });

describe('answers that grow with what an account has stored', () => {
  let server: TestServer;
  let person: Person;
  let profileId: string;
  const told: Record<string, number> = {};
  const query = (text: string, values: readonly unknown[] = []) => server.database.$client.query(text, [person.id, ...values]);
  async function sizeOf(path: string): Promise<number> {
    const url = `/api/v1${path.replace('{user_id}', profileId)}`;
    const answer = await server.app.inject({ url, headers: person.bearer });
    expect(answer.statusCode).toBe(200);
    told[`bytes of ${path}`] = answer.rawPayload.length;
    return answer.rawPayload.length;
  }

  beforeAll(async () => {
    server = await startTestServer({ environment: { REQUESTS_PER_MINUTE: '1000' } });
    person = await addPerson(server);
    await query(
      `insert into collector_rows (account_id, id, url, profile_key, listed_name, email)
      select $1, gen_random_uuid(), 'https://www.linkedin.com/in/p' || i, 'p' || i, $2, $2 from generate_series(1, $3::int) i`,
      [LONG_NAME, ENTRIES],
    );
    const { rows } = await query(
      `insert into linkedin_profiles (account_id, member_id, profile_key, profile_url, parser_version, full_name, country)
      select $1, 'ACoAA' || i, 'm' || i, 'https://www.linkedin.com/in/m' || i, 1, 'Person', 'Country ' || i
      from generate_series(1, $2::int) i returning id`,
      [NAMES],
    );
    profileId = String(rows[0]?.id);
    await query(
      `insert into linkedin_profile_tags (account_id, profile_id, tag, folded)
      select $1, id, 'tag ' || id, 'tag ' || id from linkedin_profiles where account_id = $1`,
    );
    await query(
      `insert into row_tags (account_id, table_name, row_id, tag, folded)
      select $1, 'companies', i, 'tag ' || i, 'tag ' || i from generate_series(1, $2::int) i`,
      [NAMES],
    );
    await query(
      `insert into linkedin_profile_changes (account_id, profile_id, cause, changes)
      select $1, $2, 'collected', jsonb_build_array(jsonb_build_object('field', 'description', 'before', $3::text, 'after', $3::text))
      from generate_series(1, 200)`,
      [profileId, LONG_NAME.repeat(20)],
    );
    await query(
      `insert into sessions (id, account_id, binding_hash, expires_at, user_agent)
      select gen_random_uuid(), $1, '\\x00', now() + interval '9 days', $2 from generate_series(1, 2000)`,
      ['x'.repeat(300)],
    );
    await query(
      `insert into trends (account_id, name, first_seen_at, last_seen_at, centroid, reasons, digest)
      select $1, 'Trend ' || i, now(), now(), '[]', '[]', $2::jsonb from generate_series(1, 2000) i`,
      [
        JSON.stringify({
          number_of_videos_in_trend: 0,
          videos: [],
          daily: { first_day: '2026-03-01', counts: [] },
          author_count: 0,
          authors: [],
          hashtags: [],
          sound: null,
        }),
      ],
    );
  });
  afterAll(async () => {
    tell('bounded answers (S23)', told);
    await server.close();
  });

  it.each([
    ['/linkedin/jobs', 2],
    ['/linkedin/jobs?per_page=2000', 2],
    ['/linkedin/users?per_page=1', 0.06],
    ['/linkedin/users/{user_id}/history', 1.3],
    ['/tags?table=companies', 0.05],
    ['/sessions', 0.2],
    ['/tiktok/trends', 0.5],
  ])('%s has at most %s MiB', async (path, mebibytes) => {
    expect(await sizeOf(path)).toBeLessThan(mebibytes * MEBIBYTE);
  });

  it('pages that end early because of their size leave out nothing', async () => {
    const ids: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const url: string = `/api/v1/linkedin/jobs?per_page=2000&cursor=${cursor}`;
      const page = pageSchema.parse((await server.app.inject({ url, headers: person.bearer })).json());
      expect(page.user_jobs.length).toBeGreaterThan(0);
      ids.push(...page.user_jobs.map(({ id }) => id));
      cursor = page.next_cursor;
      pages += 1;
    }
    expect(new Set(ids).size).toBe(ENTRIES);
    expect(ids).toHaveLength(ENTRIES);
    expect(pages).toBeGreaterThan(5);
  });

  it('what everybody may ask for is limited for each address', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 61; call += 1)
      statuses.push((await server.app.inject({ url: '/api/v1/openapi.json', remoteAddress: '198.51.100.7' })).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});
