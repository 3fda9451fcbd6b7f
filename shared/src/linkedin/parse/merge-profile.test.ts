import { describe, expect, it } from 'vitest';
import { cardsAnswer, english, experienceAnswer, experiencePageAnswer, german } from './fixtures/component-answers.ts';
import { type FictionalMember, ilka, memberWithGroups, stranger } from './fixtures/fictional-member.ts';
import { contactAnswer, profileAnswer, topCardAnswer } from './fixtures/profile-answers.ts';
import { mergeProfile } from './merge-profile.ts';
import { parseProfile } from './parse-profile.ts';
import type { ParsedProfile, ProfileSnapshot, SectionState } from './parsed-profile.ts';

function snapshot(...contents: readonly unknown[]): ProfileSnapshot {
  const result = parseProfile({ identity: ilka.id, payloads: contents.map((content) => ({ slot: 'ex', content })) });
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  const { profile, sections, missingExperiences, rowPositions: positions } = result;
  return { profile, sections, missingExperiences, rowPositions: positions };
}

function changed(
  base: ProfileSnapshot,
  fields: Partial<ParsedProfile>,
  states: Partial<Record<keyof ProfileSnapshot['sections'], SectionState>> = {},
): ProfileSnapshot {
  return { ...base, profile: { ...base.profile, ...fields }, sections: { ...base.sections, ...states } };
}

const full = snapshot(profileAnswer(ilka), topCardAnswer(ilka), contactAnswer(ilka));

