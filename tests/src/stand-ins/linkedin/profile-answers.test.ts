import { buildProfileUrl } from '@leadloom/shared/linkedin/build-url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, NORMALIZED, readerHeaders, type StandInAnswer } from './ask.ts';
import type { Member } from './model/member.ts';
import { firstIndexWith, type Traits } from './model/traits.ts';
import { at, includedOf, jsonOf, listAt, recordOf } from './read-answer.ts';
import { type LinkedInStandIn, startLinkedInStandIn } from './server.ts';

const IDENTITY = 'com.linkedin.voyager.dash.deco.identity.profile';
const GRAPHQL = '/voyager/api/graphql?queryId=voyagerIdentityDashProfiles';
let standIn: LinkedInStandIn;
beforeAll(async () => {
  standIn = await startLinkedInStandIn({ memberCount: 400 });
});
afterAll(() => standIn.close());

const openMember = (fits: (traits: Traits) => boolean): Member =>
  standIn.control.member(firstIndexWith((traits) => fits(traits) && !traits.gone && !traits.restricted));

function askProfile(member: Member, decoration: string, accept = NORMALIZED): Promise<StandInAnswer> {
  const url = buildProfileUrl({ kind: 'rest', decorationId: `${IDENTITY}.${decoration}` }, member.slug);
  return ask(standIn, url, { ...readerHeaders(standIn), accept });
}

const subjectOf = (answer: unknown) => recordOf(answer, listAt(answer, 'data', '*elements')[0]);

