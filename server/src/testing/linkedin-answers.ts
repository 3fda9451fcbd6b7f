/**
 * Responses of the network as the collector sends them on, about people and companies that do not exist: the normalized
 * Rest.li form, with the viewer's own record next to the subject's as in real responses.
 */
export interface PersonAnswer {
  readonly memberId: string;
  readonly slug: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly headline?: string | null;
  readonly summary?: string | null;
  readonly email?: string;
  readonly phones?: readonly string[];
  /** The beginning of the picture's address. */
  readonly photoRoot?: string;
  readonly connections?: number;
  readonly followers?: number;
  readonly positions?: readonly PositionAnswer[];
  /** How many employers the network says there are; the ones listed when absent. */
  readonly positionTotal?: number;
  /** false: the answer does not carry the section. */
  readonly hasPositions?: boolean;
}

export interface PositionAnswer {
  readonly title: string;
  readonly description?: string;
  readonly company: { readonly name: string; readonly id?: string; readonly slug?: string };
  readonly start?: { readonly year: number; readonly month?: number };
  readonly end?: { readonly year: number; readonly month?: number };
}

const VIEWER_ID = 'ACoAAViewer0';
const EXPIRES_AT = Date.UTC(2040, 0, 1);

export function personAnswer(person: PersonAnswer): object {
  const { memberId, positions = [] } = person;
  const groupsUrn = `urn:li:collectionResponse:groups-${memberId}`;
  const connectionsUrn = `urn:li:collectionResponse:connections-${memberId}`;
  const followingUrn = `urn:li:fsd_followingState:${memberUrn(memberId)}`;
  return {
    data: { '*elements': [memberUrn(memberId)], paging: { start: 0, count: 10, links: [] } },
    included: [
      { ...memberRecord(VIEWER_ID, 'the-viewer', 'The', 'Viewer'), headline: 'Not the subject' },
      {
        ...memberRecord(memberId, person.slug, person.firstName ?? 'Maren', person.lastName ?? 'Holt'),
        headline: person.headline ?? null,
        summary: person.summary ?? null,
        locationName: null,
        geoLocation: { '*geo': 'urn:li:fsd_geo:7' },
        ...(person.hasPositions === false ? {} : { '*profilePositionGroups': groupsUrn }),
        ...(person.connections === undefined ? {} : { '*connections': connectionsUrn }),
        ...(person.followers === undefined ? {} : { '*followingState': followingUrn }),
        ...(person.email === undefined ? {} : { emailAddress: { emailAddress: person.email } }),
        ...(person.phones === undefined ? {} : { phoneNumbers: person.phones.map((number) => ({ phoneNumber: { number } })) }),
        ...(person.photoRoot === undefined ? {} : { profilePicture: picture(person.photoRoot) }),
      },
      { entityUrn: 'urn:li:fsd_geo:7', defaultLocalizedName: 'Bergen, Norway', '*country': 'urn:li:fsd_geo:8' },
      { entityUrn: 'urn:li:fsd_geo:8', defaultLocalizedName: 'Norway' },
      ...(person.connections === undefined
        ? []
        : [{ entityUrn: connectionsUrn, paging: { start: 0, count: 10, total: person.connections }, elements: [] }]),
      ...(person.followers === undefined ? [] : [{ entityUrn: followingUrn, followerCount: person.followers }]),
      ...positionEntities(memberId, groupsUrn, positions, person.positionTotal ?? positions.length),
    ],
  };
}

/** The same endpoint when it names the member and says nothing else. */
export function stubAnswer(memberId: string): object {
  return {
    data: { '*elements': [memberUrn(memberId)], paging: { start: 0, count: 10, links: [] } },
    included: [{ entityUrn: memberUrn(memberId), versionTag: '1' }],
  };
}

interface CompanyAnswer {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly website?: string;
}

