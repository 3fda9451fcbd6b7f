/** Collected profiles for test keys: the same sample people on every server, with the filters and pages of real ones. */
import {
  type CollectedProfile,
  type listProfiles as listing,
  profileListItemSchema,
  profileSchema,
} from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import type { Facets, Summary } from '@leadloom/shared/contract/table-facets';
import { sectionNames } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { collectedPeople } from '@leadloom/shared/tables/collected-people';
import { collectedPeopleCondition } from '@leadloom/shared/tables/conditions/collected-people-condition';
import { testsOf } from '@leadloom/shared/tables/conditions/condition';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import type { ListAnswer } from '../../../http/list-page.ts';
import { refuseOddPages } from '../../../http/page-numbers.ts';
import type { Platform } from '../../../platform.ts';
import { sampleRow } from '../../../sample-rows/sample-row.ts';
import { facetQuestion, summaryQuestion } from '../../tables/facets/questions.ts';
import { facetsOfMatching, summaryOfMatching } from '../../tables/filters/facet-model.ts';
import { inRequest } from '../../tables/filters/request-filters.ts';
import { searchedMember, wordsOfAddress } from '../../tables/filters/searched-address.ts';
import { rowsWhere } from '../../tables/filters/table-model.ts';
import { sandboxRows } from '../../tables/sandbox/sandbox-rows.ts';
import { type ProfileQuery, pageNumbers } from './collected-profiles.service.ts';
import { createProfileCursors, type ProfileOrder, settleProfileOrder } from './profile-cursors.ts';
import type { ProfileFacetsQuery, ProfileSummaryQuery } from './profile-facets.service.ts';
import type { ProfileFilters } from './profile-filters.ts';

const SIZE = { seed: 7, rows: 25 };
/** The time is constant, so that the sample people are. */
const MADE_AT = new Date(Date.UTC(2026, 10, 1));
const TAG = 'sample';
const personSchema = z.object({
  name: z.string(),
  title: z.string(),
  company_name: z.string(),
  company_website: z.string(),
  linkedin_url: z.string(),
  country: z.string(),
  city: z.string(),
  email: z.string().nullable(),
  biography: z.string(),
  updated_at: z.iso.datetime(),
});

let made: readonly CollectedProfile[] | null = null;

function sandboxProfiles(): readonly CollectedProfile[] {
  made ??= Array.from({ length: SIZE.rows }, (_, index) => sandboxProfile(index));
  return made;
}

function sandboxProfile(index: number): CollectedProfile {
  const person = personSchema.parse(sampleRow('people', SIZE, { index, now: MADE_AT }));
  const company = { company_url: person.company_website, company_name: person.company_name };
  return profileSchema.parse({
    ...company,
    user_id: String(index + 1),
    profile_id: `ACoAASAMPLE${String(index + 1).padStart(28, '0')}`,
    profile_url: person.linkedin_url,
    full_name: person.name,
    photo_url: null,
    headline: person.biography,
    title: person.title,
    description: null,
    location: `${person.city}, ${person.country}`,
    country: person.country,
    email: person.email,
    connection_count: 100 + ((index * 37) % 400),
    follower_count: 150 + ((index * 91) % 2_000),
    experiences: [
      {
        ...company,
        title: person.title,
        description: null,
        category: null,
        location: person.city,
        started_at: `${2015 + (index % 10)}-01-01`,
        started_precision: 'year',
        ended_at: null,
        ended_precision: null,
        is_current: true,
      },
    ],
    educations: [],
    sections: Object.fromEntries(sectionNames.map((name) => [name, 'complete'])),
    missing_experiences: 0,
    phones: [],
    websites: [],
    tags: index % 2 === 0 ? [TAG] : [],
    parser_version: 1,
    collected_at: person.updated_at,
    last_collected_at: person.updated_at,
    updated_at: person.updated_at,
  });
}

