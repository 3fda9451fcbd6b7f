/** The collected people that match the filters of their list, for those who put rows of all tables on lists alike. */
import { profileFiltersSchema } from '@leadloom/shared/contract/people-choice';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../../database/database.ts';
import { validate } from '../../../http/validate.ts';
import { linkedinProfiles } from '../../../schema/linkedin.table.ts';
import { requirePeopleList } from '../../tables/my-rows/listed-people.service.ts';
import { profileCondition } from './profile-filters.ts';

/**
 * @param filters as sent by a client
 * @returns a query of their ids
 * @throws {AppError} REQUEST.INVALID, ROW_LIST.NOT_FOUND, ROW_LIST.OTHER_TABLE
 */
export async function matchPeople(
  connection: Connection,
  accountId: number,
  filters: Readonly<Record<string, unknown>>,
): Promise<SQL> {
  const known = profileFiltersSchema.parse(validate(profileFiltersSchema, filters, 'body'));
  await requirePeopleList(connection, accountId, known.list);
  return sql`select ${linkedinProfiles.id} from ${linkedinProfiles} where ${profileCondition(accountId, known)}`;
}
