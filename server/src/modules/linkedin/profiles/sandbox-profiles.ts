/** Collected profiles for test keys: the same sample people on every server, with the filters and pages of real ones. */
import {
  type CollectedProfile,
  type listProfiles as listing,
  profileListItemSchema,
  profileSchema,
} from '@leadloom/shared/contract/collected-profiles';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import { sectionNames } from '@leadloom/shared/linkedin/parse/parsed-profile';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import type { ListAnswer } from '../../../http/list-page.ts';
import { refuseOddPages } from '../../../http/page-numbers.ts';
import type { Platform } from '../../../platform.ts';
import { sampleRow } from '../../../sample-rows/sample-row.ts';
import { searchedMember, wordsOfAddress } from '../../tables/filters/searched-address.ts';
import { hasSearchedWords, searchedWords } from '../../tables/values/search-words.ts';
import { type ProfileQuery, pageNumbers } from './collected-profiles.service.ts';
import { createProfileCursors, type ProfileOrder, settleProfileOrder } from './profile-cursors.ts';
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
    // The sandbox has no lists.
    if (filters.list !== undefined && filters.list !== '') throw new AppError('ROW_LIST.NOT_FOUND');
    const wanted = { sort, order: direction };
    const { order, passed } =
      cursor === undefined ? { order: settleProfileOrder(wanted), passed: null } : cursors.read(cursor, filters, wanted);
    const all = sandboxProfiles();
    const found = inOrder(
      all.filter((profile) => matchesFilters(profile, filters)),
      order,
    );
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

function matchesFilters(
  {
    full_name: name,
    profile_url: address,
    headline,
    company_name: company,
    location,
    email,
    country,
    tags,
    collected_at: time,
    updated_at: changedAt,
  }: CollectedProfile,
  filters: ProfileFilters,
): boolean {
  const requestedTags = wordsOf(filters.tags, /,/);
  const day = time.slice(0, 10);
  return (
    isFoundBy(filters.query, address, [name, headline, company, location, email].join(' ')) &&
    hasWords(filters.company, company ?? '') &&
    (!filters.country || country === filters.country) &&
    requestedTags.every((tag) => tags.includes(tag)) &&
    matchesFlag(filters.with_email, email !== null) &&
    // All sample profiles are complete, and none is collected again.
    matchesFlag(filters.incomplete, false) &&
    matchesFlag(filters.collect_again, false) &&
    (filters.updated_after ?? '') < changedAt &&
    (filters.collected_after ?? day) <= day &&
    (filters.collected_before ?? day) >= day
  );
}

function matchesFlag(wanted: 'true' | 'false' | undefined, holds: boolean): boolean {
  return wanted === undefined || (wanted === 'true') === holds;
}

/** Whether the query is the person's LinkedIn address, or its words are in the text. */
function isFoundBy(query: string | undefined, address: string, text: string): boolean {
  const slug = searchedMember(query ?? '');
  return slug === null ? hasWords(wordsOfAddress(query ?? ''), text) : searchedMember(address) === slug;
}

/** Whether the text has the words of the query; a blank one does not filter. */
function hasWords(query: string | undefined, text: string): boolean {
  return query === undefined || query.trim() === '' || hasSearchedWords(text, searchedWords(query));
}

function wordsOf(text: string | undefined, separator: RegExp): string[] {
  return (text ?? '')
    .toLowerCase()
    .split(separator)
    .flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
}

function compare(one: string | number | null, other: string | number | null): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en');
}
