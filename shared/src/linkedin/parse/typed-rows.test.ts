import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entity, entity, restAnswer } from './fixtures/answer-form.ts';
import { experienceAnswer, listUrn } from './fixtures/component-answers.ts';
import { type FictionalGroup, type FictionalMember, ilka, memberWithGroups, stranger } from './fixtures/fictional-member.ts';
import { parse, parsed, recordAnswer } from './fixtures/parsed-answers.ts';
import { profileAnswer } from './fixtures/profile-answers.ts';
import { typedAnswer, typedEducations, typedPositions } from './fixtures/typed-answers.ts';
import { groupOf } from './row-position.ts';

/** 33 roles in 14 groups, five of them with more than one role. */
const long: FictionalMember = {
  ...ilka,
  groups: memberWithGroups(14, 8).groups.map((group, number) => ({
    ...group,
    roles: group.roles.slice(0, [8, 1, 1, 5, 1, 1, 1, 1, 1, 1, 6, 1, 4, 1][number]),
  })),
};
const rolesOf = ({ groups }: FictionalMember) => groups.flatMap(({ roles }) => roles.map(({ title }) => title));
const positions = typedPositions(long);
const profile = profileAnswer(long);
const titlesIn = (result: ReturnType<typeof parsed>) => result.profile.experiences.map(({ title }) => title);
/** How many roles each group has, in the order of the list. */
const groupSizes = (result: ReturnType<typeof parsed>) =>
  [...Map.groupBy(result.rowPositions.experiences, groupOf).values()].map(({ length }) => length);

describe('typed rows of experiences', () => {
  it('all 33 roles of 14 groups are read where the profile shows ten groups', () => {
    expect(rolesOf(long)).toHaveLength(33);
    const cut = parsed(long.slug, profile);
    expect(cut.sections.experience).toBe('truncated');
    expect(cut.typedNext.experience).toBe(0);
    const whole = parsed(long.slug, profile, typedAnswer(positions));
    expect(titlesIn(whole)).toEqual(rolesOf(long));
    expect(groupSizes(whole)).toEqual(long.groups.map(({ roles }) => roles.length));
    expect(whole).toMatchObject({ missingExperiences: 0, sections: { experience: 'complete' }, nextPages: [] });
    expect(whole.typedNext.experience).toBeNull();
  });

  it('the same order and groups without the profile’s list', () => {
    const whole = parsed(long.slug, recordAnswer({ publicIdentifier: long.slug }), typedAnswer(positions));
    expect(titlesIn(whole)).toEqual(rolesOf(long));
    expect(groupSizes(whole)).toEqual(long.groups.map(({ roles }) => roles.length));
  });

  it('rows in another order than the profile’s groups leave these where they are', () => {
    const whole = parsed(long.slug, profile, typedAnswer(positions.toReversed()));
    expect(titlesIn(whole).slice(0, 21)).toEqual(rolesOf(long).slice(0, 21));
    expect(groupSizes(whole)).toEqual([8, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1, 4, 1, 6]);
    expect(titlesIn(whole).toSorted()).toEqual(rolesOf(long).toSorted());
  });

  it('a role that the profile left out of a group it shows joins that group', () => {
    const shown = { ...long, groups: long.groups.map((group, number) => (number === 3 ? withRoles(group, 0, 3) : group)) };
    const whole = parsed(long.slug, profileAnswer(shown), typedAnswer(positions));
    expect(titlesIn(whole)).toEqual(rolesOf(long));
    expect(groupSizes(whole)).toEqual(long.groups.map(({ roles }) => roles.length));
  });

  it('somebody who came back to an employer years later has two groups of it', () => {
    const [first, second] = memberWithGroups(2, 1).groups;
    if (first === undefined || second === undefined) throw new Error('there are two groups');
    const earlier = first.roles.map((role) => ({ ...role, start: { year: 2010 }, end: { year: 2012 } }));
    const back: FictionalMember = { ...ilka, groups: [first, second, { ...first, roles: earlier }] };
    const whole = parsed(back.slug, recordAnswer({ publicIdentifier: back.slug }), typedAnswer(typedPositions(back)));
    expect(groupSizes(whole)).toEqual([1, 1, 1]);
  });

  it('an employer that is named by number only keeps the name the row carries', () => {
    const whole = parsed(long.slug, profile, typedAnswer(positions));
    expect(whole.profile.experiences.at(-1)).toMatchObject({
      company_id: '7720013',
      company_name: 'Employer 13',
      company_url: 'https://www.linkedin.com/company/employer-13',
    });
    const alone = parsed(long.slug, recordAnswer({ publicIdentifier: long.slug }), typedAnswer(positions));
    expect(alone.profile.experiences.at(-1)).toMatchObject({
      company_id: '7720013',
      company_name: 'Employer 13',
      company_url: 'https://www.linkedin.com/company/7720013',
    });
  });

  it('what only the profile says of a role stays', () => {
    const whole = parsed(long.slug, profile, typedAnswer(positions));
    expect(whole.profile.experiences[0]?.category).toBe('Full-time');
    expect(whole.profile.experiences[32]?.category).toBeNull();
  });

  it('rendered rows are not mixed with them', () => {
    const rendered = experienceAnswer({ ...long, groups: memberWithGroups(20, 1).groups });
    const typed = parsed(long.slug, profile, typedAnswer(positions));
    const both = parsed(long.slug, profile, rendered, typedAnswer(positions));
    expect(both.profile.experiences).toEqual(typed.profile.experiences);
    expect(both.rowPositions).toEqual(typed.rowPositions);
    expect(both.sections.experience).toBe('complete');
  });
});

