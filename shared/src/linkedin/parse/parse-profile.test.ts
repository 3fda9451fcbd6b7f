import { describe, expect, it } from 'vitest';
import { type Entity, entity, graphqlAnswer, type Json } from './fixtures/answer-form.ts';
import { educationAnswer, experienceAnswer } from './fixtures/component-answers.ts';
import { ilka } from './fixtures/fictional-member.ts';
import { parsed, recordAnswer } from './fixtures/parsed-answers.ts';
import { contactAnswer, memberUrn, plainProfileAnswer, profileAnswer, topCardAnswer } from './fixtures/profile-answers.ts';

describe('parseProfile', () => {
  it('a profile is read from the profile, top-card and contact answers together', () => {
    const { profile, sections, missingExperiences, nextPages, payloads } = parsed(
      ilka.slug,
      JSON.stringify(profileAnswer(ilka)),
      topCardAnswer(ilka),
      contactAnswer(ilka),
    );
    expect(profile).toMatchObject({
      profile_id: ilka.id,
      public_identifier: 'ilka-sorrento',
      profile_url: 'https://www.linkedin.com/in/ilka-sorrento',
      full_name: 'Ilka Sorrento',
      headline: 'Head of Automation at Quillhaven Robotics',
      description: 'I make warehouses quieter.\n\nBefore that: trains.',
      location: 'Gent, Oost-Vlaanderen, Belgium',
      country: 'Belgium',
      country_code: 'BE',
      photo_url:
        'https://media.example.com/dms/image/profile-displayphoto-shrink_800_800/0/1700000000000?e=1790208000&v=beta&t=sample',
      photo_expires_at: '2026-09-24T00:00:00.000Z',
      connection_count: 1204,
      follower_count: 2981,
      connection_degree: 'second',
      company_id: '7710001',
      company_name: 'Quillhaven Robotics',
      company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
      email: 'ilka.sorrento@example.com',
      phones: ['+32 555 01 23'],
      websites: ['https://example.com/ilka', 'https://example.com'],
      twitter: ['ilka_example'],
    });
    expect(
      profile.experiences.map((experience) => [
        experience.title,
        experience.company_name,
        experience.company_url,
        experience.category,
      ]),
    ).toEqual([
      ['Head of Automation', 'Quillhaven Robotics', 'https://www.linkedin.com/company/quillhaven-robotics', 'Full-time'],
      ['Automation Engineer', 'Quillhaven Robotics', 'https://www.linkedin.com/company/quillhaven-robotics', 'Full-time'],
      ['Consultant', 'Tidewick Freight', 'https://www.linkedin.com/company/tidewick-freight', 'Contract'],
      ['Tutor', 'Larkspur College', 'https://www.linkedin.com/school/larkspur-college', 'Part-time'],
      ['Founder', 'Kitchen Table Studio', null, 'Self-employed'],
    ]);
    expect(profile.experiences[0]).toMatchObject({
      description: 'Runs the robot fleet.\nTeam of 9.',
      location: 'Gent, Belgium',
      started_at: '2022-04-01',
      started_precision: 'month',
      ended_at: null,
      is_current: true,
    });
    expect(profile.experiences[2]).toMatchObject({
      started_at: '2017-01-01',
      started_precision: 'year',
      ended_at: '2019-01-01',
      ended_precision: 'year',
      is_current: false,
    });
    expect(profile.educations).toEqual([
      {
        school_name: 'Larkspur College',
        school_url: 'https://www.linkedin.com/school/larkspur-college',
        degree: 'Master of Science',
        field: 'Mechatronics',
        started_at: '2010-01-01',
        ended_at: '2015-01-01',
      },
      { school_name: 'Sint-Baafs Evening School', school_url: null, degree: null, field: null, started_at: null, ended_at: null },
    ]);
    expect(sections).toEqual({
      profile: 'complete',
      counts: 'complete',
      experience: 'complete',
      education: 'complete',
      about: 'complete',
      contact: 'complete',
    });
    expect([missingExperiences, nextPages]).toEqual([0, []]);
    expect(payloads.map(({ slot, kind }) => [slot, kind])).toEqual([
      ['p1', 'json'],
      ['p2', 'json'],
      ['p3', 'json'],
    ]);
  });

  it('the same profile is read from plain nested JSON', () => {
    const { profile, sections } = parsed(ilka.slug, plainProfileAnswer(ilka));
    const normalized = parsed(ilka.slug, profileAnswer(ilka)).profile;
    expect(
      profile.experiences.map(({ title, started_at, ended_at, company_url }) => [title, started_at, ended_at, company_url]),
    ).toEqual(
      normalized.experiences.map(({ title, started_at, ended_at, company_url }) => [title, started_at, ended_at, company_url]),
    );
    expect(profile).toMatchObject({
      profile_id: ilka.id,
      headline: ilka.headline,
      country: 'Belgium',
      connection_count: 1204,
      follower_count: 2981,
      connection_degree: 'first',
      photo_url: normalized.photo_url,
      educations: normalized.educations,
    });
    expect(sections).toMatchObject({ profile: 'complete', counts: 'complete', experience: 'complete', education: 'complete' });
  });

  it('a GraphQL answer is read, by list and by single reference', () => {
    const included = [
      entity('identity.profile.Profile', memberUrn(ilka.id), {
        publicIdentifier: ilka.slug,
        firstName: 'Ilka',
        lastName: 'Sorrento',
      }),
    ];
    const byList = graphqlAnswer('identityDashProfilesByMemberIdentity', { '*elements': [memberUrn(ilka.id)] }, included);
    const byReference = graphqlAnswer('*identityDashProfilesById', memberUrn(ilka.id), included);
    for (const answer of [byList, byReference]) expect(parsed(ilka.slug, answer).profile.full_name).toBe('Ilka Sorrento');
  });

  it('order and slots of the payloads do not matter', () => {
    const contents = [
      profileAnswer(ilka),
      topCardAnswer(ilka),
      contactAnswer(ilka),
      experienceAnswer(ilka),
      educationAnswer(ilka),
    ];
    const forwards = parsed(ilka.slug, ...contents);
    const backwards = parsed(ilka.slug, ...[...contents].reverse());
    expect(backwards.profile).toEqual(forwards.profile);
    expect(backwards.sections).toEqual(forwards.sections);
  });

  it('readable payloads are used even if others are broken', () => {
    const { profile, payloads } = parsed(
      ilka.slug,
      null,
      '<html>',
      '{"data":',
      { data: { status: 429 } },
      profileAnswer(ilka),
      'CSRF check failed.',
    );
    expect(profile.full_name).toBe('Ilka Sorrento');
    expect(payloads.map(({ kind, status }) => [kind, status])).toEqual([
      ['empty', null],
      ['html', null],
      ['truncated', null],
      ['error', 429],
      ['json', null],
      ['not_json', null],
    ]);
  });
});

