/** How responses refer to employers and schools: by entity, by URN, or by the address of a page. */
import { shortText } from './clean-text.ts';
import type { EntityIndex } from './entity-index.ts';
import { isObject, type JsonObject, stringOf } from './json-value.ts';
import { companyIdOf } from './urn.ts';

export interface CompanyReference {
  readonly id: string | null;
  readonly name: string | null;
  /** `https://www.linkedin.com/company/nordlys`; with the number instead of the slug if only the number is known. */
  readonly url: string | null;
}

const PAGE = /^https?:\/\/(?:[a-z0-9-]{1,20}\.)?linkedin\.com\/(company|school|showcase)\/([^/?#\s]{1,200})/i;
const SLUG = /^[\p{L}\p{M}\p{N}_.&'-]{1,120}$/u;
const PLAIN_SLUG = /^[\w.-]{1,120}$/;
const NUMBER = /^\d{1,20}$/;
const COMPANY_URN_TYPES = ['fsd_company', 'fs_normalized_company', 'fs_miniCompany', 'company'];

/**
 * The one spelling of a page's address: https, `www`, no query, no trailing slash. null if it is not a company or school
 * page.
 */
export function canonicalCompanyUrl(address: unknown): string | null {
  const page = pageOf(address);
  return page === null ? null : `https://www.linkedin.com/${page.kind}/${page.slug}`;
}

/** The id in a page's address, if the address has the number instead of the slug. */
export function companyIdInUrl(address: unknown): string | null {
  const page = pageOf(address);
  return page !== null && page.kind !== 'school' && NUMBER.test(page.slug) ? page.slug : null;
}

/** Reads the company in `owner.name` (`*company`, `companyUrn`, or nested). */
export function companyOf(index: EntityIndex, owner: JsonObject | undefined, name: string): CompanyReference {
  const entity = index.reference(owner, name);
  const id = companyIdOf(index.referenceUrn(owner, name)) ?? companyIdOf(entity?.entityUrn) ?? companyIdOf(entity?.objectUrn);
  return describe(index, id, entity, undefined);
}

/** Reads the company that a rendered row links to. */
export function companyAt(index: EntityIndex, urn: unknown, address: unknown): CompanyReference {
  return describe(index, companyIdOf(urn) ?? companyIdInUrl(address), index.get(urn), address);
}

function describe(index: EntityIndex, id: string | null, entity: JsonObject | undefined, address: unknown): CompanyReference {
  const known = entity ?? (id === null ? undefined : companyById(index, id));
  const name = shortText(stringOf(known?.name));
  const own = canonicalCompanyUrl(known?.url) ?? urlOfSlug(known?.universalName) ?? canonicalCompanyUrl(address);
  return { id, name, url: own ?? (id === null ? null : `https://www.linkedin.com/company/${id}`) };
}

function urlOfSlug(slug: unknown): string | null {
  return typeof slug === 'string' && slug !== '' ? canonicalCompanyUrl(`https://www.linkedin.com/company/${slug}`) : null;
}

function companyById(index: EntityIndex, id: string): JsonObject | undefined {
  for (const type of COMPANY_URN_TYPES) {
    const entity = index.get(`urn:li:${type}:${id}`);
    if (entity !== undefined) return entity;
  }
  return undefined;
}

/** `slug` is percent-encoded in one canonical way. */
function pageOf(address: unknown): { readonly kind: string; readonly slug: string } | null {
  const text = isObject(address) ? address.url : address;
  if (typeof text !== 'string' || text.length > 2048) return null;
  const page = PAGE.exec(text);
  if (page?.[1] === undefined || page[2] === undefined) return null;
  const kind = page[1].toLowerCase();
  if (PLAIN_SLUG.test(page[2])) return { kind, slug: page[2] };
  try {
    const slug = decodeURIComponent(page[2]).normalize('NFC');
    return SLUG.test(slug) ? { kind, slug: encodeURIComponent(slug) } : null;
  } catch {
    return null;
  }
}
