import { describe, expect, it } from 'vitest';
import { type Entity, entity, graphqlAnswer, restAnswer } from './fixtures/answer-form.ts';
import {
  cardsAnswer,
  educationAnswer,
  english,
  experienceAnswer,
  german,
  japanese,
  plainExperienceAnswer,
} from './fixtures/component-answers.ts';
import { type FictionalMember, ilka, memberWithGroups, stranger, viewer } from './fixtures/fictional-member.ts';
import { connectionsAnswer, hits, meAnswer } from './fixtures/page-answers.ts';
import { contactAnswer, memberUrn, plainProfileAnswer, profileAnswer, topCardAnswer } from './fixtures/profile-answers.ts';
import { type ProfileResult, parseProfile } from './parse-profile.ts';

type Parsed = Extract<ProfileResult, { ok: true }>;

function parse(identity: string, ...contents: readonly unknown[]): ProfileResult {
  return parseProfile({ identity, payloads: contents.map((content, position) => ({ slot: `p${position + 1}`, content })) });
}

function parsed(identity: string, ...contents: readonly unknown[]): Parsed {
  const result = parse(identity, ...contents);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result;
}

/** The subject's record with some fields replaced, alone in its answer. */
function recordAnswer(fields: Entity): Entity {
  return restAnswer(
    [memberUrn(ilka.id)],
    [entity('identity.profile.Profile', memberUrn(ilka.id), { publicIdentifier: ilka.slug, firstName: 'Ilka', ...fields })],
  );
}

