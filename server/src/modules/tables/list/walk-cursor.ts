/** Cursors of lists: the last row of a page, with the table, filters and order of the page. */
import { MAX_CURSOR_LENGTH } from '@leadloom/shared/contract/list-parameters';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { z } from 'zod';
import type { SecretRing } from '../../../crypto/secret-ring.ts';
import { AppError } from '../../../http/app-error.ts';
import {
  createCursorSeal,
  cursorRefused,
  fingerprintOfFilters,
  requireFiltersOfWalk,
  requireOrderOfWalk,
} from '../../../http/sealed-cursor.ts';
import { unboundFilters } from '../filters/my-filters.ts';
import type { ListChoice } from './page-statement.ts';
import type { Position } from './position.ts';
import { BY_ID, type RowOrder, type SettledOrder, settleOrder } from './row-order.ts';

/** Characters of a cell. */
const KEY_LIMIT = 4_000;

/** The last row that was sent. */
export type PassedRow = Pick<Position, 'key' | 'id'>;

export interface Walk {
  readonly order: SettledOrder;
  /** The last row of the page before; null: the walk starts. */
  readonly passed: PassedRow | null;
}

const sealedSchema = z.tuple([
  z.string(),
  z.string(),
  z.enum(['asc', 'desc']),
  z.string(),
  z.string().nullable(),
  z.int().positive(),
]);

export interface WalkCursors {
  /** Writes a cursor; undefined if the row's cell is too long for an address. */
  write(choice: ListChoice, passed: PassedRow): string | undefined;
  /**
   * @param cursor empty: the beginning, by id if no order is given
   * @throws {AppError} REQUEST.INVALID
   */
  read(cursor: string, definition: TableDefinition, filters: TableFilters, order: RowOrder): Walk;
}

/** @param purpose cursors of one purpose are invalid for another */
export function createWalkCursors(secrets: SecretRing, purpose: string): WalkCursors {
  const seal = createCursorSeal(secrets, purpose);
  return {
    write({ definition, filters, order }, { key, id }) {
      if ((key?.length ?? 0) > KEY_LIMIT) return undefined;
      const text = seal.seal([
        definition.name,
        order.field,
        order.direction,
        fingerprintOfFilters(unboundFilters(filters)),
        key,
        id,
      ]);
      return text.length > MAX_CURSOR_LENGTH ? undefined : text;
    },
    read(cursor, definition, filters, wanted) {
      if (cursor === '') {
        const sort = wanted.sort ?? BY_ID;
        if (isLong(definition, sort)) throw sortRefused(`${sort} holds texts too long for a cursor. Choose another order.`);
        return { order: settleOrder(definition, { ...wanted, sort }), passed: null };
      }
      const [table, field, direction, filtered, key, id] = seal.open(cursor, sealedSchema);
      if (table !== definition.name) throw cursorRefused('belongs to another table.');
      requireFiltersOfWalk(filtered, unboundFilters(filters));
      requireOrderOfWalk({ sort: field, order: direction }, wanted);
      return { order: settleOrder(definition, { sort: field, order: direction }), passed: { key, id } };
    },
  };
}

/** Whether the column's cells are too long for a cursor. */
export function isLong({ columns }: TableDefinition, field: string): boolean {
  return columns.some((column) => column.field === field && column.kind === 'long-text');
}

export function sortRefused(detail: string): AppError {
  return new AppError('REQUEST.INVALID', { message: `sort: ${detail}`, errors: [{ parameter: 'sort', detail }] });
}
