import { describe, expect, it } from 'vitest';
import { graphqlMeters, judgeLinkedInUrl, MAX_URL_LENGTH, QUERY_ID_PATTERN } from './endpoint-grammar.ts';
import { encodeRestLiValue } from './rest-li.ts';

const ORIGIN = 'https://www.linkedin.com';
const API = `${ORIGIN}/voyager/api`;
const HASH = '0123456789abcdef0123456789abcdef';
const DECORATION = 'com.linkedin.voyager.dash.deco.identity.profile.FullProfileWithEntities-91';
const PROFILE = `${API}/identity/dash/profiles?q=memberIdentity&memberIdentity=maren-holt&decorationId=${DECORATION}`;
const CONNECTIONS = `${API}/relationships/dash/connections?decorationId=com.linkedin.voyager.dash.deco.web.mynetwork.ConnectionListWithProfile-16&count=40&q=search&sortType=RECENTLY_ADDED&start=0`;
const SEARCH_DECORATION = 'com.linkedin.voyager.dash.deco.search.SearchClusterCollection-175';

const MEMBER_URN = 'urn%3Ali%3Afsd_profile%3AACoAA1';
const section = (resource: string, parameters = `q=viewee&profileUrn=${MEMBER_URN}&start=0&count=100`) =>
  `${API}/identity/dash/${resource}?${parameters}`;
const SECTION = section('profilePositions');

const graphql = (resource: string, variables: string, rest = '') =>
  `${API}/graphql?variables=${variables}&queryId=${resource}.${HASH}${rest}`;
const search = (query: string) =>
  `${API}/search/dash/clusters?decorationId=${SEARCH_DECORATION}&origin=GLOBAL_SEARCH_HEADER&q=all&query=${query}&start=0&count=10`;
const listOf = (names: string) =>
  graphql(
    'voyagerIdentityDashProfileComponents',
    `(pagedListComponent:${encodeRestLiValue(`urn:li:fsd_profilePagedListComponent:(${names})`)},start:0,count:10)`,
  );

const refusalOf = (input: unknown) => {
  const verdict = judgeLinkedInUrl(input);
  return verdict.ok ? `allowed: ${verdict.href}` : verdict.reason;
};

describe('addresses the collector needs', () => {
  it.each([
    ['me', `${API}/me`],
    ['profile', PROFILE],
    ['profile', `${API}/identity/dash/profiles?q=memberIdentity&memberIdentity=z%C3%BCrich-%E6%9D%8E`],
    ...['profilePositions', 'profileEducations', 'profileSkills', 'profileCertifications', 'profileLanguages'].map(
      (resource): [string, string] => ['sections', section(resource)],
    ),
    ['sections', SECTION.replace('start=0&count=100', 'start=999&count=1')],
    ['sections', section('profileSkills', `count=20&start=40&profileUrn=${MEMBER_URN}&q=viewee`)],
    ['connections', CONNECTIONS],
    [
      'company',
      `${API}/organization/companies?decorationId=com.linkedin.voyager.deco.organization.web.WebFullCompanyMain-12&q=universalName&universalName=m%26m-freight`,
    ],
    [
      'search',
      search('(keywords:head%20of,flagshipSearchIntent:SEARCH_SRP,queryParameters:(resultType:List(PEOPLE),network:List(F,S)))'),
    ],
    [
      'voyagerSearchDashClusters',
      graphql('voyagerSearchDashClusters', '(start:0,query:(queryParameters:List((key:resultType,value:List(PEOPLE)))))'),
    ],
    ['voyagerIdentityDashProfiles', graphql('voyagerIdentityDashProfiles', '(vanityName:maren-holt)')],
    [
      'voyagerIdentityDashProfileCards',
      graphql('voyagerIdentityDashProfileCards', '(profileUrn:urn%3Ali%3Afsd_profile%3AACoAA1)', '&includeWebMetadata=true'),
    ],
    [
      'voyagerIdentityDashProfileComponents',
      graphql(
        'voyagerIdentityDashProfileComponents',
        '(profileUrn:urn%3Ali%3Afsd_profile%3AACoAA1,sectionType:experience,locale:en_US)',
      ),
    ],
  ])('%s allows %s', (endpoint, url) => {
    expect(judgeLinkedInUrl(url)).toMatchObject({ ok: true, href: url, endpoint });
  });
});

