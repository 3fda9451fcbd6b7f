import { describe, expect, it } from 'vitest';
import { type Entity, entity, type Json, restAnswer } from './fixtures/answer-form.ts';
import { cardsAnswer, english, experienceAnswer, experiencePageAnswer } from './fixtures/component-answers.ts';
import { ilka, memberWithGroups } from './fixtures/fictional-member.ts';
import { contactAnswer, memberUrn, profileAnswer, topCardAnswer } from './fixtures/profile-answers.ts';
import { type ProfileResult, parseProfile } from './parse-profile.ts';

type Parsed = Extract<ProfileResult, { ok: true }>;

function parsed(payloads: readonly (readonly [slot: string, content: unknown])[]): Parsed {
  const result = parseProfile({ identity: ilka.id, payloads: payloads.map(([slot, content]) => ({ slot, content })) });
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result;
}

/** A profile whose position groups are the given collection. */
function withGroups(collection: Json, ...more: readonly Entity[]): Parsed {
  const record = entity('identity.profile.Profile', memberUrn(ilka.id), {
    publicIdentifier: ilka.slug,
    firstName: 'Ilka',
    profilePositionGroups: collection,
  });
  return parsed([['p1', restAnswer([memberUrn(ilka.id)], [record, ...more])]]);
}

const group = (name: string): Entity => ({
  companyName: name,
  profilePositionInPositionGroup: { elements: [{ title: `Role at ${name}` }], paging: { total: 1 } },
});

describe('the state of the experience section', () => {
  it.each([
    [
      'complete, when everything was sent',
      { elements: [group('A'), group('B')], paging: { start: 0, count: 10, total: 2 } },
      'complete',
      0,
      2,
    ],
    ['complete, when nothing tells that there is more', { elements: [group('A')] }, 'complete', null, 1],
    [
      'complete and empty, when the network says there are none',
      { elements: [], paging: { start: 0, count: 10, total: 0 } },
      'complete',
      0,
      0,
    ],
    [
      'truncated, when a full page leaves some out',
      { elements: [group('A'), group('B')], paging: { start: 0, count: 2, total: 5 } },
      'truncated',
      3,
      2,
    ],
    [
      'unparsed, when a page is not filled though more exist',
      { elements: [group('A')], paging: { start: 0, count: 10, total: 5 } },
      'unparsed',
      4,
      1,
    ],
    [
      'unparsed, when rows exist and none was sent',
      { elements: [], paging: { start: 0, count: 10, total: 5 } },
      'unparsed',
      5,
      0,
    ],
    [
      'unparsed, when all references lead nowhere',
      { '*elements': ['urn:li:x:1', 'urn:li:x:2'], paging: { start: 0, count: 10, total: 2 } },
      'unparsed',
      2,
      0,
    ],
    ['unparsed, when one reference leads nowhere', { '*elements': ['urn:li:x:1'], elements: null }, 'unparsed', 1, 0],
    ['missing, when an empty list has no total', { elements: [] }, 'missing', null, 0],
    ['missing, when the list is null', null, 'missing', null, 0],
    ['missing, when the list has changed its form', 'something else', 'missing', null, 0],
  ])('the section is %s', (_, collection, state, missing, rows) => {
    const result = withGroups(collection);
    expect([result.sections.experience, result.missingExperiences, result.profile.experiences.length]).toEqual([
      state,
      missing,
      rows,
    ]);
  });

  it('missing roles inside a group are counted', () => {
    const cut = {
      ...group('A'),
      profilePositionInPositionGroup: { elements: [{ title: 'One' }], paging: { start: 0, count: 1, total: 4 } },
    };
    const result = withGroups({ elements: [cut], paging: { start: 0, count: 10, total: 1 } });
    expect([result.sections.experience, result.missingExperiences]).toEqual(['truncated', 3]);
  });

  it('the employer of a group whose roles are missing is kept, and the roles count as missing', () => {
    const dangling = {
      companyName: 'A',
      dateRange: { start: { year: 2020 } },
      '*profilePositionInPositionGroup': 'urn:li:nowhere',
    };
    const result = withGroups({ elements: [dangling], paging: { start: 0, count: 10, total: 1 } });
    expect(result.profile.experiences).toMatchObject([{ title: null, company_name: 'A', started_at: '2020-01-01' }]);
    expect([result.sections.experience === 'complete', result.missingExperiences]).toEqual([false, 1]);
  });

  it('rendered rows of an unknown format are unparsed', () => {
    const answer = JSON.stringify(experienceAnswer(ilka)).replaceAll('entityComponent', 'somethingNewComponent');
    const result = parsed([['ex', answer]]);
    expect([result.sections.experience, result.missingExperiences, result.nextPages]).toEqual(['unparsed', 4, []]);
  });

  it('the section is missing, not empty, in answers about other things', () => {
    expect(parsed([['i', contactAnswer(ilka)]]).sections).toEqual({
      profile: 'missing',
      counts: 'missing',
      experience: 'missing',
      education: 'missing',
      about: 'missing',
      contact: 'complete',
    });
    expect(parsed([['p2', topCardAnswer(ilka)]]).sections).toMatchObject({
      experience: 'missing',
      education: 'missing',
      contact: 'missing',
    });
  });
});

