/**
 * Finds rows of registers and rows without a number again as one. A staged row with a number that is not stored takes a stored
 * row without one, which gets its key: that with the same site, or else the only one with the same name in the same country.
 * A staged row without a number finds the stored row of a register in the same ways. Nothing is taken where something
 * contradicts it (another country, another site, another legal form), or where several could be meant on either side: each
 * stays a row of its own then. Rows with two numbers are never one. Every statement handles whole sets.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Name, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/database.ts';
import { databaseName, domainColumn, domainSources } from '../../../schema/data-table.ts';
import { registeredPrefix } from '../rows/canonical-key.ts';
import { STAGED } from '../staging/staging-table.ts';
import { REKEYED } from './rekey-rows.ts';

const PAIRS = sql.identifier('import_registered_pairs');

interface SearchOptions {
  /** Columns of the staged rows. */
  readonly columns: readonly string[];
  /** Called before staged rows get other keys. */
  readonly onMoving?: ((transaction: Transaction) => Promise<void>) | undefined;
}

interface Shape {
  readonly table: Name;
  /** Whether the key of a row is a number of a register. */
  readonly isRegistered: (row: string) => SQL;
  /** Whether the key of a stored row stays with it in this import. */
  readonly keepsKey: (row: string) => SQL;
  /** The host of a row's website. */
  readonly site: (row: 'staged' | 'found') => SQL;
  /** A cell of a staged row; blank where its file has no such column. */
  readonly staged: (field: string) => SQL;
  readonly hasNames: boolean;
  readonly columns: readonly string[];
}

/** The new keys of stored rows are only noted (`storeRekeyed`). @returns whether staged rows got other keys */
export async function findRegistered(
  transaction: Transaction,
  definition: TableDefinition,
  { columns, onMoving }: SearchOptions,
): Promise<boolean> {
  const prefix = registeredPrefix(definition);
  if (prefix === null) return false;
  const hasHosts = domainSources(definition).includes('website');
  const site = (row: 'staged' | 'found') =>
    hasHosts
      ? sql`${sql.identifier(row)}.${sql.identifier(domainColumn('website'))}`
      : sql`host_key(${sql.identifier(row)}.website)`;
  const shape: Shape = {
    table: sql.identifier(databaseName(definition)),
    isRegistered: (row) => sql`starts_with(${sql.identifier(row)}.canonical_key, ${prefix})`,
    keepsKey: (row) => sql`not exists (select from ${REKEYED} noted where noted.id = ${sql.identifier(row)}.id)`,
    site: (row) => (row === 'found' || columns.includes('website') ? site(row) : sql`null::text`),
    staged: (field) => (columns.includes(field) ? sql`staged.${sql.identifier(field)}` : sql`null::text`),
    hasNames: columns.includes('name') && columns.includes('country'),
    columns,
  };
  if (columns.includes('registry_id')) await noteTaken(transaction, shape);
  return moveUnnumbered(transaction, shape, onMoving);
}

/** Notes stored rows without a number that a staged row with one takes over. */
async function noteTaken(transaction: Transaction, shape: Shape): Promise<void> {
  const { table, isRegistered, keepsKey } = shape;
  const isNew = sql`${isRegistered('staged')} and not exists (
    select from ${table} stored where stored.canonical_key = staged.canonical_key)`;
  const { rows } = await transaction.execute(sql`select from ${STAGED} staged where ${isNew} limit 1`);
  if (rows.length === 0) return;
  const isFree = (row: string) => sql`not ${isRegistered(row)} and ${keepsKey(row)}`;
  await notePairs(transaction, shape, { isSought: isNew, isFound: isFree });
  await transaction.execute(sql`
    insert into ${REKEYED} select pair.id, staged.canonical_key
    from ${PAIRS} pair join ${STAGED} staged on staged.line = pair.line on conflict do nothing`);
}

