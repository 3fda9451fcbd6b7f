/**
 * One page of a people search. Rows have four formats (by reference or nested, under `item` or `itemUnion`, or
 * in the `results` of an older cluster) and are in the order of the clusters, which may repeat a row. Members
 * outside the viewer's network are placeholders in the viewer's language. They are recognised by the fields
 * they lack, never by their words.
 */
import { shortText } from './clean-text.ts';
import { canonicalCompanyUrl, companyIdInUrl } from './company-reference.ts';
import type { EntityIndex } from './entity-index.ts';
import { arrayOf, at, countOf, isObject, type JsonObject, stringOf, textOf } from './json-value.ts';
import { listRoot, openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import type { ConnectionDegree } from './parsed-profile.ts';
import { photoIn, photoOf } from './photo.ts';
import { profileAddress } from './profile-address.ts';
import { distanceOf } from './profile-fields.ts';
import { companyIdOf, memberIdOf } from './urn.ts';

export interface SearchPerson {
  readonly profile_id: string | null;
  readonly public_identifier: string;
  readonly profile_url: string;
  readonly full_name: string | null;
  readonly headline: string | null;
  readonly location: string | null;
  /** The row's snippet ("Current: …"), in the viewer's language. */
  readonly summary: string | null;
  readonly connection_degree: ConnectionDegree | null;
  readonly photo_url: string | null;
}

export interface SearchCompany {
  readonly company_id: string;
  readonly company_name: string | null;
  readonly company_url: string | null;
}

export interface SearchPage {
  readonly ok: true;
  readonly people: readonly SearchPerson[];
  readonly companies: readonly SearchCompany[];
  /** Placeholders of members this viewer may not see. They have no address and cannot be collected. */
  readonly hidden: number;
  /** Rows on the page, each counted once. 0 means the search has ended. */
  readonly returned: number;
  /** Total rows of the search; LinkedIn serves the first 1,000 at most. */
  readonly total: number | null;
  /** How many rows can be paged through, if the response says so. */
  readonly reachable: number | null;
}

const MAX_CLUSTERS = 100;
const MAX_ITEMS = 200;
const MEMBER_PAGE = /^https?:\/\/(?:[a-z0-9-]{1,20}\.)?linkedin\.com\/in\/([^/?#\s]{1,300})/i;
const CLUSTER_KEYS = ['items', 'results', '*results', 'elements', '*elements'];

export function parseSearch(content: unknown): SearchPage | UnreadPage {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  const { payload, index } = answer;
  const list = listRoot(payload);
  if (list === null || !isSearch(list.root.field, list.elements)) return UNKNOWN_FORM;

  const people = new Map<string, SearchPerson>();
  const companies = new Map<string, SearchCompany>();
  const seen = new Set<JsonObject>();
  let hidden = 0;
  let isAnyUnread = false;
  for (const row of rowsOf(index, list.elements)) {
    if (row === null) isAnyUnread = true;
    if (row === null || seen.has(row)) continue;
    seen.add(row);
    const company = readCompanyRow(row);
    const person = company === null ? readPerson(index, row) : null;
    if (company !== null) companies.set(company.company_id, companies.get(company.company_id) ?? company);
    else if (person !== null) people.set(person.profile_url, people.get(person.profile_url) ?? person);
    else if (isMember(row)) hidden += 1;
  }
  const returned = people.size + companies.size + hidden;
  // Rows without the objects they refer to have an unknown format or were held back by LinkedIn. They do not
  // mean the end of a search.
  if (returned === 0 && isAnyUnread) return UNKNOWN_FORM;
  const paging = list.collection.paging;
  return {
    ok: true,
    people: [...people.values()],
    companies: [...companies.values()],
    hidden,
    returned,
    total: countOf(at(list.collection, 'metadata', 'totalResultCount')) ?? countOf(at(paging, 'total')),
    reachable: countOf(at(paging, 'total')),
  };
}

function isSearch(field: string | null, elements: readonly unknown[]): boolean {
  if (field?.startsWith('searchDash')) return true;
  return elements.every((element) => isObject(element) && CLUSTER_KEYS.some((key) => Array.isArray(element[key])));
}

/**
 * Every row in cluster order; null if its content is absent. Clusters of other kinds (counts, promotions,
 * feedback) have no rows.
 */
export function* rowsOf(index: EntityIndex, clusters: readonly unknown[]): Generator<JsonObject | null> {
  for (const cluster of clusters.slice(0, MAX_CLUSTERS)) {
    if (!isObject(cluster)) continue;
    for (const key of CLUSTER_KEYS) {
      for (const item of arrayOf(cluster[key]).slice(0, MAX_ITEMS)) {
        const holder = isObject(item) ? [item.item, item.itemUnion, item].find(isObject) : undefined;
        const row = index.reference(holder, 'entityResult') ?? index.resolve(item);
        if (row !== undefined && isRow(row)) yield row;
        else if (row === undefined ? typeof item === 'string' : namesRow(holder)) yield null;
      }
    }
  }
}

function namesRow(holder: JsonObject | undefined): boolean {
  return [holder?.entityResult, holder?.['*entityResult']].some((named) => typeof named === 'string' || isObject(named));
}

function isRow(row: JsonObject): boolean {
  return row.title !== undefined && (row.navigationUrl !== undefined || row.trackingUrn !== undefined);
}

function readPerson(index: EntityIndex, row: JsonObject): SearchPerson | null {
  if (stringOf(row.trackingUrn)?.endsWith(':headless')) return null;
  const page = MEMBER_PAGE.exec(navigationOf(row))?.[1];
  const url = page === undefined ? null : profileAddress(page);
  if (page === undefined || url === null) return null;
  return {
    profile_id: memberIdIn(row),
    public_identifier: decodeURIComponent(url.slice(url.lastIndexOf('/') + 1)),
    profile_url: url,
    full_name: shortText(textOf(row.title)),
    headline: shortText(textOf(row.primarySubtitle) ?? textOf(row.headline)),
    location: shortText(textOf(row.secondarySubtitle) ?? textOf(row.subline)),
    summary: shortText(textOf(row.summary)),
    connection_degree: distanceOf(at(row, 'entityCustomTrackingInfo', 'memberDistance')),
    photo_url: pictureOf(index, row),
  };
}

/** `urn:li:fsd_entityResultViewModel:(urn:li:fsd_profile:ACoAA…,SEARCH_SRP,DEFAULT)` */
function memberIdIn(row: JsonObject): string | null {
  const urn = stringOf(row.entityUrn) ?? '';
  const id = memberIdOf(/\((urn:li:[^,()]{1,200})[,)]/.exec(urn)?.[1] ?? urn);
  return id !== null && /^ac[ow]aa/i.test(id) ? id : null;
}

function isMember(row: JsonObject): boolean {
  return (
    stringOf(row.trackingUrn)?.startsWith('urn:li:member:') === true ||
    /urn:li:(?:fsd_profile|fs_miniProfile):/.test(stringOf(row.entityUrn) ?? '')
  );
}

function readCompanyRow(row: JsonObject): SearchCompany | null {
  const address = navigationOf(row);
  const id = companyIdOf(row.trackingUrn) ?? companyIdOf(row.objectUrn) ?? companyIdInUrl(address);
  if (id === null) return null;
  return { company_id: id, company_name: shortText(textOf(row.title)), company_url: canonicalCompanyUrl(address) };
}

function navigationOf(row: JsonObject): string {
  return stringOf(row.navigationUrl) ?? stringOf(at(row, 'navigationContext', 'url')) ?? '';
}

function pictureOf(index: EntityIndex, row: JsonObject): string | null {
  for (const attribute of arrayOf(at(row, 'image', 'attributes')).slice(0, 5)) {
    for (const data of [at(attribute, 'detailData'), at(attribute, 'detailDataUnion')].filter(isObject)) {
      const picture = index.reference(data, 'nonEntityProfilePicture') ?? data;
      const photo = photoIn(index, picture) ?? photoOf(index, index.reference(picture, 'profile'));
      if (photo !== null) return photo.url;
    }
  }
  return null;
}