const cut = parsed(long.slug, profile);
/** All of these leave what the profile showed, to be completed in another way. */
const useless: readonly (readonly [name: string, content: unknown])[] = [
  ['an empty answer', ''],
  ['an empty list', typedAnswer([])],
  ['an empty list that counts rows', typedAnswer([], { total: 33 })],
  ['a page of HTML', '<!DOCTYPE html><html><body>Sign in</body></html>'],
  ['half of the JSON', JSON.stringify(typedAnswer(positions)).slice(0, 4_000)],
  ['an error under status 200', { data: { status: 429 }, included: [] }],
  ['fewer rows than the profile shows', typedAnswer(positions.slice(0, 9))],
  ['fewer rows than the profile counts groups', typedAnswer(positions.slice(0, 13))],
  ['rows that were named and not sent', { ...typedAnswer(positions), included: [] }],
  ['rows without any field', typedAnswer(positions.map(({ $type = null, entityUrn = null }) => ({ $type, entityUrn })))],
  ['the rows of another section', typedAnswer(typedEducations(ilka))],
  ['rows that name no member', typedAnswer(positions.map((row, number) => ({ ...row, entityUrn: `urn:li:fsd_x:${number}` })))],
  ['rows of which one is another member’s', typedAnswer([...positions, ...strangersRows(1)])],
  [
    'another section under status 200',
    restAnswer(
      [listUrn(long, 'EXPERIENCE').replace('EXPERIENCE_VIEW_DETAILS', 'PYMK_RECOMMENDATION')],
      [
        entity(
          'identity.profile.tetris.PagedListComponent',
          listUrn(long, 'EXPERIENCE').replace('EXPERIENCE_VIEW_DETAILS', 'PYMK_RECOMMENDATION'),
          { components: { elements: [], paging: { start: 0, count: 10, total: 0 } } },
        ),
      ],
    ),
  ],
];

describe('typed rows that prove nothing', () => {
  it.each(useless)('%s changes nothing', (_, content) => {
    const result = parsed(long.slug, profile, content);
    expect(result.profile.experiences).toEqual(cut.profile.experiences);
    expect(result.sections).toEqual(cut.sections);
    expect(result.missingExperiences).toBe(cut.missingExperiences);
  });

  it.each(useless)('%s leaves rendered rows as they are without it', (_, content) => {
    const rendered = experienceAnswer(long);
    expect(parsed(long.slug, profile, rendered, content).profile.experiences).toEqual(
      parsed(long.slug, profile, rendered).profile.experiences,
    );
  });

  it('another member’s rows refuse the whole set', () => {
    expect(parse(long.slug, profile, typedAnswer(strangersRows(3)))).toMatchObject({ ok: false, reason: 'other_member' });
    expect(parse(stranger.id, typedAnswer(positions))).toMatchObject({ ok: false, reason: 'other_member' });
  });

  it('a profile whose list is whole is read from the profile', () => {
    const whole = parsed(ilka.slug, profileAnswer(ilka));
    const more = typedPositions(memberWithGroups(5, 1)).slice(4);
    const both = parsed(ilka.slug, profileAnswer(ilka), typedAnswer([...typedPositions(ilka), ...more]));
    expect(both.profile.experiences).toEqual(whole.profile.experiences);
  });
});