describe('the member finder, normalized', () => {
  it('the viewer, a stranger and a stranger’s position come before the requested member', async () => {
    const member = openMember((traits) => traits.groupedRoles);
    const asked = await askProfile(member, 'FullProfileWithEntities-93');
    expect(asked.status).toBe(200);
    expect(asked.headers['content-type']).toBe('application/vnd.linkedin.normalized+json+2.1; charset=UTF-8');
    const answer = jsonOf(asked);
    const profiles = includedOf(answer, 'Profile');
    expect(profiles.length).toBeGreaterThanOrEqual(3);
    expect(at(profiles[0], 'publicIdentifier')).toBe('robin-viewer');
    expect(at(subjectOf(answer), 'publicIdentifier')).toBe(member.slug);
    expect(at(subjectOf(answer), 'locationName')).toBeNull();
    expect(includedOf(answer, 'Position').some((position) => at(position, 'title') === 'Not this member’s role')).toBe(true);
    expect(includedOf(answer, 'MemberRelationship').length).toBe(2);
  });

  it('at most ten employers are listed, with the total', async () => {
    const member = openMember((traits) => traits.manyEmployers);
    const answer = jsonOf(await askProfile(member, 'FullProfileWithEntities-109'));
    const groups = recordOf(answer, at(subjectOf(answer), '*profilePositionGroups'));
    expect(at(groups, 'paging')).toMatchObject({ total: member.groups.length, start: 0, count: 10 });
    expect(listAt(groups, '*elements')).toHaveLength(10);
  });

  it('the roles of an employer are in a collection of their own', async () => {
    const member = openMember((traits) => traits.groupedRoles && !traits.yearOnlyDates);
    const answer = jsonOf(await askProfile(member, 'FullProfileWithEntities-93'));
    const group = recordOf(answer, listAt(recordOf(answer, at(subjectOf(answer), '*profilePositionGroups')), '*elements')[0]);
    const roles = recordOf(answer, at(group, '*profilePositionInPositionGroup'));
    const titles = listAt(roles, '*elements').map((urn) => at(recordOf(answer, urn), 'title'));
    expect(titles).toEqual(member.groups[0]?.roles.map((role) => role.title));
    const newest = recordOf(answer, listAt(roles, '*elements')[0]);
    expect(at(newest, 'dateRange', 'start')).toMatchObject({ year: expect.any(Number), month: expect.any(Number) });
  });

  it('unknown months, companies without a page, and merely referenced pages are left out', async () => {
    const byYear = jsonOf(
      await askProfile(
        openMember((traits) => traits.yearOnlyDates),
        'FullProfileWithEntities-93',
      ),
    );
    const dates = includedOf(byYear, 'Position').map((position) => at(position, 'dateRange', 'start'));
    expect(dates.some((date) => at(date, 'year') !== undefined && at(date, 'month') === undefined)).toBe(true);

    const free = openMember((traits) => traits.freeTextEmployer);
    const positions = includedOf(jsonOf(await askProfile(free, 'FullProfileWithEntities-93')), 'Position');
    const unlinked = positions.find((position) => at(position, 'companyName') === free.groups[1]?.employer.name);
    expect(at(unlinked, '*company')).toBeUndefined();

    const dangling = jsonOf(
      await askProfile(
        openMember((traits) => traits.danglingCompany),
        'FullProfileWithEntities-93',
      ),
    );
    const companies = includedOf(dangling, 'Position').map((position) => at(position, '*company'));
    expect(companies.some((urn) => urn !== undefined && recordOf(dangling, urn) === undefined)).toBe(true);

    const school = jsonOf(
      await askProfile(
        openMember((traits) => traits.schoolEmployer),
        'FullProfileWithEntities-93',
      ),
    );
    expect(includedOf(school, 'Company').some((company) => String(at(company, 'url')).includes('/school/'))).toBe(true);
  });

  it('counts are given by reference among follower counts of others', async () => {
    const member = openMember((traits) => traits.outOfNetwork);
    const answer = jsonOf(await askProfile(member, 'TopCardSupplementary-120'));
    const subject = subjectOf(answer);
    expect(at(recordOf(answer, at(subject, '*connections')), 'paging', 'total')).toBe(member.connectionCount);
    expect(at(recordOf(answer, at(subject, '*followingState')), 'followerCount')).toBe(member.followerCount);
    expect(includedOf(answer, 'FollowingState')).toHaveLength(3);
    expect(at(includedOf(answer, 'FollowingState')[0], 'followerCount')).toBe(999_999);
    const relationship = recordOf(answer, at(subject, '*memberRelationship'));
    expect(at(relationship, 'memberRelationshipUnion', 'noConnection', 'memberDistance')).toBe('OUT_OF_NETWORK');
  });

  it('locations come with and without a city, pictures out of order, and some members have no picture', async () => {
    const city = openMember((traits) => !traits.countryOnly && !traits.withoutPhoto);
    const answer = jsonOf(await askProfile(city, 'WebTopCardCore-19'));
    const geo = recordOf(answer, at(subjectOf(answer), 'geoLocation', '*geo'));
    expect(at(geo, 'defaultLocalizedName')).toBe(city.place.name);
    expect(at(recordOf(answer, at(geo, '*country')), 'defaultLocalizedName')).toBe(city.place.countryName);

    const country = jsonOf(
      await askProfile(
        openMember((traits) => traits.countryOnly),
        'WebTopCardCore-16',
      ),
    );
    expect(at(recordOf(country, at(subjectOf(country), 'geoLocation', '*geo')), '*country')).toBeUndefined();

    const withReference = standIn.control.member(
      firstIndexWith(
        (traits, index) => !traits.gone && !traits.restricted && standIn.control.member(index).photo?.form === 'reference',
      ),
    );
    const picture = at(subjectOf(jsonOf(await askProfile(withReference, 'FullProfile-76'))), 'profilePicture');
    const labels = listAt(picture, 'displayImageReference', 'vectorImage', 'artifacts').map((artifact) =>
      Number(/(\d+)_\d+\//.exec(String(at(artifact, 'fileIdentifyingUrlPathSegment')))?.[1]),
    );
    expect(labels.toSorted((one, other) => one - other)).toEqual([100, 200, 400, 800]);
    expect(labels).not.toEqual(labels.toSorted((one, other) => one - other));

    const faceless = subjectOf(
      jsonOf(
        await askProfile(
          openMember((traits) => traits.withoutPhoto),
          'WebTopCardCore-19',
        ),
      ),
    );
    expect(at(faceless, 'profilePicture', 'displayImageReference', 'vectorImage')).toBeUndefined();
  });

  it('some headlines are given only under their locale, and contact details only where they are shared', async () => {
    const member = openMember((traits) => traits.headlineByLocaleOnly);
    const subject = subjectOf(jsonOf(await askProfile(member, 'FullProfile-76')));
    expect(at(subject, 'headline')).toBeNull();
    expect(at(subject, 'multiLocaleHeadline', member.locale)).toBe(member.headline);

    const friend = openMember((traits) => traits.connected && !traits.withoutContact);
    const shared = subjectOf(jsonOf(await askProfile(friend, 'ProfileContactInfo-2')));
    expect(at(shared, 'emailAddress', 'emailAddress')).toBe(friend.contact?.email);
    const stranger = openMember((traits) => traits.withoutContact);
    expect(at(subjectOf(jsonOf(await askProfile(stranger, 'ProfileContactInfo-2'))), 'emailAddress')).toBeNull();
  });

  it('the finder accepts a slug or a bare id but no URN, and answers for deleted and closed members', async () => {
    const address = (identity: string) =>
      `/voyager/api/identity/dash/profiles?q=memberIdentity&memberIdentity=${encodeURIComponent(identity)}`;
    const member = openMember(() => true);
    expect(at(subjectOf(jsonOf(await ask(standIn, address(member.id)))), 'publicIdentifier')).toBe(member.slug);
    expect((await ask(standIn, address(`urn:li:fsd_profile:${member.id}`))).status).toBe(400);
    expect((await ask(standIn, address('nobody-here'))).status).toBe(404);
    const gone = standIn.control.member(firstIndexWith((traits) => traits.gone));
    expect((await ask(standIn, address(gone.slug))).status).toBe(404);
    const closed = await ask(standIn, address(standIn.control.member(firstIndexWith((traits) => traits.restricted)).slug));
    expect([closed.status, at(jsonOf(closed), 'data', 'message')]).toEqual([403, "This profile can't be accessed"]);
    expect((await ask(standIn, `${address(member.slug)}&decorationId=${IDENTITY}.FullProfileWithEntities-1`)).status).toBe(400);
  });
});

describe('the member finder, plain', () => {
  it.each(['application/json', '*/*'])('the plain answer nests what the normalized dialect refers to, for %s', async (accept) => {
    const member = openMember((traits) => traits.groupedRoles && !traits.danglingCompany);
    const asked = await askProfile(member, 'FullProfileWithEntities-93', accept);
    expect(asked.headers['content-type']).toBe('application/json; charset=UTF-8');
    const subject = at(jsonOf(asked), 'elements', 0);
    expect(at(jsonOf(asked), 'included')).toBeUndefined();
    expect(at(subject, '_type')).toMatch(/\.Profile$/);
    const group = at(subject, 'profilePositionGroups', 'elements', 0);
    expect(listAt(group, 'profilePositionInPositionGroup', 'elements').map((role) => at(role, 'title'))).toEqual(
      member.groups[0]?.roles.map((role) => role.title),
    );
    expect(at(group, 'company', 'url')).toBe(member.groups[0]?.employer.company?.url);
  });

  it('the plain answer has its counts inline', async () => {
    const member = openMember(() => true);
    const subject = at(jsonOf(await askProfile(member, 'TopCardSupplementary-120', 'application/json')), 'elements', 0);
    expect(at(subject, 'connections', 'paging', 'total')).toBe(member.connectionCount);
    expect(at(subject, 'followingState', 'followerCount')).toBe(member.followerCount);
  });
});

describe('registered queries about members', () => {
  it('a top card is answered by slug, by id and by URN, with counts inline', async () => {
    const member = openMember(() => true);
    const byName = jsonOf(
      await ask(standIn, `${GRAPHQL}.a1a483e719b20537a256b6853cdca711&variables=(vanityName:${encodeURIComponent(member.slug)})`),
    );
    const root = at(byName, 'data', 'data', 'identityDashProfilesByMemberIdentity');
    const subject = recordOf(byName, listAt(root, '*elements')[0]);
    expect(at(subject, 'publicIdentifier')).toBe(member.slug);
    expect(at(subject, 'connections', 'paging', 'total')).toBe(member.connectionCount);
    expect(at(recordOf(byName, at(subject, '*followingState')), 'followerCount')).toBe(member.followerCount);

    const urn = encodeURIComponent(`urn:li:fsd_profile:${member.id}`);
    const byUrn = jsonOf(await ask(standIn, `${GRAPHQL}.da93c92bffce3da586a992376e42a305&variables=(profileUrn:${urn})`));
    expect(at(byUrn, 'data', 'data', '*identityDashProfilesById')).toBe(`urn:li:fsd_profile:${member.id}`);
  });

  it('a registered query can answer almost nothing, contact details, or one wrapper less in the plain dialect', async () => {
    const member = openMember((traits) => traits.connected);
    const stub = jsonOf(
      await ask(standIn, `${GRAPHQL}.b5c27c04968c409fc0ed3546575b9b7a&variables=(memberIdentity:${member.id})`),
    );
    expect(Object.keys(Object(includedOf(stub, 'Profile')[0])).toSorted()).toEqual([
      '$recipeTypes',
      '$type',
      'entityUrn',
      'versionTag',
    ]);

    const contact = jsonOf(
      await ask(standIn, `${GRAPHQL}.c7452e58fa37646d09dae4920fc5b4b9&variables=(memberIdentity:${member.slug})`),
    );
    expect(at(includedOf(contact, 'Profile')[0], 'emailAddress', 'emailAddress')).toBe(member.contact?.email);

    const headers = { ...readerHeaders(standIn), accept: 'application/json' };
    const plain = jsonOf(
      await ask(standIn, `${GRAPHQL}.a1a483e719b20537a256b6853cdca711&variables=(vanityName:${member.slug})`, headers),
    );
    expect(at(plain, 'data', 'identityDashProfilesByMemberIdentity', 'elements', 0, 'publicIdentifier')).toBe(member.slug);
  });
});
