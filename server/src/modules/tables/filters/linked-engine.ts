/** Filters by linked rows in a column store, as `linked-sql.ts` means them: each key is looked up in the keys of the linked rows. */
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import type { ColumnReading } from '../../../column-store/column-store.ts';
import { hostOf, lowerOf, pageOf } from '../../../column-store/copied-columns.ts';
import { sharedHostPattern } from '../../../hosts/shared-hosts.ts';
import { type LinkKey, type LinkKind, linkNamed } from '../records/table-links.ts';
import { allOf, anyOf, holds } from './engine-logic.ts';

const pattern = sharedHostPattern();

/** @param read the condition of the linked rows, in their own table's columns */
export async function linkedEngine(
  definition: TableDefinition,
  reading: ColumnReading,
  name: string,
  read: (linked: TableDefinition, of: Condition) => Promise<SQL | null>,
  of: Condition,
): Promise<SQL | null> {
  const link = linkNamed(definition, name);
  const linked = tableByName(link.table);
  const chosen = await read(linked, of);
  if (chosen === null) return null;
  return anyOf(link.keys.map((key) => byKey(reading, linked, key, chosen)));
}

function byKey(reading: ColumnReading, linked: TableDefinition, key: LinkKey, chosen: SQL): SQL | null {
  const { kind, unlessBoth } = key;
  const [from, to] = [comparedBy(kind, key.from), comparedBy(kind, key.to)];
  const found = (...conditions: readonly SQL[]) => {
    const condition = allOf([reading.isVisible(linked), chosen, sql`isNotNull(${to})`, ...conditions]);
    return holds(sql`${from} global in (select ${to} from ${reading.tableOf(linked)} where ${condition})`);
  };
  if (kind === 'domain') return found(sql`not (${isSharedHost(to)})`);
  if (unlessBoth === undefined) return found();
  const [own, theirs] = [sql.identifier(hostOf(unlessBoth.from)), sql.identifier(hostOf(unlessBoth.to))];
  const isFree = sql`isNull(${own}) or ${isSharedHost(sql`${own}`)}`;
  return anyOf([found(sql`isNull(${theirs})`), allOf([found(), isFree])]);
}

/** Whether many share a host. The engine reads the pattern as the database does: it has neither references nor lookaheads. */
export function isSharedHost(host: SQL): SQL {
  return holds(sql`match(${host}, ${pattern})`);
}

function comparedBy(kind: LinkKind, column: string): SQL {
  switch (kind) {
    case 'domain':
      return sql`${sql.identifier(hostOf(column))}`;
    case 'linkedin':
      return sql`${sql.identifier(pageOf(column))}`;
    case 'name':
      return sql`${sql.identifier(lowerOf(column))}`;
    case 'text':
      return sql`${sql.identifier(column)}`;
  }
}
