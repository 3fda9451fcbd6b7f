/**
 * The question about collected people (`tables/collected-people.ts`) as a condition on `linkedin_profiles`, the same for list,
 * count, file and chosen people. Values are always bound. Experiences and educations are looked up person by person, within
 * the account: sub-selects with `limit` are never turned into a pass over those of all accounts.
 */
import { companies } from '@leadloom/shared/tables/companies';
import { type Condition, type NumberEnd, type Test, testsOf } from '@leadloom/shared/tables/conditions/condition';
import { readSearch } from '@leadloom/shared/tables/conditions/search-query';
import type { FlagFilter } from '@leadloom/shared/tables/define-table';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { linkedinCompanies, linkedinProfiles, linkedinProfileTags } from '../../../schema/linkedin.table.ts';
import { conditionSql } from '../../tables/filters/condition-sql.ts';
import { hasCrmRecord } from '../../tables/filters/crm-sql.ts';
import { employeesOf } from '../../tables/filters/employer-sql.ts';
import { hasPartsSql } from '../../tables/filters/parts-sql.ts';
import { searchedMember, wordsOfAddress } from '../../tables/filters/searched-address.ts';
import { COLLECTED_PEOPLE_ROWS, listedPeople } from '../../tables/my-rows/listed-people.service.ts';
import { withoutLegalForm } from '../../tables/values/legal-forms.ts';
import { hasRuns } from '../../tables/values/search-words.ts';
import { cellOf, companyName, itemsOf } from './people-cells.ts';
import { foldTag, tidyTag } from './tag-text.ts';

/** Never null for a profile, unless it stands at the top or within `all` and `any` alone. */
export function peopleConditionSql(workspaceId: WorkspaceId, condition: Condition): SQL {
  const joined = (parts: readonly Condition[], by: SQL) =>
    sql.join(
      parts.map((part) => sql`(${peopleConditionSql(workspaceId, part)})`),
      by,
    );
  switch (condition.kind) {
    case 'all':
      return condition.of.length === 0 ? sql`true` : joined(condition.of, sql` and `);
    case 'any':
      return condition.of.length === 0 ? sql`false` : joined(condition.of, sql` or `);
    case 'not':
      return negated(workspaceId, condition.of);
    default:
      return testSql(workspaceId, condition);
  }
}

/** `not exists` is answered by one pass over the others, while the opposite of any other condition is looked up for each person. */
function negated(workspaceId: WorkspaceId, of: Condition): SQL {
  const opposite = () => sql`(${peopleConditionSql(workspaceId, of)}) is not true`;
  switch (of.kind) {
    case 'all':
    case 'any':
    case 'not':
      return opposite();
    default: {
      const ids = idsSql(workspaceId, of);
      return ids === null ? opposite() : sql`not ${isAmong(ids)}`;
    }
  }
}

function isAmong(ids: SQL): SQL {
  return sql`exists (select from (${ids}) among (profile_id) where among.profile_id = ${linkedinProfiles.id})`;
}

/** The people who pass a test as a query of their ids, where all of them are found at once; null: each is looked at. */
function idsSql(workspaceId: WorkspaceId, test: Test): SQL | null {
  switch (test.kind) {
    case 'parts':
      return withParts(workspaceId, test.column, test.values);
    case 'list':
      return listedPeople(workspaceId, test.id);
    case 'tag':
      return withOneTag(workspaceId, test.tags);
    case 'linked':
      return employeesOf(workspaceId, conditionSql({ definition: companies, asker: null }, test.of));
    default:
      return null;
  }
}

function testSql(workspaceId: WorkspaceId, test: Test): SQL {
  const ids = idsSql(workspaceId, test);
  if (ids !== null) return isAmong(ids);
  switch (test.kind) {
    case 'blank':
      return isBlank(workspaceId, test.column);
    case 'equals':
      return sql`lower(${cellOf(workspaceId, test.column)}) = any(lower_items(${sql.param(test.values)}::text[]))`;
    case 'numbers': {
      const cell = cellOf(workspaceId, test.column);
      const { from, to } = test;
      const end = ({ value }: NumberEnd) => sql`${value}::double precision`;
      const low = from === null ? sql`true` : sql`${cell} ${from.isOpen ? sql`>` : sql`>=`} ${end(from)}`;
      const high = to === null ? sql`true` : sql`${cell} ${to.isOpen ? sql`<` : sql`<=`} ${end(to)}`;
      return sql`${cell} is not null and ${low} and ${high}`;
    }
    case 'days': {
      // Days are in UTC, whatever the time zone of the connection.
      const cell = cellOf(workspaceId, test.column);
      const start = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;
      const from = test.from === null ? sql`true` : sql`${cell} >= ${start(test.from)}`;
      return sql`${from} and ${test.to === null ? sql`true` : sql`${cell} < ${start(test.to)} + interval '1 day'`}`;
    }
    case 'flag':
      return flagSql(workspaceId, test.filter);
    case 'search':
      return isFoundBy(workspaceId, test.text);
    case 'crm':
      return hasCrmRecord({
        asked: test,
        workspaceId,
        object: 'contacts',
        key: sql`lower(${cellOf(workspaceId, 'email')})`,
        row: { tableName: COLLECTED_PEOPLE_ROWS, id: sql`${linkedinProfiles.id}` },
      });
    case 'changed':
      return sql`${linkedinProfiles.updatedAt} > ${new Date(test.after)}`;
    case 'ids':
      return sql`${linkedinProfiles.id} = any(${sql.param(test.ids)}::bigint[])`;
    case 'parts':
    case 'list':
    case 'tag':
    case 'linked':
    case 'host':
    case 'address':
    case 'true':
    case 'contains':
    case 'starts':
    case 'sample':
    case 'exported':
      throw new TypeError(`no filter of collected people asks for ${test.kind}`);
  }
}

