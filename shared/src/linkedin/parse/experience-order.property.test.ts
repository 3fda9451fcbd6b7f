import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english, experiencePageAnswer } from './fixtures/component-answers.ts';
import { type FictionalMember, ilka, memberWithGroups } from './fixtures/fictional-member.ts';
import { profileAnswer } from './fixtures/profile-answers.ts';
import { mergeProfile } from './merge-profile.ts';
import { parseProfile } from './parse-profile.ts';
import type { ProfileSnapshot } from './parsed-profile.ts';

const SEED = 20_261_122;

interface Page {
  readonly start: number;
  readonly count: number;
}

/** A member with up to 40 roles, some of them twice at one employer; newest first. */
const members = fc
  .array(fc.record({ roles: fc.integer({ min: 1, max: 3 }), employer: fc.integer({ min: 0, max: 8 }) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((shapes): FictionalMember => {
    const base = memberWithGroups(shapes.length, 3);
    let left = 40;
    const groups = base.groups.flatMap((group, position) => {
      const shape = shapes[position];
      if (shape === undefined || left === 0) return [];
      const roles = group.roles.slice(0, Math.min(shape.roles, left));
      left -= roles.length;
      const same = base.groups[shape.employer] ?? group;
      return [{ employer: same.employer, roles }];
    });
    return { ...ilka, groups };
  });

const arrivals = members.chain((member) =>
  fc
    .array(
      fc.record({
        start: fc.integer({ min: 0, max: member.groups.length - 1 }),
        count: fc.integer({ min: 1, max: 15 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((pages) => ({ member, pages })),
);

function read(content: unknown): ProfileSnapshot {
  const result = parseProfile({ identity: ilka.id, payloads: [{ slot: 'ex', content }] });
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result;
}

const pageOf = (member: FictionalMember, { start, count }: Page) => read(experiencePageAnswer(member, start, count, english));
const titlesOf = (snapshot: ProfileSnapshot) => snapshot.profile.experiences.map(({ title }) => title);
const trueTitles = (member: FictionalMember) => member.groups.flatMap(({ roles }) => roles.map(({ title }) => title));

describe('the order of experiences', () => {
  it('experiences are always in LinkedIn’s order, in whatever sequence the pages arrive', () => {
    fc.assert(
      fc.property(arrivals, ({ member, pages }) => {
        let known: ProfileSnapshot | null = null;
        const seen = new Set<string>();
        for (const page of pages) {
          known = mergeProfile(known, pageOf(member, page));
          for (const group of member.groups.slice(page.start, page.start + page.count))
            for (const { title } of group.roles) seen.add(title);
          expect(titlesOf(known)).toEqual(trueTitles(member).filter((title) => seen.has(title)));
        }
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('the order stays when a known career is collected again', () => {
    const member = memberWithGroups(23, 2);
    const first = [pageOf(member, { start: 10, count: 10 }), pageOf(member, { start: 20, count: 10 })];
    const known = first.reduce(mergeProfile, read(profileAnswer(member)));
    expect(titlesOf(known)).toEqual(trueTitles(member));
    const again = mergeProfile(known, read(profileAnswer(member)));
    expect(titlesOf(again)).toEqual(trueTitles(member));
    expect(titlesOf(mergeProfile(again, pageOf(member, { start: 20, count: 10 })))).toEqual(trueTitles(member));
  });

  it('a new employer comes first, and the known ones follow as before', () => {
    const now = memberWithGroups(13, 2);
    const before = { ...now, groups: now.groups.slice(1) };
    const known = mergeProfile(read(profileAnswer(before)), pageOf(before, { start: 10, count: 10 }));
    expect(titlesOf(known)).toEqual(trueTitles(before));
    const merged = mergeProfile(known, read(profileAnswer(now)));
    expect(titlesOf(merged)).toEqual(trueTitles(now));
    expect(merged.missingExperiences).toBe(0);
  });

  it('a role missing from a page is placed after that page, and what may lie there is requested', () => {
    const now = memberWithGroups(12, 1);
    const left = { title: 'Left out', type: null, start: { year: 1990, month: 3 }, end: null, location: null, description: null };
    const gone = { employer: { id: '7799', name: 'Gone', page: 'company' as const, slug: 'gone' }, roles: [left] };
    const before = { ...now, groups: [gone, ...now.groups.slice(0, 9)] };
    const known = read(profileAnswer(before));
    const merged = mergeProfile(known, read(profileAnswer(now)));
    expect(titlesOf(merged)).toEqual([...trueTitles(now).slice(0, 10), 'Left out']);
    expect([merged.missingExperiences, merged.sections.experience]).toEqual([2, 'truncated']);
    expect(titlesOf(mergeProfile(merged, read(profileAnswer(now))))).toEqual(titlesOf(merged));
    const whole = mergeProfile(merged, pageOf(now, { start: 10, count: 10 }));
    expect(titlesOf(whole)).toEqual([...trueTitles(now).slice(0, 10), 'Left out', ...trueTitles(now).slice(10)]);
  });
});
