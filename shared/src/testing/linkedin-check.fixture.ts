/**
 * Responses to each line of a check, about a member who does not exist: one that is understood, and others that lack a
 * field. Other people's records stand next to the member's, as in real responses.
 */
import type { CheckedEndpoint } from '../contract/catalogue-checks.ts';

export const CHECKED_MEMBER = { id: 'ACoAATove0001', slug: 'tove-lind', firstName: 'Tove' } as const;
export const OTHER_MEMBER = { id: 'ACoAABram0002', slug: 'bram-aker' } as const;

const own = `urn:li:fsd_profile:${CHECKED_MEMBER.id}`;
const other = `urn:li:fsd_profile:${OTHER_MEMBER.id}`;
type Json = Readonly<Record<string, unknown>>;

export interface CheckedLine {
  readonly understood: Json;
  /** Responses by the field that is missing. */
  readonly different: Readonly<Record<string, Json>>;
}

const rest = (elements: readonly unknown[], included: readonly Json[], more: Json = {}): Json => ({
  data: { '*elements': elements, paging: { start: 0, count: 10, links: [] }, ...more },
  included,
});
const graphql = (field: string, value: Json, included: readonly Json[] = []): Json => ({
  data: { data: { [field]: value } },
  included,
});
const without = (entity: Json, ...keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(entity).filter(([key]) => !keys.includes(key)));

const mini = {
  entityUrn: `urn:li:fs_miniProfile:${CHECKED_MEMBER.id}`,
  dashEntityUrn: own,
  publicIdentifier: CHECKED_MEMBER.slug,
  firstName: CHECKED_MEMBER.firstName,
  lastName: 'Lind',
};
const meOf = (entity: Json): Json => ({ data: { plainId: 1, '*miniProfile': mini.entityUrn }, included: [entity] });

const someone = { entityUrn: other, publicIdentifier: OTHER_MEMBER.slug, firstName: 'Bram', headline: 'Not the subject' };
const geo = { entityUrn: 'urn:li:fsd_geo:7', defaultLocalizedName: 'Bergen, Norway' };
const position = {
  entityUrn: `urn:li:fsd_profilePosition:(${CHECKED_MEMBER.id},1)`,
  title: 'Weaver',
  companyName: 'Warp & Weft',
  '*company': 'urn:li:fsd_company:42',
  dateRange: { start: { year: 2019 } },
};
const company = { entityUrn: 'urn:li:fsd_company:42', name: 'Warp & Weft', universalName: 'warp-and-weft' };
const groups = {
  entityUrn: 'urn:li:collectionResponse:groups',
  paging: { start: 0, count: 10, total: 1 },
  '*elements': [`urn:li:fsd_profilePositionGroup:(${CHECKED_MEMBER.id},1)`],
};
const group = {
  entityUrn: `urn:li:fsd_profilePositionGroup:(${CHECKED_MEMBER.id},1)`,
  '*profilePositionInPositionGroup': 'urn:li:collectionResponse:roles',
};
const roles = {
  entityUrn: 'urn:li:collectionResponse:roles',
  paging: { start: 0, count: 20, total: 1 },
  '*elements': [position.entityUrn],
};
const profile = {
  entityUrn: own,
  publicIdentifier: CHECKED_MEMBER.slug,
  firstName: CHECKED_MEMBER.firstName,
  headline: 'Weaver of long threads',
  summary: 'Quietly, on time.',
  geoLocation: { '*geo': geo.entityUrn },
  '*profilePositionGroups': groups.entityUrn,
};
interface ProfileParts {
  readonly record?: Json;
  readonly first?: string;
  readonly place?: Json;
  readonly list?: Json;
  readonly role?: Json;
}
const profileOf = ({ record = profile, first = own, place = geo, list = groups, role = position }: ProfileParts = {}): Json =>
  rest([first], [someone, record, place, list, group, roles, role, company]);

const connectionsCount = {
  entityUrn: 'urn:li:collectionResponse:connections',
  paging: { start: 0, count: 0, total: 12 },
  elements: [],
};
const following = { entityUrn: `urn:li:fsd_followingState:${own}`, followerCount: 34 };
const topCard = { entityUrn: own, publicIdentifier: CHECKED_MEMBER.slug, '*connections': connectionsCount.entityUrn };
const hashtag = { entityUrn: 'urn:li:fsd_followingState:urn:li:fsd_hashtag:weaving', followerCount: 9_000 };

const contact = {
  entityUrn: own,
  publicIdentifier: CHECKED_MEMBER.slug,
  emailAddress: { emailAddress: 'tove@example.com' },
  phoneNumbers: null,
};

