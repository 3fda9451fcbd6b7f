/**
 * Filters by linked rows as an SQL condition, by the keys of `table-links.ts`: the record page lists the same rows. Each key is
 * a condition of its own, so that each can be answered from its index, or from one pass over the linked rows.
 */
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { tableByName } from '@leadloom/shared/tables/tables';
import { type SQL, sql } from 'drizzle-orm';
import { SHORT_LABEL, sharedHostLists, sharedHostPattern } from '../../../hosts/shared-hosts.ts';
import { databaseName, domainColumn, linkedinKey, loweredText } from '../../../schema/data-table.ts';
import { type LinkKey, type LinkKind, linkNamed } from '../records/table-links.ts';

const textsOf = (texts: readonly string[]) => sql.raw(`'{${texts.join(',')}}'::text[]`);
const pattern = sql.raw(`'${sharedHostPattern()}'`);
const lists = sharedHostLists();
const [hosts, labels, endings] = [lists.hosts, lists.labels, lists.endings].map(textsOf);
const shortLabel = sql.raw(String(SHORT_LABEL));

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

/**
 * The linked rows have no column of this table's names here, so that names without a table are those of this table's row. Each
 * `exists` compares nothing but the key with this table's row: only then the linked rows are read once for all rows.
 */
function byKey(linked: TableDefinition, key: LinkKey, chosen: SQL): SQL {
  const { kind, from, to, unlessBoth } = key;
  const found = (condition: SQL) => sql`exists (select from (select ${comparedBy(kind, to)} as linked_key
    from ${sql.identifier(databaseName(linked))} where ${condition}) linked where linked.linked_key = ${comparedBy(kind, from)})`;
  if (kind === 'domain') return sql`(${found(chosen)} and not ${isSharedHost(from)})`;
  if (unlessBoth === undefined) return found(chosen);
  const own = sql.identifier(domainColumn(unlessBoth.from));
  const isFree = sql`${sql.identifier(domainColumn(unlessBoth.to))} is null`;
  return sql`(${found(sql`(${chosen}) and ${isFree}`)}
    or (${found(chosen)} and (${own} is null or ${isSharedHost(unlessBoth.from)})))`;
}

/** Whether many share the host of the row's address. The database takes long for the pattern, so few hosts are compared with it. */
export function isSharedHost(column: string): SQL {
  const host = sql.identifier(domainColumn(column));
  const label = sql`split_part(${host}, '.', 1)`;
  return sql`case when ${host} = any(${hosts}) then true
    when length(${label}) <= ${shortLabel} or ${label} like '__-__' or ${label} like 'www_' or ${label} = any(${labels})
      or split_part(${host}, '.', -2) || '.' || split_part(${host}, '.', -1) = any(${endings}) then ${host} ~ ${pattern}
    else false end`;
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
