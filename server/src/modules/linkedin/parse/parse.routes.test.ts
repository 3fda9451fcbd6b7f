import { randomUUID } from 'node:crypto';
import { parseComponents } from '@leadloom/shared/contract/linkedin';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalWorkspaceOf } from '../../../http/workspace.ts';
import { createAccount } from '../../../testing/accounts.ts';
import type { Answer } from '../../../testing/browser.ts';
import { type CollectorClient, openCollector } from '../../../testing/collector-client.ts';
import { emptyCollector, isNothingStored } from '../../../testing/empty-collector.ts';
import { type PersonAnswer, personAnswer, stubAnswer } from '../../../testing/linkedin-answers.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { challengePage, unreadableAnswers } from '../../../testing/unreadable-answers.ts';
import { readProfile } from '../profiles/read-profile.ts';

const URL_OF_MAREN = 'https://www.linkedin.com/in/maren-holt';
const maren = {
  memberId: 'ACoAAMaren01',
  slug: 'maren-holt',
  headline: 'Head of Supply Chain',
  summary: 'Moves things.',
  email: 'maren@example.com',
  photoRoot: 'https://media.licdn.com/dms/image/v2/profile-displayphoto-shrink_',
  connections: 812,
  followers: 1874,
  positions: [
    { title: 'Head of Supply Chain', company: { name: 'Nordlys Freight', id: '90210', slug: 'nordlys-freight' } },
    { title: 'Planner', company: { name: 'Kestrel Works', id: '4711' } },
  ],
} satisfies PersonAnswer;
const aldo = { memberId: 'ACoAAAldo001', slug: 'aldo-brink', firstName: 'Aldo', lastName: 'Brink' } satisfies PersonAnswer;

const full = JSON.stringify(personAnswer(maren));
/** Names the member, and contains nothing else. */
const stub = ['a name without anything else', stubAnswer(maren.memberId)] as const;