/** Gives staged rows without a number the key of the stored row of a register that they are. */
async function moveUnnumbered(transaction: Transaction, shape: Shape, onMoving: SearchOptions['onMoving']): Promise<boolean> {
  const { table, isRegistered, keepsKey, columns } = shape;
  // Most installations have no rows of registers, and this one is answered by a partial index.
  const { rows } = await transaction.execute(sql`select from ${table} where registry_id is not null limit 1`);
  if (rows.length === 0) return false;
  const isUnknown = sql`not ${isRegistered('staged')}
    and not exists (select from ${table} stored where stored.canonical_key = staged.canonical_key and ${keepsKey('stored')})
    and not exists (select from ${REKEYED} noted where noted.key = staged.canonical_key)`;
  await notePairs(transaction, shape, {
    isSought: isUnknown,
    isFound: (row) => sql`${isRegistered(row)} and ${keepsKey(row)}`,
  });
  const { rows: any } = await transaction.execute(sql`select from ${PAIRS} limit 1`);
  if (any.length === 0) return false;
  await onMoving?.(transaction);
  // Cells of the better key that the file leaves blank stay.
  const kept = ['registry', 'registry_id', 'website', domainColumn('website')].filter((column) => columns.includes(column));
  const sets = kept.map(
    (column) => sql`, ${sql.identifier(column)} = coalesce(staged.${sql.identifier(column)}, stored.${sql.identifier(column)})`,
  );
  await transaction.execute(sql`
    update ${STAGED} staged set canonical_key = stored.canonical_key, next_key = null ${sql.join(sets, sql``)}
    from ${PAIRS} pair join ${table} stored on stored.id = pair.id where pair.line = staged.line`);
  return true;
}

interface Sought {
  /** Of a staged row. */
  readonly isSought: SQL;
  /** Of a stored row. */
  readonly isFound: (row: string) => SQL;
}

/** Notes which staged row is which stored one, where nothing contradicts it and no other row could be meant. */
async function notePairs(transaction: Transaction, shape: Shape, { isSought, isFound }: Sought): Promise<void> {
  const { table, staged, hasNames } = shape;
  const [site, foundSite] = [shape.site('staged'), shape.site('found')];
  const [country, name] = [staged('country'), staged('name')];
  const isOtherCountry = sql`lower(${country}) <> lower(found.country)`;
  const isOtherSite = sql`${site} <> ${foundSite}`;
  const bare = (text: SQL) => sql`name_key(${text}, true)`;
  const whole = (text: SQL) => sql`name_key(${text}, false)`;
  // A name without a legal form fits each; two forms are two companies.
  const isSameForm = sql`(${whole(name)} = ${whole(sql`found.name`)} or ${whole(name)} = ${bare(name)}
    or ${whole(sql`found.name`)} = ${bare(sql`found.name`)})`;
  await transaction.execute(sql`drop table if exists ${PAIRS}`);
  // The host of a site that many share never stands alone in a key. Of several rows at one site, the one of the name counts.
  const isSameName = sql`coalesce(${bare(name)} = ${bare(sql`found.name`)} and ${isSameForm}, false)`;
  const bySite = sql`
    select staged.line, staged.canonical_key as key, found.id, (${isOtherCountry}) is not true as fits,
      case when ${isSameName} then 0 else 1 end as way
    from ${STAGED} staged join ${table} found on ${foundSite} = ${site}
    where ${isSought} and ${isFound('found')}
      and (staged.canonical_key = 'website:' || ${site} or found.canonical_key = 'website:' || ${site})`;
  // All rows of the name count, those too that may not be taken: among several, none is sure.
  const byName = sql`
    select staged.line, staged.canonical_key, found.id,
      ${isFound('found')} and (${isOtherSite}) is not true and ${isSameForm}, 2
    from ${STAGED} staged join ${table} found on name_key(found.name, true) = ${bare(name)} and lower(found.country) = lower(${country})
    where ${isSought}`;
  await transaction.execute(sql`
    create temporary table ${PAIRS} on commit drop as
    with candidates as materialized (${bySite} ${hasNames ? sql`union all ${byName}` : sql``}),
    counted as (
      select *, min(way) filter (where fits) over (partition by line) as best, count(*) over (partition by line, way) as rows_of_way
      from candidates
    ), ranked as (
      select *, min(way) over (partition by id) as best_of_row from counted where fits and way = best and rows_of_way = 1
    )
    select line, id from (
      select line, id, min(key) over (partition by id) as first_key, max(key) over (partition by id) as last_key
      from ranked where way = best_of_row
    ) pairs where first_key = last_key`);
}