const row = (titleV2: Json | null = { text: { text: 'Weaver' } }): Json => ({ components: { entityComponent: { titleV2 } } });
const listUrn = (member: string, view: string): string =>
  `urn:li:fsd_profilePagedListComponent:(${member},${view},urn:li:fsd_profile:${member},NONE,en_US)`;
const sectionOf = (urn: string, rows: readonly Json[], field = 'identityDashProfileComponentsBySectionType'): Json =>
  graphql(field, { elements: [{ components: { '*pagedListComponent': urn } }] }, [
    { entityUrn: urn, components: { paging: { start: 0, count: 10, total: rows.length }, elements: rows } },
  ]);
const experience = listUrn(CHECKED_MEMBER.id, 'EXPERIENCE_VIEW_DETAILS');
const pageOf = (rows: readonly Json[], field = 'identityDashProfileComponentsByPagedListComponent'): Json =>
  graphql(field, { elements: rows, paging: { start: 0, count: 10, total: rows.length } });

const cardOf = (name: string, topComponents: readonly Json[] = [row()], member: string = CHECKED_MEMBER.id): Json => ({
  entityUrn: `urn:li:fsd_profileCard:(${member},${name},en_US)`,
  topComponents,
});
const cardsOf = (...cards: readonly Json[]): Json =>
  graphql('identityDashProfileCardsByInitialCards', { '*elements': cards.map((card) => card.entityUrn) }, cards);

const connection = {
  entityUrn: `urn:li:fsd_connection:${OTHER_MEMBER.id}`,
  connectedMember: other,
  createdAt: 1_700_000_000_000,
  '*connectedMemberResolutionResult': other,
};
const connectionsOf = (entity: Json, member: Json = someone): Json => rest([connection.entityUrn], [entity, member]);

const found = {
  entityUrn: `urn:li:fsd_entityResultViewModel:(${other},SEARCH_SRP,DEFAULT)`,
  title: { text: 'Bram Aker' },
  navigationUrl: `https://www.linkedin.com/in/${OTHER_MEMBER.slug}?x=1`,
  trackingUrn: 'urn:li:member:2',
};
const searchOf = (result: Json | null, metadata: Json = { totalResultCount: 70 }): Json =>
  graphql(
    'searchDashClustersByAll',
    { metadata, elements: [{ items: result === null ? [] : [{ item: { '*entityResult': found.entityUrn } }] }] },
    result === null ? [] : [result],
  );

const page = { ...company, entityUrn: 'urn:li:fs_normalized_company:42', staffCount: 42 };
const companyOf = (entity: Json): Json =>
  rest([page.entityUrn], [{ ...page, entityUrn: 'urn:li:fs_normalized_company:1', name: 'A sister' }, entity]);

const place = { title: { text: 'Berlin, Germany' }, trackingUrn: 'urn:li:geo:106967730' };
const placesOf = (...elements: readonly Json[]): Json => ({ data: { elements, paging: { start: 0, count: 10 } }, included: [] });

