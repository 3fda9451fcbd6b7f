/**
 * Filters by linked rows as an SQL condition, by the keys of `table-links.ts`: the record page lists the same rows. Each key is
 * a condition of its own, so that each can be answered from its index, or from one pass over the linked rows.
 */
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import { sharedHostPattern } from '../../../hosts/shared-hosts.ts';
import { databaseName, domainColumn, linkedinKey, loweredText } from '../../../schema/data-table.ts';
import { type LinkKey, type LinkKind, linkNamed } from '../records/table-links.ts';

const sharedHosts = sql.raw(`'${sharedHostPattern()}'`);

/** @param read the condition of the linked rows, in their own table's columns */
export function linkedCondition(
  definition: TableDefinition,
  name: string,
  read: (linked: TableDefinition, of: Condition) => SQL,
  of: Condition,
): SQL {
  const link = linkNamed(definition, name);
  const linked = tableByName(link.table);
  const chosen = read(linked, of);
  return sql.join(
    link.keys.map((key) => byKey(linked, key, chosen)),
    sql` or `,
  );
}

/** The linked rows have no column of this table's names here, so that names without a table are those of this table's row. */
function byKey(linked: TableDefinition, key: LinkKey, chosen: SQL): SQL {
  const { kind, from, to, unlessBoth } = key;
  const free = unlessBoth === undefined ? sql`true` : sql`${sql.identifier(domainColumn(unlessBoth.to))} is null`;
  const rows = sql`select ${comparedBy(kind, to)} as linked_key, ${free} as linked_is_free
    from ${sql.identifier(databaseName(linked))} where ${chosen}`;
  const isSame = sql`linked.linked_key = ${comparedBy(kind, from)}`;
  const found = sql`exists (select from (${rows}) linked where ${isSame}`;
  if (unlessBoth !== undefined) return sql`${found} and (linked.linked_is_free or ${hasNoSite(unlessBoth.from)}))`;
  return kind === 'domain' ? sql`(${sql.identifier(domainColumn(from))} !~ ${sharedHosts} and ${found}))` : sql`${found})`;
}

/** Whether the row's address, if any, is on a host that many share. */
function hasNoSite(column: string): SQL {
  const host = sql.identifier(domainColumn(column));
  return sql`(${host} is null or ${host} ~ ${sharedHosts})`;
}

function comparedBy(kind: LinkKind, column: string): SQL {
  switch (kind) {
    case 'domain':
      return sql`${sql.identifier(domainColumn(column))}`;
    case 'linkedin':
      return linkedinKey(column);
    case 'name':
      return loweredText(column);
    case 'text':
      return sql`${sql.identifier(column)}`;
  }
}