export function companyAnswer({ id, slug, name, website }: CompanyAnswer): object {
  const urn = `urn:li:fs_normalized_company:${id}`;
  return {
    data: { '*elements': [urn], paging: { start: 0, count: 10, links: [] } },
    included: [
      {
        entityUrn: 'urn:li:fs_normalized_company:1',
        name: 'A Sister Company',
        universalName: 'a-sister-company',
        url: 'https://www.linkedin.com/company/a-sister-company',
      },
      {
        entityUrn: urn,
        name,
        universalName: slug,
        url: `https://www.linkedin.com/company/${slug}`,
        companyPageUrl: website ?? null,
        staffCount: 42,
      },
    ],
  };
}

function memberUrn(memberId: string): string {
  return `urn:li:fsd_profile:${memberId}`;
}

function memberRecord(memberId: string, publicIdentifier: string, firstName: string, lastName: string) {
  return { entityUrn: memberUrn(memberId), publicIdentifier, firstName, lastName };
}

function picture(rootUrl: string): object {
  const artifacts = [200, 800, 100].map((width) => ({
    width,
    fileIdentifyingUrlPathSegment: `${width}_${width}/0/1?e=1&v=beta`,
    expiresAt: EXPIRES_AT,
  }));
  return { displayImageReference: { vectorImage: { rootUrl, artifacts } } };
}

/** The entities of positions. Each has a group of its own, as for people who changed employers every time. */
function positionEntities(memberId: string, groupsUrn: string, positions: readonly PositionAnswer[], total: number): object[] {
  const groups = positions.map((position, index) => {
    const groupUrn = `urn:li:fsd_profilePositionGroup:(${memberId},g${index})`;
    const listUrn = `urn:li:collectionResponse:positions-${memberId}-${index}`;
    const positionUrn = `urn:li:fsd_profilePosition:(${memberId},${index})`;
    const { company } = position;
    const companyUrn = company.id === undefined ? null : `urn:li:fsd_company:${company.id}`;
    const shared = { companyName: company.name, ...(companyUrn === null ? {} : { '*company': companyUrn }) };
    return {
      groupUrn,
      entities: [
        { entityUrn: groupUrn, ...shared, '*profilePositionInPositionGroup': listUrn },
        { entityUrn: listUrn, paging: { start: 0, count: 20, total: 1 }, '*elements': [positionUrn] },
        {
          entityUrn: positionUrn,
          ...shared,
          title: position.title,
          description: position.description ?? null,
          dateRange: { start: position.start ?? null, end: position.end ?? null },
        },
        ...(companyUrn === null || company.slug === undefined
          ? []
          : [{ entityUrn: companyUrn, name: company.name, url: `https://www.linkedin.com/company/${company.slug}/` }]),
      ],
    };
  });
  return [
    { entityUrn: groupsUrn, paging: { start: 0, count: 10, total }, '*elements': groups.map(({ groupUrn }) => groupUrn) },
    ...groups.flatMap(({ entities }) => entities),
  ];
}

/** A page of the typed rows of all positions, whose URNs are those of `personAnswer`. */
export function positionsAnswer(
  memberId: string,
  positions: readonly PositionAnswer[],
  { start = 0, count = 100 }: { readonly start?: number; readonly count?: number } = {},
): object {
  const rows = positions.map(({ title, description, company, start, end }, index) => ({
    entityUrn: `urn:li:fsd_profilePosition:(${memberId},${index})`,
    $type: 'com.linkedin.voyager.dash.identity.profile.Position',
    title,
    description: description ?? null,
    companyName: company.name,
    companyUrn: company.id === undefined ? null : `urn:li:fsd_company:${company.id}`,
    dateRange: { start: start ?? null, end: end ?? null },
  }));
  const sent = rows.slice(start, start + count);
  const paging = { start, count, total: rows.length };
  return { data: { '*elements': sent.map(({ entityUrn }) => entityUrn), paging }, included: sent };
}
