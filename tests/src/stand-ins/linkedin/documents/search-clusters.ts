/**
 * People search as clusters: what is not a person stands in between, the first rows come again in a
 * second cluster, and members out of reach appear without a name.
 */
import { collection, type Document, Entity, type Node, type NodeObject, typed } from '../dialect/node.ts';
import { COMPANY_COUNT, type Company } from '../model/companies.ts';
import { headlessId } from '../model/identifiers.ts';
import { type Locale, wordsOf } from '../model/locales.ts';
import { fullName, type Member } from '../model/member.ts';
import type { Network } from '../model/network.ts';
import { type PeopleResult, RESULT_CEILING } from '../model/people-search.ts';
import { vectorImageOf } from './entity-parts.ts';
import { textModel } from './layout.ts';
import { companyUrn, profileUrn, types } from './urns.ts';

export interface SearchPage {
  readonly start: number;
  readonly count: number;
}

/** How a row hangs in its cluster; each of these has been seen. */
export type RowForm = 'item' | 'itemUnion' | 'results';

const REPEATED_ROWS = 2;

export function searchDocument(
  network: Network,
  result: PeopleResult,
  page: SearchPage,
  language: string | undefined,
  form: { readonly root: string | null; readonly row: RowForm },
): Document {
  const shown = result.indices.slice(page.start, page.start + page.count);
  const rows = shown.map((index) => resultRow(network, network.member(index), language));
  const total = Math.min(result.totalResultCount, RESULT_CEILING);
  const clusters: NodeObject[] = [
    cluster([], form.row, { title: textModel(wordsOf('en_US').resultCount(result.totalResultCount)) }),
    cluster(rows, form.row, {}),
    cluster(rows.slice(0, REPEATED_ROWS), form.row, {}),
    cluster([], form.row, { feature: typed('com.linkedin.voyager.dash.search.FeedbackCard', { trackingId: 'c3RhbmQtaW4=' }) }),
  ];
  const metadata = typed('com.linkedin.voyager.dash.search.SearchClusterCollectionMetadata', {
    totalResultCount: result.totalResultCount,
    primaryResultType: 'PEOPLE',
    searchId: '00000000-0000-4000-8000-000000000000',
    blockedQuery: false,
  });
  const body = collection({ ...page, total }, clusters, { metadata });
  if (form.root === null) return { kind: 'rest', body, extra: [] };
  return { kind: 'graphql', root: form.root, body, extra: [] };
}

/** Companies have no ceiling worth testing; the rows differ from people's in address and tracking. */
export function companySearchDocument(
  network: Network,
  keywords: string,
  page: SearchPage,
  form: { readonly root: string | null; readonly row: RowForm },
): Document {
  const wanted = keywords.toLowerCase().normalize('NFC');
  const numbers = Array.from({ length: COMPANY_COUNT }, (_, number) => number);
  const found = numbers.map((number) => network.company(number)).filter((company) => company.name.toLowerCase().includes(wanted));
  const rows = found.slice(page.start, page.start + page.count).map(companyRow);
  const metadata = typed('com.linkedin.voyager.dash.search.SearchClusterCollectionMetadata', {
    totalResultCount: found.length,
    primaryResultType: 'COMPANIES',
  });
  const body = collection({ ...page, total: found.length }, [cluster(rows, form.row, {})], { metadata });
  return form.root === null ? { kind: 'rest', body, extra: [] } : { kind: 'graphql', root: form.root, body, extra: [] };
}

function companyRow(company: Company): Entity {
  return new Entity(
    `urn:li:fsd_entityResultViewModel:(${companyUrn(company.id)},SEARCH_SRP,DEFAULT)`,
    types.entityResult,
    'com.linkedin.cf4b00112233445566778899aabbccdd',
    {
      template: 'UNIVERSAL',
      trackingUrn: `urn:li:company:${company.id}`,
      title: textModel(company.name),
      primarySubtitle: textModel(company.industry.name),
      secondarySubtitle: textModel(`${company.followerCount} followers`),
      summary: textModel(company.description),
      navigationUrl: company.url,
    },
  );
}

function cluster(rows: readonly Entity[], form: RowForm, more: NodeObject): NodeObject {
  const item = (entityResult: Entity, position: number): NodeObject =>
    typed('com.linkedin.voyager.dash.search.SearchItem', { [form]: { entityResult }, position });
  const items = form === 'results' ? { results: rows } : { items: rows.map(item), results: [] };
  return typed('com.linkedin.voyager.dash.search.SearchClusterViewModel', { title: null, image: null, ...more, ...items });
}

const memberDistances = { self: 'SELF', 1: 'DISTANCE_1', 2: 'DISTANCE_2', 3: 'DISTANCE_3', out: 'OUT_OF_NETWORK' } as const;

function resultRow(network: Network, member: Member, language: string | undefined): Entity {
  const locale = network.captionLocale(member, language);
  const isHeadless = member.distance === 'out';
  const id = isHeadless ? headlessId(network.seed, member.index) : member.id;
  const role = member.groups[0];
  return new Entity(
    `urn:li:fsd_entityResultViewModel:(${profileUrn(id)},SEARCH_SRP,DEFAULT)`,
    types.entityResult,
    'com.linkedin.cf4b00112233445566778899aabbccdd',
    {
      template: 'UNIVERSAL',
      trackingUrn: isHeadless ? 'urn:li:member:headless' : `urn:li:member:${member.number}`,
      title: textModel(isHeadless ? wordsOf(locale).hiddenMember : fullName(member)),
      primarySubtitle: textModel(member.headline),
      secondarySubtitle: textModel(member.place.name),
      summary: role === undefined ? null : textModel(`${wordsOf(locale).current}${role.employer.name}`),
      badgeText: isHeadless ? null : textModel(badgeOf(member, locale)),
      navigationUrl: isHeadless
        ? 'https://www.linkedin.com/search/results/people/headless?origin=FACETED_SEARCH'
        : `https://www.linkedin.com/in/${encodeURIComponent(member.slug)}?miniProfileUrn=${encodeURIComponent(`urn:li:fs_miniProfile:${id}`)}`,
      entityCustomTrackingInfo: typed('com.linkedin.voyager.dash.search.EntityCustomTrackingInfo', {
        memberDistance: memberDistances[member.distance],
        nameMatch: false,
      }),
      image: isHeadless ? null : imageOf(member),
    },
  );
}

function badgeOf(member: Member, locale: Locale): string {
  return wordsOf(locale).degreeOf(typeof member.distance === 'number' ? member.distance : 3);
}

/** The picture stands in the row for some members; for others the row refers to a profile that bears it. */
function imageOf(member: Member): NodeObject {
  const isInline = member.index % 2 === 0;
  const vectorImage: Node = isInline && member.photo !== null ? vectorImageOf(member.photo) : null;
  const profile = isInline
    ? undefined
    : new Entity(profileUrn(member.id), types.profile, 'com.linkedin.e03700112233445566778899aabbccdd', {
        profilePicture: member.photo === null ? null : { displayImageReference: { vectorImage: vectorImageOf(member.photo) } },
      });
  return typed('com.linkedin.voyager.dash.common.image.ImageViewModel', {
    attributes: [
      typed('com.linkedin.voyager.dash.common.image.ImageAttribute', {
        detailData: { nonEntityProfilePicture: { vectorImage, profile, ringStatus: null } },
      }),
    ],
    accessibilityText: fullName(member),
  });
}
