/**
 * Reads a company from the response of the company endpoint. The subject is the root's first element; the
 * response also contains showcase pages and affiliates. A response may be a stub that has only the id. That is
 * reported as thin, never as a company without a name.
 */
import { longText, shortText } from './clean-text.ts';
import { canonicalCompanyUrl } from './company-reference.ts';
import type { EntityIndex } from './entity-index.ts';
import { arrayOf, at, countOf, isObject, type JsonObject, stringOf, textOf } from './json-value.ts';
import { localized } from './localized.ts';
import { listRoot, openAnswer, UNKNOWN_FORM, type UnreadPage, unread } from './open-answer.ts';
import type { JsonPayload } from './payload.ts';
import { type Photo, photoIn } from './photo.ts';
import { slugKey } from './subject.ts';
import { companyIdOf } from './urn.ts';

export interface ParsedCompany {
  readonly company_id: string;
  readonly company_name: string | null;
  readonly universal_name: string | null;
  /** `https://www.linkedin.com/company/nordlys` */
  readonly company_url: string | null;
  readonly website: string | null;
  readonly description: string | null;
  readonly industry: string | null;
  readonly company_type: string | null;
  readonly employee_count: number | null;
  /** Bounds of the size class; an open end is null. */
  readonly employee_range: { readonly from: number; readonly to: number | null } | null;
  readonly city: string | null;
  readonly region: string | null;
  /** ISO 3166-1 alpha-2 if the response has a code. */
  readonly country: string | null;
  readonly founded_year: number | null;
  readonly specialities: readonly string[];
  readonly follower_count: number | null;
  readonly logo_url: string | null;
}

export type CompanyResult =
  /** `isThin`: the response was a stub without a name; try another endpoint. */
  | { readonly ok: true; readonly isThin: boolean; readonly company: ParsedCompany }
  | UnreadPage
  | { readonly ok: false; readonly kind: 'other_company'; readonly status: null };

const COMPANY_FIELDS = [
  'universalName',
  'staffCount',
  'staffCountRange',
  'companyPageUrl',
  'companyType',
  'employeeCount',
  'guideFetcher',
];
const MAX_SPECIALITIES = 50;

/** @param identity the requested slug or numeric id; null accepts any company */
export function parseCompany({
  identity,
  content,
}: {
  readonly identity: string | null;
  readonly content: unknown;
}): CompanyResult {
  const answer = openAnswer(content);
  if (!answer.ok) return unread(answer);
  const record = subjectOf(answer.payload, answer.index);
  const id = record === undefined ? null : idOf(record);
  if (record === undefined || id === null) return UNKNOWN_FORM;
  const company = readCompany(answer.index, record, id);
  if (identity !== null && !isRequestedCompany(identity, company)) return { ok: false, kind: 'other_company', status: null };
  return { ok: true, isThin: company.company_name === null, company };
}

function subjectOf(payload: JsonPayload, index: EntityIndex): JsonObject | undefined {
  const list = listRoot(payload);
  const first = list === null ? payload.roots[0]?.value : list.elements[0];
  if (typeof first === 'string' && companyIdOf(first) === null) return undefined;
  const record = index.resolve(first);
  const isCompany =
    record !== undefined &&
    (companyIdOf(record.entityUrn) !== null || COMPANY_FIELDS.some((field) => Object.hasOwn(record, field)));
  return isCompany ? record : undefined;
}

function idOf(record: JsonObject): string | null {
  const urns = [record.entityUrn, record.dashEntityUrn, record.objectUrn, at(record, 'trackingInfo', 'objectUrn')];
  return urns.map(companyIdOf).find((id) => id !== null) ?? null;
}

function isRequestedCompany(identity: string, company: ParsedCompany): boolean {
  const asked = slugKey(identity);
  // A stub has only its id. If the request was by slug, there is nothing to compare.
  if (company.universal_name === null && company.company_name === null)
    return asked === company.company_id || !/^\d+$/.test(asked);
  return asked === company.company_id || (company.universal_name !== null && asked === slugKey(company.universal_name));
}

function readCompany(index: EntityIndex, record: JsonObject, id: string): ParsedCompany {
  const slug = shortText(stringOf(record.universalName));
  const place = [record.headquarter, at(record.headquarter, 'address'), record.headquarterAddress].filter(isObject);
  const placeText = (key: string): string | null =>
    shortText(place.map((part) => textOf(part[key])).find((text) => text !== undefined));
  const industry =
    index.reference(record, 'companyIndustries') ??
    index.reference(record, 'industry') ??
    index.reference(record, 'industryV2Taxonomy');
  const type = record.companyType;
  const following = index.reference(record, 'followingInfo') ?? index.reference(record, 'followingState');
  return {
    company_id: id,
    company_name: shortText(localized(record, 'name')),
    universal_name: slug,
    company_url:
      canonicalCompanyUrl(record.url) ?? canonicalCompanyUrl(slug === null ? null : `https://www.linkedin.com/company/${slug}`),
    website: webAddress(record.companyPageUrl) ?? webAddress(record.websiteUrl) ?? webAddress(at(record, 'callToAction', 'url')),
    description: longText(localized(record, 'description')),
    industry: shortText(textOf(industry?.localizedName) ?? textOf(industry?.name)),
    company_type: shortText(textOf(at(type, 'localizedName')) ?? textOf(type)),
    employee_count: countOf(record.staffCount) ?? countOf(record.employeeCount),
    employee_range: rangeOf(record.staffCountRange ?? record.employeeCountRange),
    city: placeText('city'),
    region: placeText('geographicArea'),
    country: placeText('country'),
    founded_year: yearOf(at(record, 'foundedOn', 'year')),
    specialities: arrayOf(record.specialities)
      .slice(0, MAX_SPECIALITIES)
      .map((speciality) => shortText(textOf(speciality)))
      .filter((speciality) => speciality !== null),
    follower_count: countOf(following?.followerCount) ?? countOf(at(record, 'followingInfo', 'followerCount')),
    logo_url: logoOf(index, record)?.url ?? null,
  };
}

function logoOf(index: EntityIndex, record: JsonObject): Photo | null {
  const logo = [record.logo, record.logoResolutionResult, record.logoV2].find(isObject);
  return logo === undefined ? null : photoIn(index, isObject(logo.image) ? logo.image : logo);
}

function rangeOf(range: unknown): ParsedCompany['employee_range'] {
  const from = countOf(at(range, 'start'));
  return from === null ? null : { from, to: countOf(at(range, 'end')) };
}

function yearOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1000 && value <= 2100 ? value : null;
}

function webAddress(value: unknown): string | null {
  const text = stringOf(value);
  return text !== undefined && text.length <= 500 && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null;
}
