/** The people a request is about: some by their ids, or all who match filters. */

import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import type { tagProfiles } from '@leadloom/shared/contract/people-changes';
import { MAX_PEOPLE_AT_ONCE } from '@leadloom/shared/contract/people-choice';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Member } from '../../../http/workspace-id.ts';
import type { Platform } from '../../../platform.ts';
import { matchPeople } from './match-people.service.ts';

export type ChosenPeople = Pick<EndpointRequest<typeof tagProfiles>['body'], 'ids' | 'filters'>;

/**
 * @returns their ids; those that were named may not be the account's
 * @throws {AppError} PROFILE.TOO_MANY_AT_ONCE; and as `matchPeople`
 */
export async function idsOfChosen(
  platform: Pick<Platform, 'config' | 'now'>,
  transaction: Transaction,
  member: Member,
  { ids = [], filters }: ChosenPeople,
): Promise<number[]> {
  if (filters === undefined) return ids.map(Number);
  const matching = await matchPeople(platform, transaction, member, filters);
  const { rows } = await transaction.execute<{ id: string }>(sql`${matching} limit ${MAX_PEOPLE_AT_ONCE + 1}`);
  if (rows.length > MAX_PEOPLE_AT_ONCE) throw new AppError('PROFILE.TOO_MANY_AT_ONCE');
  return rows.map(({ id }) => Number(id));
}