export function createSandboxLists({ secrets }: Platform) {
  const cursors = createProfileCursors(secrets, 'sandbox profiles');

  /** @throws {AppError} REQUEST.INVALID */
  return (query: ProfileQuery): ListAnswer => {
    const { page: _page, per_page: _perPage, cursor, sort, order: direction, ...filters } = query;
    refuseOddPages(query, true);
    requireSandboxFilters(filters);
    const wanted = { sort, order: direction };
    const { order, passed } =
      cursor === undefined ? { order: settleProfileOrder(wanted), passed: null } : cursors.read(cursor, filters, wanted);
    const all = sandboxProfiles();
    const found = inOrder(matching(all, filters), order);
    const { page, per_page: perPage } = pageNumbers(query);
    const isPassed = ({ user_id: id }: CollectedProfile) => Number(id) === passed?.id;
    const start = passed === null ? ((page ?? 1) - 1) * perPage : found.findIndex(isPassed) + 1;
    const shown = found.slice(start, start + perPage);
    const last = shown.at(-1);
    const hasMore = last !== undefined && start + shown.length < found.length;
    const answer: EndpointResult<typeof listing> = {
      data: shown.map((profile) => profileListItemSchema.parse({ ...profile, id: profile.user_id })),
      total: found.length,
      page,
      per_page: perPage,
      countries: [...new Set(all.flatMap(({ country }) => country ?? []))].sort(),
      tags: [{ name: TAG, count: all.filter(({ tags }) => tags.length > 0).length }],
    };
    const next = hasMore ? cursors.write(order, filters, { key: null, id: Number(last.user_id) }) : null;
    return { text: JSON.stringify({ ...answer, next_cursor: next }), next };
  };
}

/** @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND: the sandbox has no lists */
function requireSandboxFilters(filters: ProfileFilters): void {
  const tests = testsOf(inRequest(() => collectedPeopleCondition(filters)));
  if (tests.some(({ kind }) => kind === 'list')) throw new AppError('ROW_LIST.NOT_FOUND');
}

/** @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND */
export function countSandboxProfiles({ of, q, ...filters }: ProfileFacetsQuery): Facets {
  const question = facetQuestion(collectedPeople, { of, q });
  requireSandboxFilters(filters);
  const all = sandboxProfiles();
  const chosen = (others: ProfileFilters) => matching(all, others).map(toRow);
  return facetsOfMatching(collectedPeople, filters, all.map(toRow), question, chosen);
}

/** @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND */
export function summarizeSandboxProfiles({ by, measure, of, ...filters }: ProfileSummaryQuery): Summary {
  const question = summaryQuestion(collectedPeople, { by, measure, of });
  requireSandboxFilters(filters);
  const all = sandboxProfiles();
  return summaryOfMatching(collectedPeople, matching(all, filters).map(toRow), all.map(toRow), question);
}

function inOrder(profiles: readonly CollectedProfile[], { sort, order }: ProfileOrder): readonly CollectedProfile[] {
  const sign = order === 'asc' ? 1 : -1;
  const keyOf = (profile: CollectedProfile) => (sort === 'id' ? null : profile[sort]);
  return profiles.toSorted(
    (one, other) => sign * (compare(keyOf(one), keyOf(other)) || Number(one.user_id) - Number(other.user_id)),
  );
}

/** @param name the id, or the member id @throws {AppError} PROFILE.NOT_FOUND */
export function readSandboxProfile(name: string): CollectedProfile {
  const found = sandboxProfiles().find(({ user_id: id, profile_id: memberId }) => id === name || memberId === name);
  if (found === undefined) throw new AppError('PROFILE.NOT_FOUND');
  return found;
}

/** Nobody is on a list or collected again, and all sample profiles are complete. */
function matching(profiles: readonly CollectedProfile[], { query, ...filters }: ProfileFilters): readonly CollectedProfile[] {
  const text = typeof query === 'string' ? query : '';
  const slug = searchedMember(text);
  const named = slug === null ? profiles : profiles.filter(({ profile_url: address }) => searchedMember(address) === slug);
  const condition = collectedPeopleCondition(slug === null ? { ...filters, query: wordsOfAddress(text) } : filters);
  const found = rowsWhere(collectedPeople, condition, named.map(toRow), { rowsOf: sandboxRows, tagsOf });
  const ids = new Set(found.map(({ id }) => id));
  return named.filter(({ user_id: id }) => ids.has(Number(id)));
}

function toRow(profile: CollectedProfile): TableRow {
  const { experiences, educations, sections: _, collected_by: collectedBy = null, ...cells } = profile;
  return {
    ...cells,
    collected_by: collectedBy,
    id: Number(profile.user_id),
    company_website: profile.company_url,
    past_companies: listCell(experiences.flatMap((one) => (one.is_current ? [] : (one.company_name ?? [])))),
    schools: listCell(educations.flatMap(({ school_name: school }) => school ?? [])),
    is_incomplete: false,
    is_recollected: false,
  };
}

function listCell(items: readonly string[]): readonly string[] | null {
  return items.length === 0 ? null : items;
}

function tagsOf({ tags }: TableRow): readonly string[] {
  return Array.isArray(tags) ? tags.map(String) : [];
}

function compare(one: string | number | null, other: string | number | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en');
}