describe('parsing', () => {
  let server: TestServer;
  let collector: CollectorClient;
  beforeAll(async () => {
    server = await startTestServer();
    collector = openCollector(await createAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(() => emptyCollector(server));

  const parse = (p1: unknown, p2: unknown = null, url = URL_OF_MAREN) => collector.parseProfile(url, p1, p2);
  const components = (slots: object, profileId: string = maren.memberId) =>
    collector.call('POST', '/parse/components', { content: { profile_id: profileId, ...slots } });
  const stored = async (answer: Answer | Promise<Answer>) => collector.profile(await answer);

  describe('a profile', () => {
    it.each([
      ['a value', personAnswer(maren)],
      ['text', full],
      ['text in text', JSON.stringify(full)],
    ])('a profile is parsed from %s', async (_, p1) => {
      const answer = await parse(p1);
      expect(answer).toMatchObject({
        status: 200,
        body: {
          profile_id: maren.memberId,
          profile_url: URL_OF_MAREN,
          email: 'maren@example.com',
          sections: { profile: 'complete', counts: 'complete', experience: 'complete', about: 'complete' },
          missing_experiences: 0,
          collected: true,
        },
      });
      expect(answer.body.user_id).toMatch(/^\d+$/);
    });

    it('a profile is parsed from any slot', async () => {
      expect((await parse(challengePage, full)).status).toBe(200);
    });

    it.each(['', 'maren-holt', 'https://example.com/in/maren-holt', 'https://www.linkedin.com/company/x'])(
      'a profile with the address %j is refused with the specified message',
      async (url) => {
        expect(await parse(full, null, url)).toMatchObject({
          status: 400,
          body: { code: 'PROFILE.URL_INVALID', msg: `"${url}" doesn't seem a valid linkedin URL` },
        });
      },
    );

    it.each([...unreadableAnswers, stub])('no profile is stored from %s', async (_, content) => {
      expect(await parse(content)).toMatchObject({ status: 400, body: { code: 'PARSE.UNREADABLE' } });
      expect(await isNothingStored(server)).toBe(true);
    });

    it('a profile of another member is refused, and the entry stays unchanged', async () => {
      await collector.add('maren-holt');
      for (const answer of [await parse(personAnswer(aldo)), await parse(full, personAnswer(aldo))])
        expect(answer).toMatchObject({ status: 400, body: { code: 'PARSE.OTHER_MEMBER' } });
      expect(await isNothingStored(server)).toBe(true);
      expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: false, status: null }]);
    });

    it.each([...unreadableAnswers, stub])('a known profile loses nothing to %s', async (_, content) => {
      const before = await stored(parse(full));
      await parse(content);
      const after = await collector.profile(before.user_id);
      expect(after).toEqual(before);
    });

    it('a known profile loses nothing to an answer with less data', async () => {
      const before = await stored(parse(full));
      server.clock.advance(1000);
      const after = await stored(parse(personAnswer({ memberId: maren.memberId, slug: maren.slug, positionTotal: 2 })));
      expect(after).toEqual({ ...before, last_collected_at: server.clock.now().toISOString() });
    });

    it('a profile is changed when a value or a section is, and collected whenever an answer arrives', async () => {
      const first = await stored(parse(full));
      const times = async (answer: unknown) => {
        server.clock.advance(60_000);
        const { collected_at, last_collected_at, updated_at } = await stored(parse(answer));
        expect({ collected_at, last_collected_at }).toEqual({
          collected_at: first.collected_at,
          last_collected_at: server.clock.now().toISOString(),
        });
        return updated_at;
      };
      expect(await times(full)).toBe(first.updated_at);
      expect(await times(personAnswer({ ...maren, headline: 'Director' }))).toBe(server.clock.now().toISOString());
    });

    it('a known profile takes new values from a later answer', async () => {
      const first = await stored(parse(full));
      const positions = [{ title: 'Director', company: { name: 'Lumen Café' } }, ...maren.positions];
      const later = await stored(parse(personAnswer({ ...maren, headline: 'Director', followers: 2000, positions })));
      expect(later).toMatchObject({ user_id: first.user_id, headline: 'Director', follower_count: 2000 });
      expect(later.experiences.map((experience) => experience.title)).toEqual(['Director', 'Head of Supply Chain', 'Planner']);
    });

    it('a profile records how many experiences are missing until they arrive', async () => {
      const roles = Array.from({ length: 12 }, (_, index) => ({ title: `Role ${index}`, company: { name: 'Nordlys' } }));
      const part = personAnswer({ ...maren, positions: roles.slice(0, 10), positionTotal: 12 });
      expect((await parse(part)).body).toMatchObject({ missing_experiences: 2, sections: { experience: 'truncated' } });
      const nothingNew = personAnswer({ memberId: maren.memberId, slug: maren.slug, hasPositions: false });
      expect((await parse(nothingNew)).body).toMatchObject({ missing_experiences: 2, sections: { experience: 'truncated' } });
      const whole = personAnswer({ ...maren, positions: roles });
      expect((await parse(whole)).body).toMatchObject({ missing_experiences: 0, sections: { experience: 'complete' } });
    });

    it('only pictures from LinkedIn’s own host are stored', async () => {
      const elsewhere = personAnswer({ ...maren, photoRoot: 'https://media.licdn.com.example.com/' });
      expect((await stored(parse(elsewhere))).photo_url).toBeNull();
      const good = await stored(parse(full));
      expect(good.photo_url).toMatch(/^https:\/\/media\.licdn\.com\//);
      expect((await stored(parse(elsewhere))).photo_url).toBe(good.photo_url);
    });

    it('a picture with an expired address is not shown', async () => {
      const { user_id: id } = await stored(parse(full));
      const { rows } = await server.database.execute<{ account_id: string }>(sql`select account_id from linkedin_profiles`);
      const later = { ...server.platform, now: () => new Date('2041-01-01') };
      expect((await readProfile(later, personalWorkspaceOf(Number(rows[0]?.account_id)), id)).photo_url).toBeNull();
    });

    it('a profile is stored without invalid characters and within its limits of length', async () => {
      const headline = `a\0b\uD800c${'x'.repeat(100_000)}`;
      const profile = await stored(
        await parse(JSON.stringify(personAnswer({ ...maren, headline, summary: 'y'.repeat(100_000) }))),
      );
      expect(profile.headline).toMatch(/^ab.cx+$/);
      expect(profile.headline?.length).toBeLessThanOrEqual(500);
      expect(profile.description?.length).toBeLessThanOrEqual(20_000);
    });

    it('a profile has no more experiences than the limit', async () => {
      const positions = Array.from({ length: 900 }, (_, index) => ({ title: `Role ${index}`, company: { name: 'Nordlys' } }));
      const profile = await stored(parse(personAnswer({ ...maren, positions })));
      expect(profile.experiences.length).toBeGreaterThanOrEqual(400);
      expect(profile.experiences.length).toBeLessThanOrEqual(500);
    });

    it('a profile found by its member id marks that entry and the one with its URL', async () => {
      const urls = ['https://www.linkedin.com/in/ACoAAMaren01', URL_OF_MAREN, 'https://www.linkedin.com/in/aldo-brink'];
      await collector.call('POST', '/linkedin/jobs/users', { users: urls.map((url) => ({ id: randomUUID(), url })) });
      const answer = await parse(full, null, 'https://www.linkedin.com/in/ACoAAMaren01');
      expect(answer).toMatchObject({ status: 200, body: { profile_url: URL_OF_MAREN } });
      const { user_jobs: rows } = await collector.jobs();
      expect(rows.map((row) => row.collected)).toEqual([true, true, false]);
    });
  });

  describe('sections', () => {
    it('sections are refused without a stored profile', async () => {
      for (const id of [maren.memberId, 'no such id', '%00'])
        expect(await components({ ex: full }, id)).toMatchObject({ status: 404, body: { code: 'PROFILE.NOT_FOUND' } });
    });

    it('sections are added to the profile, whatever slot they came in', async () => {
      const before = await stored(parse(personAnswer({ memberId: maren.memberId, slug: maren.slug, positionTotal: 2 })));
      expect(before.experiences).toEqual([]);
      const answer = await components({ p: null, ex: challengePage, ed: null, c: personAnswer(maren), i: '' });
      expect(answer.status).toBe(200);
      expect(parseComponents.success.body.parse(answer.body)).toMatchObject({
        profile_id: maren.memberId,
        user_id: before.user_id,
        email: 'maren@example.com',
        sections: { experience: 'complete' },
      });
      const after = await collector.profile(before.user_id);
      expect(after.experiences).toHaveLength(2);
    });

    it('sections with the missing email mark the entry as downloaded', async () => {
      await collector.add('maren-holt');
      const { email: _, ...silent } = maren;
      const { body } = await parse(personAnswer(silent));
      expect(body).toMatchObject({ email: null, collected: false });
      expect((await collector.jobs()).user_jobs).toMatchObject([
        { collected: false, status: null, profile_id: maren.memberId, user_id: body.user_id, profile_url: URL_OF_MAREN },
      ]);
      expect((await components({ c: personAnswer(maren) })).body).toMatchObject({ collected: true });
      expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: true, status: 'ok', email: 'maren@example.com' }]);
    });

    it('an entry is not downloaded while later roles are missing', async () => {
      await collector.add('maren-holt');
      const cut = personAnswer({ ...maren, positions: maren.positions.slice(0, 1), positionTotal: 2 });
      expect((await parse(cut)).body).toMatchObject({ collected: false });
      expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: false, email: 'maren@example.com' }]);
      expect((await components({ ex: full })).body).toMatchObject({ collected: true, next_experience_page: null });
      expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: true, status: 'ok' }]);
    });

    it('a downloaded entry stays downloaded', async () => {
      await collector.add('maren-holt');
      await parse(full);
      const { email: _, ...silent } = maren;
      await parse(personAnswer({ ...silent, positions: maren.positions.slice(0, 1), positionTotal: 12 }));
      expect((await collector.jobs()).user_jobs).toMatchObject([{ collected: true, status: 'ok' }]);
    });

    it.each(unreadableAnswers)('sections from %s are refused and change nothing', async (_, content) => {
      const before = await stored(parse(full));
      expect(await components({ ex: content })).toMatchObject({ status: 400, body: { code: 'PARSE.UNREADABLE' } });
      const after = await collector.profile(before.user_id);
      expect(after).toEqual(before);
    });

    it('sections of another member are refused', async () => {
      await parse(full);
      expect(await components({ ex: personAnswer(aldo) })).toMatchObject({ status: 400, body: { code: 'PARSE.OTHER_MEMBER' } });
    });
  });
});