describe('parseProfile', () => {
  it('reads a profile from the profile, top-card and contact answers together', () => {
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

  it('reads the same profile from plain nested JSON', () => {
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

  it('reads a GraphQL answer, by list and by single reference', () => {
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

  it('does not care in which order or slot the payloads come', () => {
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

  it('goes on with what can be read when other payloads are broken', () => {
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

describe('the subject of a profile', () => {
  const slugged = (slug: string): Entity => recordAnswer({ publicIdentifier: slug });

  it.each([
    ['the slug', ilka.slug, ilka.slug],
    ['the slug in other case', 'Ilka-SORRENTO', ilka.slug],
    ['the member id', ilka.id, ilka.slug],
    ['the member id in lower case', ilka.id.toLowerCase(), ilka.slug],
    ['a URN of the member', memberUrn(ilka.id), ilka.slug],
    ['a percent-encoded slug', 'j%C3%BCri-aas', 'jüri-aas'],
    ['a slug the answer encodes', 'Jüri-Aas', 'j%C3%BCri-aas'],
    ['a slug composed differently', 'ju\u0308ri-aas', 'jüri-aas'],
    ['a slug of another script', '石川-健', '%E7%9F%B3%E5%B7%9D-%E5%81%A5'],
  ])('is found by %s', (_, identity, slug) => {
    expect(parsed(identity, slugged(slug)).profile.profile_id).toBe(ilka.id);
  });

  it('has one address, however the answer spells its slug', () => {
    expect(parsed('jüri-aas', slugged('jüri-aas')).profile.profile_url).toBe('https://www.linkedin.com/in/j%C3%BCri-aas');
    expect(parsed('jüri-aas', slugged('j%C3%BCri-aas')).profile.profile_url).toBe('https://www.linkedin.com/in/j%C3%BCri-aas');
  });

  it.each([
    ['a profile of somebody else', viewer.slug, [profileAnswer(ilka)]],
    ['a profile of somebody else, asked by id', viewer.id, [profileAnswer(ilka)]],
    [
      'one payload of somebody else among good ones',
      ilka.slug,
      [profileAnswer(ilka), topCardAnswer({ ...ilka, id: stranger.id, slug: stranger.slug })],
    ],
    ['a plain profile of somebody else', 'someone-else', [plainProfileAnswer(ilka)]],
    ['rendered rows of somebody else', stranger.id, [experienceAnswer(ilka)]],
    ['cards of somebody else', stranger.id, [cardsAnswer(ilka)]],
    [
      'rows of somebody else beside the right profile',
      ilka.slug,
      [profileAnswer(ilka), experienceAnswer({ ...ilka, id: stranger.id })],
    ],
    ['who is signed in', ilka.slug, [meAnswer()]],
  ])('is refused for %s', (_, identity, contents) => {
    expect(parse(identity, ...contents)).toMatchObject({ ok: false, reason: 'other_member' });
  });

  it('is not the viewer or a stranger who travels along', () => {
    const { profile } = parsed(ilka.slug, profileAnswer(ilka), topCardAnswer(ilka));
    expect(profile.profile_id).toBe(ilka.id);
    expect(profile.experiences.some((experience) => experience.title === 'Position of a stranger')).toBe(false);
    expect(profile.headline).not.toContain('Must not be picked');
  });

  it('is the first the root names, unless that answer is about the member further down', () => {
    const included = [viewer, ilka].map(({ id, slug, first }) =>
      entity('identity.profile.Profile', memberUrn(id), { publicIdentifier: slug, firstName: first }),
    );
    const answer = restAnswer([memberUrn(ilka.id), memberUrn(viewer.id)], included);
    expect(parsed(ilka.slug, answer).profile.first_name).toBe('Ilka');
    expect(parse('nobody-asked', answer)).toMatchObject({ ok: false, reason: 'other_member' });
  });

  it('is not believed without proof: a record without its slug is nobody’s', () => {
    const nameless = restAnswer(
      [memberUrn(ilka.id)],
      [entity('identity.profile.Profile', memberUrn(ilka.id), { firstName: 'Ilka' })],
    );
    expect(parse(ilka.slug, nameless)).toMatchObject({ ok: false, reason: 'unreadable' });
    expect(parsed(ilka.id, nameless).profile.first_name).toBe('Ilka');
    expect(parsed(ilka.slug, nameless, topCardAnswer(ilka)).profile.first_name).toBe('Ilka');
  });

  it('is told by what hangs on a plain record that has no URN of its own', () => {
    const record = {
      publicIdentifier: ilka.slug,
      firstName: 'Ilka',
      followingState: { entityUrn: `urn:li:fsd_followingState:${memberUrn(ilka.id)}`, followerCount: 7 },
    };
    expect(parsed(ilka.slug, { elements: [record] }).profile).toMatchObject({ profile_id: ilka.id, follower_count: 7 });
    const second = { publicIdentifier: ilka.slug, lastName: 'Sorrento' };
    expect(parsed(ilka.slug, { elements: [second] }, { elements: [record] }).profile.full_name).toBe('Ilka Sorrento');
  });

  it.each([
    ['nothing', []],
    ['pages and errors', ['<html>', null, { data: { status: 403 }, included: [] }]],
    ['answers about something else', [connectionsAnswer(hits)]],
    ['an empty list', [restAnswer([], [])]],
  ])('is unreadable in %s', (_, contents) => {
    expect(parse(ilka.slug, ...contents)).toMatchObject({ ok: false, reason: 'unreadable' });
  });

  it('is never found by an empty identity', () => {
    expect(parse('', recordAnswer({ publicIdentifier: '' }))).toMatchObject({ ok: false });
  });
});

describe('fields of a profile', () => {
  it('come from the profile’s own locale where the main key is empty', () => {
    const { profile } = parsed(
      ilka.slug,
      recordAnswer({
        headline: null,
        summary: ' ',
        multiLocaleHeadline: { de_DE: 'Leiterin', fr_FR: 'Directrice' },
        multiLocaleSummary: { en_US: 'In English', fr_FR: 'En français' },
        multiLocaleLastName: { fr_FR: 'Dupont' },
        primaryLocale: { language: 'fr', country: 'FR' },
      }),
    );
    expect([profile.headline, profile.description, profile.last_name]).toEqual(['Directrice', 'En français', 'Dupont']);
    const english = recordAnswer({ multiLocaleHeadline: { en_US: 'Head', de_DE: 'Leiterin' } });
    expect(parsed(ilka.slug, english).profile.headline).toBe('Head');
    const hostile = recordAnswer({
      multiLocaleHeadline: { de_DE: 'Leiterin' },
      primaryLocale: { language: '_', country: 'proto__' },
    });
    expect(parsed(ilka.slug, hostile).profile.headline).toBe('Leiterin');
  });

  it.each([
    ['the chain of places', { place: { '*country': 'urn:li:fsd_geo:2' }, country: { defaultLocalizedName: 'België' } }, 'België'],
    [
      'a URN without a star',
      { place: { countryUrn: 'urn:li:fsd_geo:2' }, country: { defaultLocalizedName: 'België' } },
      'België',
    ],
    ['the place that is a country itself', { place: { countryUrn: null }, country: {} }, 'Gent, Vlaanderen, Belgium'],
    [
      'what the two spellings differ by, when the country dangles',
      { place: { '*country': 'urn:li:fsd_geo:3', defaultLocalizedNameWithoutCountryName: 'Gent, Vlaanderen' }, country: {} },
      'Belgium',
    ],
    ['the code, when nothing else says', { place: { '*country': 'urn:li:fsd_geo:3' }, country: {} }, 'Estonia'],
  ])('read the country from %s', (_, { place, country }, expected) => {
    const answer = recordAnswer({ geoLocation: { '*geo': 'urn:li:fsd_geo:1' }, location: { countryCode: 'ee' } });
    const geos = [
      entity('common.Geo', 'urn:li:fsd_geo:1', { defaultLocalizedName: 'Gent, Vlaanderen, Belgium', ...place }),
      entity('common.Geo', 'urn:li:fsd_geo:2', country),
    ];
    const { profile } = parsed(ilka.slug, answer, { included: geos });
    expect(profile.country).toBe(expected);
    expect([profile.location, profile.country_code]).toEqual(['Gent, Vlaanderen, Belgium', 'EE']);
  });

  it('take only the member’s own followers', () => {
    const foreign = `urn:li:fsd_followingState:${memberUrn(viewer.id)}`;
    const answer = recordAnswer({ followingState: { entityUrn: foreign, followerCount: 5 }, '*followingState': foreign });
    expect(
      parsed(ilka.slug, answer, { included: [entity('feed.FollowingState', foreign, { followerCount: 6 })] }).profile
        .follower_count,
    ).toBeNull();
  });

  it('take counts that are counts', () => {
    for (const total of ['500+', -1, 1.5, 1e300, null, {}]) {
      const answer = {
        elements: [{ entityUrn: memberUrn(ilka.id), publicIdentifier: ilka.slug, connections: { paging: { total } } }],
      };
      expect(parsed(ilka.slug, answer).profile.connection_count).toBeNull();
    }
  });

  it.each([
    [{ self: {} }, 'self'],
    [{ '*connection': 'urn:li:fsd_connection:x' }, 'first'],
    [{ connection: { createdAt: 1 } }, 'first'],
    [{ noConnection: { memberDistance: 'DISTANCE_3' } }, 'third'],
    [{ noConnection: { memberDistance: 'OUT_OF_NETWORK' } }, 'out_of_network'],
    [{ noConnection: { memberDistance: 'SOMETHING_NEW' } }, null],
    [{ connection: null, noConnection: null }, null],
  ])('read the relationship %j as %s', (memberRelationshipUnion, degree) => {
    const relationship = entity('relationships.MemberRelationship', `urn:li:fsd_memberRelationship:${ilka.id}`, {
      memberRelationshipUnion,
    });
    expect(parsed(ilka.slug, recordAnswer({}), { included: [relationship] }).profile.connection_degree).toBe(degree);
  });

  it('are trimmed, bounded and free of what a database refuses', () => {
    const { profile } = parsed(
      ilka.slug,
      recordAnswer({
        firstName: '  Il\u0000ka\n ',
        lastName: 'x'.repeat(5_000),
        headline: 'Cut \ud83d',
        summary: `a\r\nb${'y'.repeat(100_000)}`,
      }),
    );
    expect(profile.first_name).toBe('Ilka');
    expect(profile.last_name).toHaveLength(500);
    expect(profile.headline).toBe('Cut \ufffd');
    expect(profile.description?.slice(0, 4)).toBe('a\nby');
    expect(profile.description).toHaveLength(20_000);
  });

  it('of a member without a photo are read without one', () => {
    for (const profilePicture of [
      null,
      {},
      { displayImageReference: null },
      { displayImageReference: { vectorImage: { artifacts: [] } } },
    ]) {
      expect(parsed(ilka.slug, recordAnswer({ profilePicture })).profile.photo_url).toBeNull();
    }
  });

  it('name the current employer by the head of the profile, else by the first role that goes on', () => {
    const urn = `urn:li:fsd_profilePosition:(${ilka.id},999)`;
    const top = [
      { entityUrn: 'urn:li:collectionResponse:top', '*elements': [urn], paging: { start: 0, count: 1, total: 1 } },
      {
        entityUrn: urn,
        companyName: 'Brand New',
        companyUrn: 'urn:li:fsd_company:99',
        dateRange: { start: { year: 2026 }, end: null },
      },
    ];
    const withTop = parsed(
      ilka.slug,
      profileAnswer(ilka),
      recordAnswer({ '*profileTopPosition': 'urn:li:collectionResponse:top' }),
      { included: top },
    );
    expect(withTop.profile).toMatchObject({
      company_id: '99',
      company_name: 'Brand New',
      company_url: 'https://www.linkedin.com/company/99',
    });
    expect(parsed(ilka.slug, profileAnswer(ilka)).profile.company_name).toBe('Quillhaven Robotics');
    const retired: FictionalMember = { ...ilka, groups: ilka.groups.slice(1) };
    expect(parsed(ilka.slug, profileAnswer(retired)).profile).toMatchObject({
      company_id: null,
      company_name: null,
      company_url: null,
    });
  });

  it('survive references that run in circles', () => {
    const [a, b] = ['urn:li:fsd_profilePositionGroup:(x,1)', 'urn:li:fsd_profilePositionGroup:(x,2)'];
    const circle = [
      { entityUrn: a, '*elements': [b], '*profilePositionInPositionGroup': b, '*country': a, '*components': b },
      { entityUrn: b, '*elements': [a, b], '*profilePositionInPositionGroup': a, '*geo': b, '*components': a },
    ];
    const answer = recordAnswer({ '*profilePositionGroups': a, '*geoLocation': b, '*profileEducations': b, '*connections': a });
    expect(parsed(ilka.slug, answer, { included: circle }).profile.experiences).toEqual([]);
  });
});

describe('rendered sections', () => {
  it.each([
    ['English', english],
    ['German', german],
    ['Japanese', japanese],
  ])('give the same experiences in %s', (_, language) => {
    const { profile, sections, missingExperiences } = parsed(ilka.id, experienceAnswer(ilka, language));
    const own = parsed(ilka.slug, profileAnswer(ilka)).profile;
    const facts = ({
      title,
      description,
      company_name,
      company_id,
      category,
      started_at,
      ended_at,
      is_current,
    }: (typeof own.experiences)[number]): unknown[] => [
      title,
      description,
      company_name,
      company_id,
      category,
      started_at,
      ended_at,
      is_current,
    ];
    expect(profile.experiences.map(facts)).toEqual(own.experiences.map(facts));
    expect(profile.experiences.map((experience) => experience.company_url)).toEqual([
      'https://www.linkedin.com/company/7710001',
      'https://www.linkedin.com/company/7710001',
      'https://www.linkedin.com/company/7710002',
      'https://www.linkedin.com/company/7710003',
      null,
    ]);
    expect(profile.experiences[0]?.location).toBe('Gent, Belgium');
    expect([sections.experience, missingExperiences]).toEqual(['complete', 0]);
    expect(profile.public_identifier).toBeNull();
  });

  it('are read from plain nested JSON, where the slot says which section it is', () => {
    const payloads = [{ slot: 'ex', content: plainExperienceAnswer(ilka) }];
    const result = parseProfile({ identity: ilka.id, payloads });
    expect(result.ok && result.profile.experiences.map((experience) => experience.title)).toEqual([
      'Head of Automation',
      'Automation Engineer',
      'Consultant',
      'Tutor',
      'Founder',
    ]);
  });

  it('give educations, with degree and field', () => {
    const { profile, sections } = parsed(ilka.id, educationAnswer(ilka, german));
    expect(profile.educations).toEqual([
      {
        school_name: 'Larkspur College',
        school_url: 'https://www.linkedin.com/company/7710003',
        degree: 'Master of Science',
        field: 'Mechatronics',
        started_at: '2010-01-01',
        ended_at: '2015-01-01',
      },
      { school_name: 'Sint-Baafs Evening School', school_url: null, degree: null, field: null, started_at: null, ended_at: null },
    ]);
    expect(sections.education).toBe('complete');
  });

  it('give the about text of a card found by its URN, whatever its heading', () => {
    const { profile, sections } = parsed(ilka.id, cardsAnswer(ilka, german));
    expect(profile.description).toBe(ilka.summary);
    expect(profile.follower_count).toBe(2981);
    expect([sections.about, sections.counts]).toEqual(['complete', 'truncated']);
  });

  it('of cards are the first rows only, and say so', () => {
    const { profile, sections, missingExperiences, nextPages } = parsed(ilka.id, cardsAnswer(ilka, german));
    expect(profile.experiences.map((experience) => [experience.title, experience.company_name, experience.started_at])).toEqual([
      ['Head of Automation', 'Quillhaven Robotics', '2022-04-01'],
      ['Automation Engineer', 'Quillhaven Robotics', '2019-09-01'],
      ['Consultant', 'Tidewick Freight', '2017-01-01'],
    ]);
    expect([sections.experience, missingExperiences]).toEqual(['truncated', null]);
    expect(nextPages).toMatchObject([{ section: 'experience', start: 0 }]);
  });

  it('fill the gaps of the profile’s own list and never double it', () => {
    const bare = profileAnswer({
      ...ilka,
      groups: ilka.groups.map((group) => ({
        ...group,
        roles: group.roles.map((role) => ({ ...role, type: null, description: null, place: null })),
      })),
    });
    const { profile } = parsed(ilka.slug, bare, experienceAnswer(ilka, german), cardsAnswer(ilka, english));
    expect(profile.experiences).toHaveLength(5);
    expect(profile.experiences[0]).toMatchObject({
      description: 'Runs the robot fleet.\nTeam of 9.',
      category: 'Full-time',
      location: 'Gent, Belgium',
      company_url: 'https://www.linkedin.com/company/quillhaven-robotics',
    });
  });

  it('continue a list that was cut at ten groups', () => {
    const member = memberWithGroups(14, 2);
    const cut = parsed(member.slug, profileAnswer(member));
    expect(cut.profile.experiences).toHaveLength(20);
    expect([cut.sections.experience, cut.missingExperiences]).toEqual(['truncated', 4]);
    expect(cut.nextPages).toEqual([
      {
        section: 'experience',
        listUrn: `urn:li:fsd_profilePagedListComponent:(${member.id},EXPERIENCE_VIEW_DETAILS,${memberUrn(member.id)},NONE,en_US)`,
        start: 10,
      },
    ]);
    const whole = parsed(member.slug, profileAnswer(member), experienceAnswer(member, german));
    expect(whole.profile.experiences).toHaveLength(28);
    expect([whole.sections.experience, whole.missingExperiences, whole.nextPages]).toEqual(['complete', 0, []]);
  });
});
