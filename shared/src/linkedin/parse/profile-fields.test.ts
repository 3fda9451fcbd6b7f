import { describe, expect, it } from 'vitest';
import { entity } from './fixtures/answer-form.ts';
import { type FictionalMember, ilka, viewer } from './fixtures/fictional-member.ts';
import { parsed, recordAnswer } from './fixtures/parsed-answers.ts';
import { memberUrn, profileAnswer } from './fixtures/profile-answers.ts';

describe('fields of a profile', () => {
  it('fields come from the profile’s own locale if the main key is empty', () => {
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
    [
      'the chain of locations',
      { location: { '*country': 'urn:li:fsd_geo:2' }, country: { defaultLocalizedName: 'België' } },
      'België',
    ],
    [
      'a URN without a star',
      { location: { countryUrn: 'urn:li:fsd_geo:2' }, country: { defaultLocalizedName: 'België' } },
      'België',
    ],
    ['a location that is a country itself', { location: { countryUrn: null }, country: {} }, 'Gent, Vlaanderen, Belgium'],
    [
      'what the two spellings differ by, when the country dangles',
      { location: { '*country': 'urn:li:fsd_geo:3', defaultLocalizedNameWithoutCountryName: 'Gent, Vlaanderen' }, country: {} },
      'Belgium',
    ],
    ['the code, when nothing else says', { location: { '*country': 'urn:li:fsd_geo:3' }, country: {} }, 'Estonia'],
  ])('the country is read from %s', (_, { location, country }, expected) => {
    const answer = recordAnswer({ geoLocation: { '*geo': 'urn:li:fsd_geo:1' }, location: { countryCode: 'ee' } });
    const geos = [
      entity('common.Geo', 'urn:li:fsd_geo:1', { defaultLocalizedName: 'Gent, Vlaanderen, Belgium', ...location }),
      entity('common.Geo', 'urn:li:fsd_geo:2', country),
    ];
    const { profile } = parsed(ilka.slug, answer, { included: geos });
    expect(profile.country).toBe(expected);
    expect([profile.location, profile.country_code]).toEqual(['Gent, Vlaanderen, Belgium', 'EE']);
  });

  it('only the member’s own followers are counted', () => {
    const foreign = `urn:li:fsd_followingState:${memberUrn(viewer.id)}`;
    const answer = recordAnswer({ followingState: { entityUrn: foreign, followerCount: 5 }, '*followingState': foreign });
    expect(
      parsed(ilka.slug, answer, { included: [entity('feed.FollowingState', foreign, { followerCount: 6 })] }).profile
        .follower_count,
    ).toBeNull();
  });

  it('only valid counts are read', () => {
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
  ])('the relationship %j is read as %s', (memberRelationshipUnion, degree) => {
    const relationship = entity('relationships.MemberRelationship', `urn:li:fsd_memberRelationship:${ilka.id}`, {
      memberRelationshipUnion,
    });
    expect(parsed(ilka.slug, recordAnswer({}), { included: [relationship] }).profile.connection_degree).toBe(degree);
  });

  it('texts are trimmed, limited and free of what a database refuses', () => {
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

  it('a member without a photo is read without one', () => {
    for (const profilePicture of [
      null,
      {},
      { displayImageReference: null },
      { displayImageReference: { vectorImage: { artifacts: [] } } },
    ]) {
      expect(parsed(ilka.slug, recordAnswer({ profilePicture })).profile.photo_url).toBeNull();
    }
  });

  it('the current employer is that of the profile’s head, else of the first ongoing role', () => {
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

  it('circular references are handled', () => {
    const [a, b] = ['urn:li:fsd_profilePositionGroup:(x,1)', 'urn:li:fsd_profilePositionGroup:(x,2)'];
    const circle = [
      { entityUrn: a, '*elements': [b], '*profilePositionInPositionGroup': b, '*country': a, '*components': b },
      { entityUrn: b, '*elements': [a, b], '*profilePositionInPositionGroup': a, '*geo': b, '*components': a },
    ];
    const answer = recordAnswer({ '*profilePositionGroups': a, '*geoLocation': b, '*profileEducations': b, '*connections': a });
    expect(parsed(ilka.slug, answer, { included: circle }).profile.experiences).toEqual([]);
  });
});
