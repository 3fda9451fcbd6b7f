/** The filters of a request for collected people: whether the account may ask so, and which people they select. */
import { collectedPeopleCondition } from '@leadloom/shared/tables/conditions/collected-people-condition';
import { type Condition, testsOf } from '@leadloom/shared/tables/conditions/condition';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import type { Member, WorkspaceId } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { inRequest } from '../../tables/filters/request-filters.ts';
import { requirePeopleLists } from '../../tables/my-rows/listed-people.service.ts';
import { requireGatedTables } from '../../tables/overview/readable-tables.service.ts';
import { peopleConditionSql } from './people-condition.ts';

/** Parameters that passed `profileFiltersSchema`. */
export type ProfileFilters = Readonly<Record<string, unknown>>;

/** The condition of the filters. It always names the account. Empty texts do not filter. */
export function profileCondition(workspaceId: WorkspaceId, filters: ProfileFilters): SQL | undefined {
  return conditionOfAccount(workspaceId, collectedPeopleCondition(filters));
}

/** The account's people who pass a condition. */
export function conditionOfAccount(workspaceId: WorkspaceId, condition: Condition): SQL | undefined {
  return and(eq(linkedinProfiles.workspaceId, workspaceId), peopleConditionSql(workspaceId, condition));
}

/**
 * Refuses filters that cannot be read, and those that name lists or tables which the account may not read.
 * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE, AUTH.NOT_VERIFIED, AUTH.SUBSCRIPTION_REQUIRED
 */
export async function requireFilters(
  platform: Pick<Platform, 'config' | 'now'>,
  connection: Connection,
  member: Member,
  filters: ProfileFilters,
): Promise<void> {
  const tests = testsOf(inRequest(() => collectedPeopleCondition(filters)));
  // Rows of a table that the account may not read must not be found out by asking for the people who work there.
  if (tests.some(({ kind }) => kind === 'linked')) await requireGatedTables(platform, connection, member.workspaceId);
  const lists = tests.flatMap((test) => (test.kind === 'list' ? [test.id] : []));
  await requirePeopleLists(connection, member, lists);
}