describe('mergeProfile', () => {
  it('the first answer is taken unchanged', () => {
    expect(mergeProfile(null, full)).toBe(full);
  });

  it('the same answer again changes nothing', () => {
    expect(mergeProfile(full, full)).toEqual(full);
  });

  it('answers of two members are not merged', () => {
    const other = changed(full, { profile_id: stranger.id, full_name: 'Stra Nger' });
    expect(mergeProfile(full, other)).toBe(full);
  });

  it.each<[string, unknown]>([
    ['a contact answer', contactAnswer({ ...ilka, email: null })],
    ['a top card', topCardAnswer(ilka)],
    [
      'an answer of nothing but the member',
      { elements: [{ entityUrn: `urn:li:fsd_profile:${ilka.id}`, publicIdentifier: ilka.slug }] },
    ],
    ['cards', cardsAnswer(ilka, german)],
  ])('a profile loses nothing to %s', (_, content) => {
    const merged = mergeProfile(full, snapshot(content));
    expect(merged.profile).toEqual(full.profile);
    expect(merged.sections).toEqual(full.sections);
    expect(merged.missingExperiences).toBe(0);
  });

  it('the parts of a profile are joined in either order', () => {
    const parts = [profileAnswer(ilka), topCardAnswer(ilka), contactAnswer(ilka)].map((content) => snapshot(content));
    const forwards = parts.reduce<ProfileSnapshot | null>(mergeProfile, null);
    const backwards = [...parts].reverse().reduce<ProfileSnapshot | null>(mergeProfile, null);
    expect(forwards?.profile).toEqual(full.profile);
    expect(backwards?.profile).toEqual(full.profile);
    expect(backwards?.sections).toEqual(full.sections);
  });

  it('values of a new answer replace the known ones', () => {
    const fresh = changed(full, {
      headline: 'Retired',
      follower_count: 3000,
      phones: ['+32 555 99 99'],
      photo_url: 'https://media.example.com/new',
      photo_expires_at: null,
    });
    expect(mergeProfile(full, fresh).profile).toMatchObject({
      headline: 'Retired',
      follower_count: 3000,
      phones: ['+32 555 99 99'],
      photo_url: 'https://media.example.com/new',
      photo_expires_at: null,
    });
  });

  it('the parts of a location stay together', () => {
    const moved = mergeProfile(full, changed(full, { location: 'Tallinn, Estonia', country: null, country_code: null })).profile;
    expect([moved.location, moved.country, moved.country_code]).toEqual(['Tallinn, Estonia', null, null]);
    const same = mergeProfile(full, changed(full, { country: null, country_code: null })).profile;
    expect([same.location, same.country, same.country_code]).toEqual(['Gent, Oost-Vlaanderen, Belgium', 'Belgium', 'BE']);
  });

  it.each<[SectionState, number]>([
    ['missing', 5],
    ['unparsed', 5],
    ['truncated', 5],
    ['complete', 0],
  ])('known experiences are kept if the new section is empty and %s, unless LinkedIn says there are none', (state, left) => {
    const fresh = changed(
      full,
      { experiences: [], company_id: null, company_name: null, company_url: null },
      { experience: state },
    );
    const merged = mergeProfile(full, fresh);
    expect(merged.profile.experiences).toHaveLength(left);
    expect(merged.profile.company_name).toBe(left === 0 ? null : 'Quillhaven Robotics');
    expect(merged.sections.experience).toBe('complete');
  });

  it.each<[SectionState, number]>([
    ['missing', 2],
    ['truncated', 2],
    ['complete', 0],
  ])('educations are treated in the same way: %s', (state, left) => {
    expect(mergeProfile(full, changed(full, { educations: [] }, { education: state })).profile.educations).toHaveLength(left);
  });

  it('an experience is removed only if a complete list lacks it', () => {
    const shorter: FictionalMember = { ...ilka, groups: ilka.groups.slice(0, 2) };
    expect(mergeProfile(full, snapshot(profileAnswer(shorter))).profile.experiences).toHaveLength(3);
    const cut = changed(snapshot(profileAnswer(shorter)), {}, { experience: 'unparsed' });
    expect(mergeProfile(full, { ...cut, missingExperiences: 2 }).profile.experiences).toHaveLength(5);
  });

  it('a complete list gets details that were known before', () => {
    const rendered = snapshot(
      experienceAnswer(
        {
          ...ilka,
          groups: ilka.groups.map((group) => ({
            ...group,
            roles: group.roles.map((role) => ({ ...role, description: null, position: null })),
          })),
        },
        german,
      ),
    );
    const merged = mergeProfile(full, rendered);
    expect(merged.profile.experiences[0]).toMatchObject({
      description: 'Runs the robot fleet.\nTeam of 9.',
      location: 'Gent, Belgium',
      company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
    });
    expect(merged.profile.experiences).toHaveLength(5);
  });

  it('a job that ended gets its end', () => {
    const [current, ...rest] = full.profile.experiences;
    if (current === undefined) throw new Error('the sample has experiences');
    const ended = { ...current, ended_at: '2026-05-01', ended_precision: 'month' as const, is_current: false };
    expect(mergeProfile(full, changed(full, { experiences: [ended, ...rest] })).profile.experiences[0]).toEqual(ended);
  });

  it('a long career is completed page by page, in any order', () => {
    const member = memberWithGroups(23, 2);
    const pages = [
      profileAnswer(member),
      experiencePageAnswer(member, 10, 10, english),
      experiencePageAnswer(member, 20, 10, english),
    ].map((content) => snapshot(content));
    for (const order of [pages, [...pages].reverse()]) {
      const merged = order.reduce<ProfileSnapshot | null>(mergeProfile, null);
      expect(merged?.profile.experiences).toHaveLength(46);
      expect([merged?.sections.experience, merged?.missingExperiences]).toEqual(['complete', 0]);
    }
    const partly = mergeProfile(pages[0] ?? null, pages[1] ?? full);
    expect([partly.sections.experience, partly.missingExperiences, partly.profile.experiences.length]).toEqual([
      'truncated',
      3,
      40,
    ]);
  });

  it('the arguments are not changed', () => {
    const before = JSON.stringify(full);
    mergeProfile(full, changed(full, { headline: 'New', experiences: [] }, { experience: 'complete' }));
    expect(JSON.stringify(full)).toBe(before);
  });
});