describe('an answer that refers to itself over and over', () => {
  const many = (value: Json): Json => Array.from({ length: 2_000 }, () => value);

  it('self-references through lists of positions give a limited number of experiences', () => {
    const included = [
      { entityUrn: 'urn:li:groups', '*elements': many('urn:li:group') },
      { entityUrn: 'urn:li:group', '*profilePositionInPositionGroup': 'urn:li:positions' },
      { entityUrn: 'urn:li:positions', '*elements': many('urn:li:position') },
      { entityUrn: 'urn:li:position', title: 'Again', companyName: 'And again', description: 'x'.repeat(30_000) },
    ];
    const { profile, sections } = parsed(ilka.slug, recordAnswer({ '*profilePositionGroups': 'urn:li:groups' }), { included });
    expect(profile.experiences.length).toBeLessThanOrEqual(500);
    expect(sections.experience).not.toBe('complete');
  });

  it('self-references through rendered lists give a limited number of experiences', () => {
    const list = (name: string): string => `urn:li:fsd_profilePagedListComponent:(${ilka.id},EXPERIENCE_VIEW_DETAILS,${name})`;
    const row = (below: Json): Entity => ({
      components: { entityComponent: { titleV2: 'Again', subtitle: 'And again', subComponents: { components: below } } },
    });
    const included = [
      ...Array.from({ length: 50 }, (_, number) => ({
        entityUrn: list(String(number)),
        components: { '*elements': many('urn:li:row') },
      })),
      { entityUrn: 'urn:li:row', ...row(many({ components: { '*pagedListComponent': 'urn:li:inner' } })) },
      { entityUrn: 'urn:li:inner', components: { elements: many(row([])) } },
    ];
    expect(parsed(ilka.slug, recordAnswer({}), { included }).profile.experiences.length).toBeLessThanOrEqual(500);
  });
});