/**
 * Answers the tests of a condition that take a pass over all of the account's people, for requests that ask several conditions with
 * most tests in common. @returns a function that puts the ids of those who pass in the place of such tests
 */
export async function settlePasses(
  connection: Connection,
  workspaceId: WorkspaceId,
  condition: Condition,
): Promise<(part: Condition) => Condition> {
  const known = new Map<string, Test>();
  for (const test of testsOf(condition)) {
    if ((test.kind !== 'parts' && test.kind !== 'linked') || known.has(JSON.stringify(test))) continue;
    const { rows } = await connection.execute<{ ids: string[] }>(sql`select array(${idsSql(workspaceId, test)}) as ids`);
    known.set(JSON.stringify(test), { kind: 'ids', ids: [...new Set(rows[0]?.ids)] });
  }
  const settle = (part: Condition): Condition => {
    switch (part.kind) {
      case 'all':
      case 'any':
        return { kind: part.kind, of: part.of.map(settle) };
      case 'not':
        return { kind: 'not', of: settle(part.of) };
      default:
        return known.get(JSON.stringify(part)) ?? part;
    }
  };
  return settle;
}

function isBlank(workspaceId: WorkspaceId, column: string): SQL {
  const items = itemsOf(workspaceId, column);
  return items === null ? sql`${cellOf(workspaceId, column)} is null` : sql`(select true from ${items} limit 1) is null`;
}

/** Many people have the same title, employer or school: each text is folded once. */
function withParts(workspaceId: WorkspaceId, column: string, values: readonly string[]): SQL {
  const items = itemsOf(workspaceId, column) ?? sql`(select ${cellOf(workspaceId, column)} as item) cell where item is not null`;
  return sql`with held as materialized (
      select ${linkedinProfiles.id} as profile_id, found.item from ${linkedinProfiles}, lateral (select item from ${items} offset 0) found
      where ${linkedinProfiles.workspaceId} = ${workspaceId}
    )
    select held.profile_id from held
    join (select each.item from (select distinct item from held) each where ${hasPartsSql(sql`each.item`, values)}) wanted
      on wanted.item = held.item`;
}

function flagSql(workspaceId: WorkspaceId, { condition }: FlagFilter): SQL {
  if ('anyPresent' in condition) return sql`${linkedinProfiles.hasEmail}`;
  if ('isTrue' in condition) return sql`(${cellOf(workspaceId, condition.isTrue)})`;
  throw new TypeError('no filter of collected people asks so');
}

/** Whether the profile has the LinkedIn address that the text is, or passes the search that it is. */
function isFoundBy(workspaceId: WorkspaceId, text: string): SQL {
  const slug = searchedMember(text);
  if (slug !== null) return eq(linkedinProfiles.profileKey, slug);
  // PostgreSQL refuses NUL, which is not part of a word anyway.
  const searched = wordsOfAddress(text).replaceAll('\0', ' ');
  const alternatives = readSearch(searched);
  // Of signs that stand for words, such as ㌀, the database knows the words.
  if (alternatives.length === 0) return hasWords(workspaceId, searched);
  const conditions = alternatives.map(({ terms }) =>
    sql.join(
      terms.map((term) => {
        if (term.isExcluded) return sql`(${hasPhrase(workspaceId, term.text)}) is not true`;
        return term.isPhrase ? hasPhrase(workspaceId, term.text) : hasWords(workspaceId, term.text);
      }),
      sql` and `,
    ),
  );
  return sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  );
}

/**
 * Whether each word of the text starts a word of the profile, or is a part of one in scripts without blanks. A company that the
 * profile has by number alone counts with the name that this account looked up; such profiles are few.
 */
function hasWords(workspaceId: WorkspaceId, text: string): SQL {
  return isWorded(workspaceId, sql`scoped_query(${`${workspaceId}:`}, ${withoutLegalForm(text)})`);
}

function isWorded(workspaceId: WorkspaceId, wanted: SQL): SQL {
  return sql`(${linkedinProfiles.words} @@ ${wanted} or ${linkedinProfiles.id} = any(array(
    select numbered.id
    from ${linkedinProfiles} numbered
    join ${linkedinCompanies} named on named.account_id = numbered.account_id and named.company_id = numbered.company_id
    where numbered.account_id = ${workspaceId} and numbered.company_name is null and (numbered.words || named.words) @@ ${wanted})))`;
}

/** Whether the words follow each other in what is searched, and each is whole. The index finds those with the words in any order. */
function hasPhrase(workspaceId: WorkspaceId, text: string): SQL {
  const isPart = hasRuns(text);
  const scope = `${workspaceId}:`;
  const wanted = isPart
    ? sql`scoped_query(${scope}, ${text})`
    : // Words have no colon and no asterisk: these mark beginnings.
      sql`replace(scoped_query(${scope}, ${text})::text, ':*', '')::tsquery`;
  const searched = sql`concat_ws(' ', ${linkedinProfiles.fullName}, ${linkedinProfiles.headline}, ${companyName(workspaceId)},
    ${linkedinProfiles.location}, ${linkedinProfiles.email})`;
  return sql`${isWorded(workspaceId, wanted)} and has_phrase(${searched}, ${text}, ${isPart})`;
}

function withOneTag(workspaceId: WorkspaceId, tags: readonly string[]): SQL {
  const folded = [...new Set(tags.map(tidyTag).map(foldTag))].filter((tag) => tag !== '' && !tag.includes('\0'));
  return sql`select ${linkedinProfileTags.profileId} from ${linkedinProfileTags}
    where ${linkedinProfileTags.workspaceId} = ${workspaceId} and ${linkedinProfileTags.folded} = any(${sql.param(folded)}::text[])`;
}
