/** The collected people that match the filters of their list, for those who put rows of all tables on lists alike. */
import { profileFiltersSchema } from '@leadloom/shared/contract/people-choice';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { validate } from '../../../http/validate.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { profileCondition, requireFilters } from './profile-filters.ts';

/**
 * @param filters as sent by a client
 * @returns a query of their ids
 * @throws {AppError} as `requireFilters`
 */
export async function matchPeople(
  platform: Pick<Platform, 'config' | 'now'>,
  connection: Connection,
  member: Member,
  filters: Readonly<Record<string, unknown>>,
): Promise<SQL> {
  const known = profileFiltersSchema.parse(validate(profileFiltersSchema, filters, 'body'));
  await requireFilters(platform, connection, member, known);
  return sql`select ${linkedinProfiles.id} from ${linkedinProfiles} where ${profileCondition(member.workspaceId, known)}`;
}