export const checkAnswers: Readonly<Record<CheckedEndpoint, CheckedLine>> = {
  me: {
    understood: meOf(mini),
    different: {
      miniProfile: { data: { plainId: 1, publicIdentifier: CHECKED_MEMBER.slug }, included: [] },
      publicIdentifier: meOf(without(mini, 'publicIdentifier')),
      dashEntityUrn: meOf(without(mini, 'dashEntityUrn')),
    },
  },
  profile: {
    understood: profileOf(),
    different: {
      entityUrn: profileOf({ first: other }),
      publicIdentifier: profileOf({ record: { ...profile, publicIdentifier: 'tove-lind-2' } }),
      firstName: profileOf({ record: without(profile, 'firstName') }),
      headline: profileOf({ record: without(profile, 'headline') }),
      geoLocation: profileOf({ record: without(profile, 'geoLocation') }),
      defaultLocalizedName: profileOf({ place: without(geo, 'defaultLocalizedName') }),
      profilePositionGroups: profileOf({ record: without(profile, '*profilePositionGroups') }),
      'paging.total': profileOf({ list: { ...groups, paging: { start: 0, count: 10 } } }),
      Position: profileOf({ role: geo }),
      title: profileOf({ role: without(position, 'title') }),
      companyName: profileOf({ role: without(position, 'companyName') }),
      dateRange: profileOf({ role: { ...position, dateRange: null } }),
    },
  },
  topCard: {
    understood: rest([own], [someone, topCard, connectionsCount, following, hashtag]),
    different: {
      connections: rest([own], [without(topCard, '*connections'), following]),
      followerCount: rest([own], [topCard, connectionsCount, hashtag]),
      counts: rest([own], [without(topCard, '*connections'), hashtag]),
      entityUrn: rest([other], [someone, connectionsCount]),
    },
  },
  contact: {
    understood: rest([own], [someone, contact]),
    different: {
      emailAddress: rest([own], [without(contact, 'emailAddress', 'phoneNumbers')]),
      entityUrn: rest([other], [{ ...someone, emailAddress: { emailAddress: 'bram@example.com' } }]),
    },
  },
  sections: {
    understood: rest([position.entityUrn], [position, company], { paging: { start: 0, count: 3, total: 1 } }),
    different: {
      elements: rest([], [], { paging: { start: 0, count: 3, total: 0 } }),
      title: rest([position.entityUrn], [without(position, 'title')], { paging: { start: 0, count: 3, total: 1 } }),
      companyName: rest([position.entityUrn], [without(position, 'companyName')], { paging: { start: 0, count: 3, total: 1 } }),
      dateRange: rest([position.entityUrn], [without(position, 'dateRange')], { paging: { start: 0, count: 3, total: 1 } }),
      'paging.total': rest([position.entityUrn], [position], { paging: { start: 0, count: 3, total: 0 } }),
      entityUrn: rest(
        [`urn:li:fsd_profilePosition:(${OTHER_MEMBER.id},1)`],
        [{ ...position, entityUrn: `urn:li:fsd_profilePosition:(${OTHER_MEMBER.id},1)` }],
      ),
    },
  },
  components: {
    understood: sectionOf(experience, [row()]),
    different: {
      identityDashProfileComponentsBySectionType: sectionOf(experience, [row()], 'identityDashProfileComponentsByAnotherType'),
      EXPERIENCE: sectionOf(listUrn(CHECKED_MEMBER.id, 'PYMK_RECOMMENDATION'), [row()]),
      entityComponent: sectionOf(experience, []),
      titleV2: sectionOf(experience, [row(null)]),
      entityUrn: sectionOf(listUrn(OTHER_MEMBER.id, 'EXPERIENCE_VIEW_DETAILS'), [row()]),
    },
  },
  componentsPage: {
    understood: pageOf([row()]),
    different: {
      identityDashProfileComponentsByPagedListComponent: pageOf([row()], 'identityDashProfileComponentsByAnotherList'),
      titleV2: pageOf([row(null)]),
      entityComponent: pageOf([{ components: { headerComponent: { title: { text: 'Nothing' } } } }]),
    },
  },
  cards: {
    understood: cardsOf(cardOf('ABOUT'), cardOf('EXPERIENCE'), cardOf('INTERESTS')),
    different: {
      fsd_profileCard: cardsOf(cardOf('INTERESTS')),
      topComponents: cardsOf(cardOf('EXPERIENCE', [])),
      EXPERIENCE: cardsOf(cardOf('EDUCATION')),
      entityUrn: cardsOf(cardOf('EXPERIENCE', [row()], OTHER_MEMBER.id)),
    },
  },
  connections: {
    understood: connectionsOf(connection),
    different: {
      elements: rest([], []),
      connectedMember: connectionsOf(without(connection, 'connectedMember')),
      createdAt: connectionsOf(without(connection, 'createdAt')),
      connectedMemberResolutionResult: connectionsOf(connection, geo),
      publicIdentifier: connectionsOf(connection, without(someone, 'publicIdentifier')),
    },
  },
  search: {
    understood: searchOf(found),
    different: {
      items: searchOf(null),
      title: searchOf({ ...found, title: null }),
      navigationUrl: searchOf({ ...found, navigationUrl: 'https://www.linkedin.com/search/results/people/headless' }),
      trackingUrn: searchOf({ ...found, trackingUrn: 'urn:li:member:headless' }),
      'metadata.totalResultCount': searchOf(found, {}),
    },
  },
  company: {
    understood: companyOf(page),
    different: {
      stub: companyOf({ entityUrn: page.entityUrn }),
      name: companyOf(without(page, 'name')),
      universalName: companyOf({ ...page, universalName: 'a-sister' }),
      staffCount: companyOf(without(page, 'staffCount')),
    },
  },
  typeahead: {
    understood: placesOf({ title: { text: 'Berlin, Vermont' }, trackingUrn: 'urn:li:geo:1' }, place),
    different: {
      elements: placesOf(),
      title: placesOf(without(place, 'title')),
      trackingUrn: placesOf(without(place, 'trackingUrn')),
      geo: placesOf({ ...place, trackingUrn: 'urn:li:geo:1' }),
    },
  },
};