describe('what an address is counted as', () => {
  const meterOf = (url: string) => {
    const verdict = judgeLinkedInUrl(url);
    return verdict.ok ? verdict.meter : verdict.reason;
  };
  const byId = { kind: 'profiles', subject: { kind: 'id', value: 'ACoAA1' } };
  const bySlug = { kind: 'profiles', subject: { kind: 'slug', value: 'maren-holt' } };

  it.each<[string, unknown]>([
    [`${API}/me`, null],
    [PROFILE, bySlug],
    [PROFILE.replace('maren-holt', 'Maren-HOLT'), bySlug],
    [PROFILE.replace('maren-holt', 'ACoAA1'), byId],
    [section('profilePositions'), byId],
    [section('profileEducations'), byId],
    [section('profileSkills'), byId],
    [section('profileCertifications'), byId],
    [section('profileLanguages'), byId],
    [SECTION.replace('start=0', 'start=100'), byId],
    [graphql('voyagerIdentityDashProfiles', '(vanityName:maren-holt)'), bySlug],
    [graphql('voyagerIdentityDashProfiles', '(memberIdentity:ACoAA1)'), byId],
    [graphql('voyagerIdentityDashProfiles', '(profileUrn:urn%3Ali%3Afsd_profile%3AACoAA1)'), byId],
    [graphql('voyagerIdentityDashProfileCards', '(profileUrn:urn%3Ali%3Afsd_profile%3AACoAA1)'), byId],
    [graphql('voyagerIdentityDashProfileComponents', '(profileUrn:urn%3Ali%3Afsd_profile%3AACoAA1,sectionType:skills)'), byId],
    [listOf('ACoAA1,EXPERIENCE_VIEW_DETAILS,urn:li:fsd_profile:ACoAA1,NONE,en_US'), byId],
    [listOf('ACoAA1,POSITION_GROUP,urn:li:fsd_profilePositionGroup:(ACoAA1,17),NONE,en_US'), byId],
    [listOf('ACoAA1,SKILLS_VIEW_DETAILS,urn:li:fsd_profileTabSection:ALL_SKILLS,NONE,en_US'), byId],
    [CONNECTIONS, { kind: 'searchPages' }],
    [search('(queryParameters:(resultType:List(PEOPLE)))'), { kind: 'searchPages' }],
    [
      graphql('voyagerSearchDashClusters', '(start:0,query:(queryParameters:List((key:resultType,value:List(PEOPLE)))))'),
      { kind: 'searchPages' },
    ],
    [`${API}/organization/companies?q=universalName&universalName=tidewick-freight`, { kind: 'lookups' }],
    [
      `${API}/voyagerSearchDashReusableTypeahead?decorationId=${SEARCH_DECORATION}&keywords=oslo&q=type&type=GEO`,
      { kind: 'lookups' },
    ],
    [graphql('voyagerSearchDashReusableTypeahead', '(keywords:oslo,type:GEO)'), { kind: 'lookups' }],
    [graphql('voyagerOrganizationDashCompanies', '(universalName:tidewick-freight)'), { kind: 'lookups' }],
  ])('%s', (url, meter) => {
    expect(meterOf(url)).toEqual(meter);
  });

  it('every query of the grammar has a meter', () => {
    const resources = [...QUERY_ID_PATTERN.source.matchAll(/voyager\w+/g)].map(([resource]) => resource);
    expect(resources).toHaveLength(6);
    for (const resource of resources) expect(Object.keys(graphqlMeters)).toContain(resource);
  });
});