describe('paging through a rendered list', () => {
  const member = memberWithGroups(23, 1);

  it('the next page is requested by the URN of the list itself', () => {
    const result = parsed([['ex', experienceAnswer(member, { ...english, locale: 'xx_XX' }, 10, 10)]]);
    expect([result.sections.experience, result.missingExperiences]).toEqual(['truncated', 13]);
    expect(result.nextPages).toEqual([
      {
        section: 'experience',
        listUrn: `urn:li:fsd_profilePagedListComponent:(${member.id},EXPERIENCE_VIEW_DETAILS,${memberUrn(member.id)},NONE,xx_XX)`,
        start: 10,
      },
    ]);
  });

  it('pages are compared, and a gap between them is found', () => {
    const first = experienceAnswer(member, english, 10, 10);
    const third = experiencePageAnswer(member, 20, 10);
    const holed = parsed([
      ['ex', first],
      ['ex', third],
    ]);
    expect([holed.sections.experience, holed.missingExperiences, holed.nextPages[0]?.start]).toEqual(['truncated', 10, 10]);
    const whole = parsed([
      ['ex', third],
      ['ex', first],
      ['ex', experiencePageAnswer(member, 10, 10)],
    ]);
    expect([whole.sections.experience, whole.missingExperiences, whole.nextPages]).toEqual(['complete', 0, []]);
    expect(new Set(whole.profile.experiences.map((experience) => experience.title)).size).toBe(23);
  });

  it('a single page is continued', () => {
    const middle = parsed([['ex', experiencePageAnswer(member, 10, 10)]]);
    expect([middle.missingExperiences, middle.nextPages[0]?.start]).toEqual([13, 20]);
    const last = parsed([['ex', experiencePageAnswer(member, 20, 10)]]);
    expect([last.missingExperiences, last.nextPages]).toEqual([20, []]);
  });

  it('a page continues the profile’s own list', () => {
    const result = parsed([
      ['p1', profileAnswer(member)],
      ['ex', experiencePageAnswer(member, 10, 10)],
      ['ex', experiencePageAnswer(member, 20, 10)],
    ]);
    expect([result.sections.experience, result.missingExperiences]).toEqual(['complete', 0]);
    expect(result.profile.experiences).toHaveLength(23);
  });

  it('the same page is not counted twice', () => {
    const page = experienceAnswer(member, english, 10, 10);
    const result = parsed([
      ['ex', page],
      ['p', page],
      ['ex', experiencePageAnswer(member, 0, 10)],
    ]);
    expect([result.profile.experiences.length, result.missingExperiences]).toEqual([10, 13]);
  });

  it('cards are known to be incomplete', () => {
    const result = parsed([
      ['p', cardsAnswer(member)],
      [
        'p1',
        {
          elements: [
            {
              entityUrn: memberUrn(ilka.id),
              profilePositionGroups: { elements: [], paging: { total: 23, count: 10, start: 0 } },
            },
          ],
        },
      ],
    ]);
    expect([result.sections.experience, result.missingExperiences, result.profile.experiences.length]).toEqual([
      'truncated',
      21,
      2,
    ]);
  });
});