describe('pages of typed rows', () => {
  const page = (start: number, total: number | null = 33) => typedAnswer(positions, { start, count: 12, total });

  it('pages are asked for one after another, and no row is used before the last one is there', () => {
    const one = parsed(long.slug, profile, page(0));
    expect(one.typedNext.experience).toBe(12);
    expect(one.profile.experiences).toEqual(cut.profile.experiences);
    expect(parsed(long.slug, profile, page(0), page(12)).typedNext.experience).toBe(24);
    const all = parsed(long.slug, profile, page(24), page(0), page(12));
    expect(titlesIn(all)).toEqual(rolesOf(long));
    expect(all.typedNext.experience).toBeNull();
  });

  it('without a total, a page that is not full is the last', () => {
    expect(parsed(long.slug, profile, page(0, null), page(12, null)).typedNext.experience).toBe(24);
    const all = parsed(long.slug, profile, page(0, null), page(12, null), page(24, null));
    expect(all.sections.experience).toBe('complete');
  });

  it('a list that never ends is not asked for beyond 500 rows', () => {
    const endless = typedPositions(memberWithGroups(500, 1));
    const result = parsed(ilka.slug, profile, typedAnswer(endless, { count: 500, total: 1_000_000 }));
    expect(result.typedNext.experience).toBeNull();
    expect(result.sections.experience).toBe('truncated');
  });

  it('whatever pages arrive, in whatever order: all roles once and complete, or what the profile shows', () => {
    const range = fc.record({
      start: fc.nat({ max: 33 }),
      count: fc.integer({ min: 1, max: 40 }),
      total: fc.constantFrom(33, null),
    });
    fc.assert(
      fc.property(fc.array(range, { maxLength: 6 }), (ranges) => {
        const result = parsed(long.slug, profile, ...ranges.map((each) => typedAnswer(positions, each)));
        if (result.sections.experience === 'complete') expect(titlesIn(result)).toEqual(rolesOf(long));
        else expect(result.profile.experiences).toEqual(cut.profile.experiences);
      }),
    );
  });
});

describe('typed rows of educations', () => {
  const many: FictionalMember = {
    ...ilka,
    educations: Array.from({ length: 23 }, (_, number) => ({
      school: { id: null, name: `School ${number}`, page: 'school' as const, slug: '' },
      degree: `Degree ${number}`,
      field: null,
      start: { year: 2015 - number },
      end: { year: 2016 - number },
    })),
  };

  it('educations that the profile lacks are read, in their order', () => {
    const without = recordAnswer({ publicIdentifier: many.slug });
    expect(parsed(many.slug, without)).toMatchObject({ sections: { education: 'missing' }, typedNext: { education: 0 } });
    const whole = parsed(many.slug, without, typedAnswer(typedEducations(many)));
    expect(whole.profile.educations.map(({ school_name }) => school_name)).toEqual(
      many.educations.map(({ school }) => school.name),
    );
    expect(whole.sections).toMatchObject({ education: 'complete', experience: 'missing' });
  });

  it('the schools’ pages come from the profile, where it names them', () => {
    const without = { ...ilka, educations: [] };
    const whole = parsed(ilka.slug, profileAnswer(without), typedAnswer(typedEducations(ilka)));
    expect(whole.profile.educations[0]).toMatchObject({
      school_name: 'Larkspur College',
      school_url: 'https://www.linkedin.com/school/larkspur-college',
      degree: 'Master of Science',
    });
    expect(whole.profile.educations).toHaveLength(2);
  });
});

function withRoles(group: FictionalGroup, from: number, to: number): FictionalGroup {
  return { ...group, roles: group.roles.slice(from, to) };
}

function strangersRows(count: number): readonly Entity[] {
  return typedPositions({ ...long, id: stranger.id }).slice(0, count);
}