describe('other hosts and other schemes', () => {
  const tail = '/voyager/api/me';
  it.each([
    `https://www.linkedin.com@evil.example${tail}`,
    `https://www.linkedin.com:443@evil.example${tail}`,
    `https://user@www.linkedin.com${tail}`,
    `https://user:secret@www.linkedin.com${tail}`,
    `https://www.linkedin.com.evil.example${tail}`,
    `https://evil.example#www.linkedin.com${tail}`,
    `https://evil.example/?u=https://www.linkedin.com${tail}`,
    `https://evil.example\\@www.linkedin.com${tail}`,
    `https:\\\\www.linkedin.com${tail}`,
    `https://www.linkedin.com.${tail}`,
    `https://www.linkedin.com:8443${tail}`,
    `https://www.linkedin.com:443${tail}`,
    `https://www.linkedin.com:${tail}`,
    `http://www.linkedin.com${tail}`,
    `HTTPS://www.linkedin.com${tail}`,
    `https://WWW.linkedin.com${tail}`,
    `https://linkedin.com${tail}`,
    `https://m.linkedin.com${tail}`,
    `//www.linkedin.com${tail}`,
    `https:/www.linkedin.com${tail}`,
    `https:www.linkedin.com${tail}`,
    `https:///www.linkedin.com${tail}`,
    `https://www.l\u0131nkedin.com${tail}`,
    `https://www.xn--lnkedin-qfb.com${tail}`,
    `https://www.linked\u0456n.com${tail}`,
    `https://www%2elinkedin%2ecom${tail}`,
    `https://%77ww.linkedin.com${tail}`,
    `https://127.0.0.1${tail}`,
    `https://2130706433${tail}`,
    `https://0177.0.0.1${tail}`,
    `https://[::1]${tail}`,
    `https://[::ffff:127.0.0.1]${tail}`,
    'data:application/json,{}',
    'blob:https://www.linkedin.com/3b6f0a5e-0000-4000-8000-000000000000',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop/manifest.json',
    `view-source:https://www.linkedin.com${tail}`,
    'filesystem:https://www.linkedin.com/temporary/x',
    `ws://www.linkedin.com${tail}`,
    'about:blank',
    '/voyager/api/me',
    '',
  ])('the address %s is refused', (url) => {
    expect(['other_host', 'not_a_url']).toContain(refusalOf(url));
  });
});

describe('second spellings of an allowed address', () => {
  it.each([
    ` ${API}/me`,
    `${API}/me `,
    `${API}/m\te`,
    `${API}/me\r\n`,
    `${API}/me\u0000`,
    `${API}/me\ud800`,
    `${API}/me#`,
    `${API}/me#/feed`,
    `${API}/me?`,
    `${API}/me/`,
    `${API}//me`,
    `${API}/x/../me`,
    `${API}/me/../me`,
    `${API}/me/%2e%2e/me`,
    `${API}/me/%2E%2E/%2e/me`,
    `${API}/./me`,
    `${API}/me;v=1`,
    `${API}/x/..;/me`,
    `${API}/m%65`,
    `${API}/m%2565`,
    `${API}\\me`,
    `${API}/me%00`,
    `${API}/me%0d%0aX: 1`,
    `${ORIGIN}/voyager/api/../../voyager/api/me`,
    `${ORIGIN}/VOYAGER/api/me`,
    PROFILE.replace('q=', '%71='),
    PROFILE.replace('memberIdentity&', 'memberIdentit%79&'),
    PROFILE.replace('maren', '%6Daren'),
    PROFILE.replace('maren-holt', 'maren%252Dholt'),
    PROFILE.replace('maren-holt', 'maren+holt'),
    PROFILE.replace('maren-holt', 'z\u00fcrich'),
    PROFILE.replace('maren-holt', '%ff'),
    PROFILE.replace('maren-holt', '%zz'),
    PROFILE.replace('?', '?&'),
    `${PROFILE}&`,
    PROFILE.replace('&', '&&'),
    PROFILE.replaceAll('&', ';'),
    PROFILE.replaceAll('&', '&amp;'),
  ])('the spelling %j is refused', (url) => {
    expect(['off_list', 'parameter', 'other_host', 'not_a_url']).toContain(refusalOf(url));
  });
});

