/**
 * The filters of collected profiles as a condition on `linkedin_profiles`, the same for list, count and file. Values are
 * always bound. Written so that `linkedin_profiles_list` and `linkedin_profiles_words` can be used.
 */
import type { profileFiltersSchema } from '@leadloom/shared/contract/people-choice';
import { and, eq, gt, gte, lt, not, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  linkedinCompanies,
  linkedinProfiles,
  linkedinProfileTags,
  linkedinRecollections,
} from '../../../schema/linkedin.table.ts';
import { searchedMember, wordsOfAddress } from '../../tables/filters/searched-address.ts';
import { listedPeople } from '../../tables/my-rows/listed-people.service.ts';
import { withoutLegalForm } from '../../tables/values/legal-forms.ts';
import { foldTag, MAX_TAGS, tidyTag } from './tag-text.ts';

export type ProfileFilters = z.output<typeof profileFiltersSchema>;

/** The condition of the filters. It always names the account. Empty texts do not filter. */
export function profileCondition(accountId: number, filters: ProfileFilters): SQL | undefined {
  const { query, country, company, tags, list, collected_after: after, collected_before: before } = filters;
  return and(
    eq(linkedinProfiles.accountId, accountId),
    isSet(query) ? isFoundBy(accountId, query) : undefined,
    isSet(company) ? hasWords(accountId, '@', company) : undefined,
    isSet(country) ? isCountry(country) : undefined,
    isSet(tags) ? hasTags(accountId, tags) : undefined,
    isSet(list) ? sql`${linkedinProfiles.id} in (${listedPeople(accountId, list)})` : undefined,
    flagCondition(filters.with_email, sql`${linkedinProfiles.hasEmail}`),
    flagCondition(filters.incomplete, sql`(not ${linkedinProfiles.isComplete})`),
    flagCondition(filters.collect_again, isRecollected(accountId)),
    filters.updated_after === undefined ? undefined : gt(linkedinProfiles.updatedAt, new Date(filters.updated_after)),
    // Days are in UTC, whatever the time zone of the connection.
    after === undefined ? undefined : gte(linkedinProfiles.collectedAt, sql`${`${after}T00:00:00Z`}::timestamptz`),
    before === undefined
      ? undefined
      : lt(linkedinProfiles.collectedAt, sql`${`${before}T00:00:00Z`}::timestamptz + interval '1 day'`),
  );
}

/** The condition, or its opposite. */
function flagCondition(wanted: 'true' | 'false' | undefined, condition: SQL): SQL | undefined {
  if (wanted === undefined) return undefined;
  return wanted === 'true' ? condition : not(condition);
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

/** Whether the profile has the LinkedIn address that the text is, or else its words. */
function isFoundBy(accountId: number, text: string): SQL {
  const slug = searchedMember(text);
  return slug === null ? hasWords(accountId, ':', wordsOfAddress(text)) : eq(linkedinProfiles.profileKey, slug);
}

/**
 * Whether each word of the text starts a word of the profile, or is a part of one in scripts without blanks. A company that the profile has by number alone counts with
 * the name that this account looked up; such profiles are few.
 */
function hasWords(accountId: number, scope: ':' | '@', text: string): SQL {
  // PostgreSQL refuses NUL, which is not part of a word anyway.
  const wanted = sql`scoped_query(${accountId + scope}, ${withoutLegalForm(text.replaceAll('\0', ' '))})`;
  return sql`(${linkedinProfiles.words} @@ ${wanted} or ${linkedinProfiles.id} = any(array(
    select numbered.id
    from ${linkedinProfiles} numbered
    join ${linkedinCompanies} named on named.account_id = numbered.account_id and named.company_id = numbered.company_id
    where numbered.account_id = ${accountId} and numbered.company_name is null and (numbered.words || named.words) @@ ${wanted})))`;
}

function isRecollected(accountId: number): SQL {
  return sql`${linkedinProfiles.id} in (
    select ${linkedinRecollections.profileId} from ${linkedinRecollections}
    where ${linkedinRecollections.accountId} = ${accountId})`;
}

function isCountry(country: string): SQL {
  return country.includes('\0') ? sql`false` : eq(linkedinProfiles.country, country);
}

function hasTags(accountId: number, text: string): SQL | undefined {
  const wanted = [...new Set(text.split(',').map(tidyTag))].filter((tag) => tag !== '').map(foldTag);
  const folded = [...new Set(wanted)];
  if (folded.length === 0) return undefined;
  if (folded.length > MAX_TAGS || folded.some((tag) => tag.includes('\0'))) return sql`false`;
  return sql`${linkedinProfiles.id} in (
    select ${linkedinProfileTags.profileId} from ${linkedinProfileTags}
    where ${linkedinProfileTags.accountId} = ${accountId} and ${linkedinProfileTags.folded} = any(${sql.param(folded)}::text[])
    group by ${linkedinProfileTags.profileId} having count(*) = ${folded.length})`;
}
