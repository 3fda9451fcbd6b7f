/** Cursors of the list of collected profiles: the last profile of a page, with the filters and the order of the list. */
import { type listProfiles, profileSorts } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import { z } from 'zod';
import type { SecretRing } from '../../../crypto/secret-ring.ts';
import { createCursorSeal, fingerprintOfFilters, requireFiltersOfWalk, requireOrderOfWalk } from '../../../http/sealed-cursor.ts';
import type { ProfileFilters } from './profile-filters.ts';

type RequestedOrder = Pick<EndpointRequest<typeof listProfiles>['query'], 'sort' | 'order'>;

export interface ProfileOrder {
  readonly sort: (typeof profileSorts)[number] | 'id';
  readonly order: 'asc' | 'desc';
}

/** The position of a profile in an order. */
export interface ProfilePosition {
  /** The sort value as the database writes it; null: none, or ordered by id alone. */
  readonly key: string | null;
  readonly id: number;
}

interface ProfileWalk {
  readonly order: ProfileOrder;
  /** The last profile of the page before; null: start at the first profile. */
  readonly passed: ProfilePosition | null;
}

const sealedSchema = z.tuple([
  z.enum([...profileSorts, 'id']),
  z.enum(['asc', 'desc']),
  z.string(),
  z.string().nullable(),
  z.int().positive(),
]);

export interface ProfileCursors {
  write(order: ProfileOrder, filters: ProfileFilters, passed: ProfilePosition): string;
  /**
   * @param cursor empty: start at the first profile, by id if no order is given
   * @throws {AppError} REQUEST.INVALID
   */
  read(cursor: string, filters: ProfileFilters, requested: RequestedOrder): ProfileWalk;
}

/** @param purpose a cursor of one purpose is refused for another */
export function createProfileCursors(secrets: SecretRing, purpose: string): ProfileCursors {
  const seal = createCursorSeal(secrets, purpose);
  return {
    write: ({ sort, order }, filters, { key, id }) => seal.seal([sort, order, fingerprintOfFilters(filters), key, id]),
    read(cursor, filters, requested) {
      if (cursor === '') return { order: settleProfileOrder(requested, 'id'), passed: null };
      const [sort, order, filtered, key, id] = seal.open(cursor, sealedSchema);
      requireFiltersOfWalk(filtered, filters);
      requireOrderOfWalk({ sort, order }, requested);
      return { order: { sort, order }, passed: { key, id } };
    },
  };
}

/** @param defaultSort if no order is given */
export function settleProfileOrder(
  { sort, order }: RequestedOrder,
  defaultSort: ProfileOrder['sort'] = 'collected_at',
): ProfileOrder {
  const settled = sort ?? defaultSort;
  return { sort: settled, order: order ?? (settled === 'id' ? 'asc' : 'desc') };
}