describe('paths and parameters off the list', () => {
  it.each([
    `${API}/voyagerMessagingGraphQL/graphql?queryId=messengerConversations.${HASH}&variables=(mailboxUrn:x)`,
    `${API}/messaging/conversations`,
    `${API}/voyagerRelationshipsDashMemberRelationships?action=verifyQuotaAndCreateV2`,
    `${API}/relationships/sentInvitationViewsV2`,
    `${API}/identity/profiles/maren-holt/profileContactInfo`,
    `${API}/identity/dash/profilesX?q=memberIdentity&memberIdentity=maren-holt`,
    section('profileProjects'),
    section('profilePositionGroups'),
    section('profilePosition'),
    section('profilePositionsX'),
    section('ProfilePositions'),
    section('profilePositions/1'),
    section('profilePositions,profileSkills'),
    section('profilePositions%2FprofileSkills'),
    section('profileContactInfos'),
    section('constructor'),
    `${API}/profilePositions?q=viewee&profileUrn=${MEMBER_URN}&start=0&count=100`,
    `${API}/identity/profilePositions?q=viewee&profileUrn=${MEMBER_URN}&start=0&count=100`,
    `${API}/constructor`,
    `${API}/__proto__`,
    `${ORIGIN}/psettings`,
    `${ORIGIN}/uas/logout`,
    `${ORIGIN}/li/track`,
    `${ORIGIN}/`,
  ])('the path of %s is refused', (url) => {
    expect(['off_list', 'other_host']).toContain(refusalOf(url));
  });

  it.each([
    `${API}/me?x=1`,
    `${API}/me?__proto__=1`,
    `${API}/me?constructor=1`,
    `${PROFILE}&q=memberIdentity`,
    `${PROFILE}&action=delete`,
    `${PROFILE}&method=POST`,
    PROFILE.replace('memberIdentity=maren-holt&', ''),
    PROFILE.replace('maren-holt', ''),
    PROFILE.replace('maren-holt', 'urn%3Ali%3Afsd_profile%3AACoAA1'),
    PROFILE.replace('maren-holt', 'a'.repeat(101)),
    PROFILE.replace('FullProfileWithEntities-91', 'x'),
    PROFILE.replace('identity.profile', 'messaging'),
    PROFILE.replace('-91', '-91,com.linkedin.voyager.dash.deco.messaging.X-1'),
    CONNECTIONS.replace('count=40', 'count=101'),
    CONNECTIONS.replace('start=0', 'start=-1'),
    CONNECTIONS.replace('start=0', 'start=100000'),
    CONNECTIONS.replace('q=search', 'q=all'),
    ...[
      ['count=100', 'count=101'],
      ['count=100', 'count=0'],
      ['count=100', 'count=-1'],
      ['count=100', 'count=1000'],
      ['count=100', 'count=010'],
      ['count=100', 'count=1e2'],
      ['count=100', 'count='],
      ['count=100', 'count'],
      ['count=100', 'count=%31'],
      ['start=0', 'start=1000'],
      ['start=0', 'start=-1'],
      ['start=0', 'start=00'],
      ['start=0', 'start='],
      ['q=viewee', 'q=memberIdentity'],
      ['q=viewee', 'q=Viewee'],
      ['q=viewee', 'q='],
      ['q=viewee&', ''],
      [`profileUrn=${MEMBER_URN}&`, ''],
      ['start=0&', ''],
      ['&count=100', ''],
      [`profileUrn=${MEMBER_URN}`, 'profileUrn='],
      [`profileUrn=${MEMBER_URN}`, `memberIdentity=ACoAA1`],
      [MEMBER_URN, 'ACoAA1'],
      [MEMBER_URN, 'urn:li:fsd_profile:ACoAA1'],
      [MEMBER_URN, 'urn%253Ali%253Afsd_profile%253AACoAA1'],
      [MEMBER_URN, 'urn%3Ali%3Afsd_profile%3AACo%41A1'],
      [MEMBER_URN, `${MEMBER_URN}%2C${MEMBER_URN}`],
      [MEMBER_URN, `${MEMBER_URN},${MEMBER_URN}`],
      [MEMBER_URN, `List(${MEMBER_URN},${MEMBER_URN})`],
      [MEMBER_URN, `List(${MEMBER_URN})`],
      [MEMBER_URN, `(${MEMBER_URN})`],
      [MEMBER_URN, `${MEMBER_URN}%3AACoAA2`],
      [MEMBER_URN, `${MEMBER_URN}%0A`],
      [MEMBER_URN, `${MEMBER_URN}%00`],
      [MEMBER_URN, `${MEMBER_URN}+`],
      [MEMBER_URN, `%20${MEMBER_URN}`],
      [MEMBER_URN, 'urn%3Ali%3Afsd_profile%3A'],
      [MEMBER_URN, `urn%3Ali%3Afsd_profile%3A${'a'.repeat(101)}`],
      [MEMBER_URN, 'urn%3Ali%3Afsd_profile%3A%28ACoAA1%2CACoAA2%29'],
      [MEMBER_URN, 'urn%3Ali%3Afsd_profile%3Az%C3%BCrich'],
      ['fsd_profile', 'fs_miniProfile'],
      ['fsd_profile', 'member'],
      ['fsd_profile', 'fsd_company'],
      ['fsd_profile', 'fsd_profileCard'],
      ['urn%3Ali', 'URN%3Ali'],
    ].map(([part = '', other = '']) => SECTION.replace(part, other)),
    `${SECTION}&count=10`,
    `${SECTION}&start=0`,
    `${SECTION}&q=viewee`,
    `${SECTION}&profileUrn=${MEMBER_URN}`,
    `${SECTION}&profileUrn=urn%3Ali%3Afsd_profile%3AACoAA2`,
    `${SECTION}&decorationId=${DECORATION}`,
    `${SECTION}&sectionType=experience`,
    `${SECTION}&action=delete`,
    `${SECTION}&fields=entityUrn`,
    `${SECTION}&__proto__=1`,
    `${SECTION}&`,
    `${API}/identity/dash/profilePositions`,
    `${API}/identity/dash/profilePositions?`,
  ])('the parameters of %s are refused', (url) => {
    expect(refusalOf(url)).toBe('parameter');
  });

  it.each([
    graphql('messengerMessages', '(vanityName:a)'),
    graphql('voyagerFeedDashMainFeed', '(vanityName:a)'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a)').replace(HASH, HASH.slice(1)),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a)').replace(HASH, HASH.toUpperCase()),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a)', `&queryId=voyagerIdentityDashProfiles.${HASH}`),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a)', '&includeWebMetadata=false'),
    graphql('voyagerIdentityDashProfiles', '()'),
    graphql('voyagerIdentityDashProfiles', '(sectionType:experience)'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a,vanityName:b)'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a,memberIdentity:b)'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a,count:10)'),
    graphql('voyagerIdentityDashProfiles', '(constructor:a)'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a))'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:(a:b))'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:)'),
    graphql('voyagerIdentityDashProfiles', '(vanityName:a),(vanityName:b)'),
    graphql('voyagerIdentityDashProfileCards', '(vanityName:a)'),
    graphql('voyagerIdentityDashProfileCards', '(profileUrn:urn:li:fsd_profile:ACoAA1)'),
    graphql('voyagerIdentityDashProfileComponents', '(profileUrn:urn%3Ali%3Afsd_profile%3AACoAA1,sectionType:recommendations)'),
    listOf('ACoAA1,EXPERIENCE_VIEW_DETAILS,urn:li:fsd_profile:ACoAA2,NONE,en_US'),
    listOf('ACoAA1,POSITION_GROUP,urn:li:fsd_profilePositionGroup:(ACoAA2,17),NONE,en_US'),
    listOf('urn:li:fsd_profile:ACoAA1,EXPERIENCE_VIEW_DETAILS'),
    listOf(''),
    graphql('voyagerSearchDashClusters', '(query:(queryParameters:List((key:resultType,value:List(CONTENT)))))'),
    graphql('voyagerSearchDashClusters', '(query:(queryParameters:List((key:resultType,value:List(PEOPLE),x:1))))'),
    graphql('voyagerSearchDashClusters', '(query:(queryParameters:List((key:messages,value:List(1)))))'),
    graphql(
      'voyagerSearchDashClusters',
      `(query:(keywords:${'a'.repeat(501)},queryParameters:List((key:resultType,value:List(PEOPLE)))))`,
    ),
    graphql('voyagerSearchDashClusters', `${'(a:'.repeat(500)}b${')'.repeat(500)}`),
    search('(queryParameters:(resultType:List(JOBS)))'),
    search('(keywords:a)'),
  ])('the query %s is refused', (url) => {
    expect(refusalOf(url)).toBe('parameter');
  });

  it('an address longer than the limit is refused', () => {
    expect(refusalOf(`${PROFILE}${'a'.repeat(MAX_URL_LENGTH)}`)).toBe('not_a_url');
  });

  it('a value that is not a string is refused', () => {
    const values: readonly unknown[] = [
      undefined,
      null,
      1,
      true,
      {},
      [],
      [PROFILE],
      { href: PROFILE, toString: () => PROFILE },
      new URL(PROFILE),
    ];
    for (const value of values) expect(refusalOf(value)).toBe('not_a_url');
  });
});
