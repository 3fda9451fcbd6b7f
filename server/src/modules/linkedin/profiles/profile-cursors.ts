/** Cursors of the list of collected profiles: the last profile of a page, and of which filters and order that page was. */
import { createHash } from 'node:crypto';
import { type listProfiles, profileSorts } from '@leadloom/shared/contract/collected-profiles';
import type { EndpointRequest } from '@leadloom/shared/contract/endpoint';
import { z } from 'zod';
import { createCursorSeal, cursorRefused } from '../../../http/sealed-cursor.ts';
import type { ProfileFilters } from './profile-filters.ts';

type RequestedOrder = Pick<EndpointRequest<typeof listProfiles>['query'], 'sort' | 'order'>;

export interface ProfileOrder {
  readonly sort: (typeof profileSorts)[number] | 'id';
  readonly order: 'asc' | 'desc';
}

/** A profile's place in an order. */
export interface ProfilePosition {
  /** What it is ordered by, as the database writes it; null: nothing, or the id alone. */
  readonly key: string | null;
  readonly id: number;
}

interface ProfileWalk {
  readonly order: ProfileOrder;
  /** null: the walk begins. */
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
   * @param cursor empty: the beginning, by id where no order is named
   * @throws {AppError} REQUEST.INVALID
   */
  read(cursor: string, filters: ProfileFilters, wanted: RequestedOrder): ProfileWalk;
}

/** @param purpose cursors of one are none of another */
export function createProfileCursors(secret: Buffer, purpose: string): ProfileCursors {
  const seal = createCursorSeal(secret, purpose);
  return {
    write: ({ sort, order }, filters, { key, id }) => seal.seal([sort, order, fingerprint(filters), key, id]),
    read(cursor, filters, wanted) {
      if (cursor === '') return { order: settleProfileOrder(wanted, 'id'), passed: null };
      const [sort, order, filtered, key, id] = seal.open(cursor, sealedSchema);
      if (filtered !== fingerprint(filters)) throw cursorRefused('is one of other filters. Send those it was begun with.');
      if ((wanted.sort ?? sort) !== sort || (wanted.order ?? order) !== order)
        throw cursorRefused('is one of another order. Send none, or the one it was begun with.');
      return { order: { sort, order }, passed: { key, id } };
    },
  };
}

/** @param usual where no order is named */
export function settleProfileOrder({ sort, order }: RequestedOrder, usual: ProfileOrder['sort'] = 'collected_at'): ProfileOrder {
  const settled = sort ?? usual;
  return { sort: settled, order: order ?? (settled === 'id' ? 'asc' : 'desc') };
}

function fingerprint(filters: ProfileFilters): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url').slice(0, 16);
}
