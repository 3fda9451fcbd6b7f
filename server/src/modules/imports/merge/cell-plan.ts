/**
 * Which cells of a stored row an open source may write, as expressions of the statement that compares staged rows with stored
 * ones. A file and a person count more than a register, a register more than the row's own website, and that more than a
 * directory. So a source fills blank cells, and replaces those that it filled itself or that a lighter source filled; it makes
 * a cell blank only if it is its own. A cell that is there already stays with whom it is from.
 *
 * Cells that say one thing together, such as a register and the number in it, are written together or not at all.
 */
import { type OpenSourceId, openSourceFacts, openSourceIds, sourceWeights } from '@leadloom/shared/contract/open-source-ids';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { type SQL, sql } from 'drizzle-orm';
import { databaseName, domainColumn, rangeColumns } from '../../../schema/data-table.ts';
import type { StagedColumn } from '../staging/staging-table.ts';

export interface WritingSource {
  readonly id: OpenSourceId;
  readonly weight: (typeof sourceWeights)[number];
}

export interface CellPlan {
  readonly source: WritingSource;
  /** The cell that the stored row has afterwards. */
  readonly settled: (column: string) => SQL;
  /** Columns of the matches in addition to their own: what the source has of the row, before and afterwards. */
  readonly columns: SQL;
  /** Joins what is stored about the sources of the row. */
  readonly join: SQL;
  /** The filled cells of a row that is new, as an array of columns. */
  readonly filled: SQL;
}

/** Columns of staged records of open sources, behind the columns of their cells. */
export const RECORD_COLUMNS: readonly StagedColumn[] = [
  { name: 'record_url', type: 'text' },
  { name: 'record_as_of', type: 'date' },
  // The places of the fields, as bits, of which the record says nothing, not even that they are blank.
  { name: 'record_absent', type: 'bigint' },
  { name: 'record_is_partial', type: 'boolean' },
];

interface CellGroup {
  /** Columns of the definition. */
  readonly fields: readonly string[];
  /** The same, and those that follow from them. */
  readonly columns: readonly string[];
}

interface PlannedCells {
  /** The fields that the records may fill, in the order of the bits of `record_absent`. */
  readonly fields: readonly string[];
  /** The columns of the staged rows. */
  readonly columns: readonly string[];
}

export function planCells(definition: TableDefinition, source: WritingSource, { fields, columns }: PlannedCells): CellPlan {
  const kinds = new Map<string, ColumnDefinition>(definition.columns.map((column) => [column.field, column]));
  const groups = groupsOf(definition, columns);
  const groupOf = new Map(groups.flatMap((group) => group.columns.map((column) => [column, group] as const)));
  const cell = (row: 'staged' | 'known', column: string): SQL => sql`${sql.raw(row)}.${sql.identifier(column)}`;
  const list = (names: readonly string[]): SQL =>
    sql`array[${sql.join(
      names.map((name) => sql.raw(`'${name}'`)),
      sql`, `,
    )}]::text[]`;
  const isFilled = (row: 'staged' | 'known', group: CellGroup): SQL =>
    sql`(${sql.join(
      group.fields.map((field) => sql`${cell(row, field)} is not null`),
      sql` or `,
    )})`;
  const isIn = (held: 'own' | 'lighter', group: CellGroup): SQL => sql`matched.${sql.raw(held)} && ${list(group.fields)}`;
  const isAbsent = (group: CellGroup): SQL => {
    const bits = group.fields.flatMap((field) => (fields.includes(field) ? [1n << BigInt(fields.indexOf(field))] : []));
    const mask = sql.raw(`${bits.reduce((all, bit) => all | bit, 0n)}::bigint`);
    return sql`staged.record_absent & ${mask} = ${mask}`;
  };
  const isServers = (group: CellGroup): boolean => group.fields.every((field) => kinds.get(field)?.isSetByServer === true);
  const mayWrite = (group: CellGroup): SQL => {
    const conditions = [sql`not ${isFilled('known', group)}`, isIn('own', group), isIn('lighter', group)];
    const [field = ''] = group.fields;
    const settles = kinds.get(field)?.settles;
    if (settles === 'first') return sql`${cell('known', field)} is null`;
    if (settles === 'latest') conditions.push(sql`${cell('staged', field)} > ${cell('known', field)}`);
    return sql`(${sql.join(conditions, sql` or `)})`;
  };

  function settled(column: string): SQL {
    const group = groupOf.get(column);
    if (group === undefined) return cell('known', column);
    const [kept, said] = [cell('known', column), cell('staged', column)];
    if (isServers(group)) return sql`case when ${isAbsent(group)} then ${kept} else ${said} end`;
    const isRequired = group.fields.some((field) => kinds.get(field)?.isRequired === true);
    const blanked = isRequired ? sql`` : sql`when ${isIn('own', group)} then null`;
    return sql`case when ${isAbsent(group)} then ${kept}
      when ${isFilled('staged', group)} then case when ${mayWrite(group)} then ${said} else ${kept} end
      ${blanked} else ${kept} end`;
  }

  /** Which fields of a group are the source's afterwards. */
  function owned(group: CellGroup): readonly SQL[] {
    const differs = sql.join(
      group.fields.map((field) => sql`${cell('staged', field)} is distinct from ${cell('known', field)}`),
      sql` or `,
    );
    const isOwn = isServers(group) ? sql`true` : sql`(${isIn('own', group)} or ${mayWrite(group)} and (${differs}))`;
    return group.fields.map((field) => {
      const name = sql.raw(`'${field}'`);
      return sql`case when ${isAbsent(group)} then case when ${name} = any(matched.own) then ${name} end
        when ${cell('staged', field)} is not null and ${isOwn} then ${name} end`;
    });
  }

  const lighter = openSourceIds.filter((id) => weightOf(openSourceFacts[id].weight) > weightOf(source.weight));
  const named = groups.flatMap((group) => group.fields);
  return {
    source,
    settled,
    columns: sql`, matched.own, matched.lighter, array_remove(array[${sql.join(groups.flatMap(owned), sql`, `)}]::text[], null)
      || array(select field from unnest(matched.own) field where not field = any(${list(named)})) as ours`,
    join: sql`left join lateral (
      select coalesce(array_agg(field) filter (where held.source = ${source.id}), '{}') as own,
        coalesce(array_agg(field) filter (where held.source = any(${sql.param(lighter)}::text[])), '{}') as lighter
      from row_sources held, unnest(held.fields) field
      where held.table_name = ${databaseName(definition)} and held.row_id = known.id
    ) matched on true`,
    filled: sql`array_remove(array[${sql.join(
      named.map((field) => sql`case when ${cell('staged', field)} is not null then ${sql.raw(`'${field}'`)} end`),
      sql`, `,
    )}]::text[], null)`,
  };
}

/** Lower ones count more. */
function weightOf(weight: WritingSource['weight']): number {
  return sourceWeights.indexOf(weight);
}

function groupsOf(definition: TableDefinition, columns: readonly string[]): readonly CellGroup[] {
  const together = [
    ...rangeColumns(definition).map(({ number, range, from, to }) => [number, range, from, to]),
    ...definition.canonicalKey.flatMap((rule) =>
      'idOf' in rule && rule.isOnlyWithin === true ? [[rule.idOf, rule.within]] : [],
    ),
  ];
  const ofDefinition = definition.columns.map(({ field }) => field).filter((field) => columns.includes(field));
  const grouped = new Set(together.flat());
  const sets = [
    ...together,
    ...ofDefinition.filter((field) => !grouped.has(field) && field !== 'updated_at').map((field) => [field]),
  ];
  return sets.flatMap((names) => {
    const present = names.filter((name) => columns.includes(name));
    if (present.length === 0) return [];
    const hosts = present.map(domainColumn).filter((name) => columns.includes(name));
    return [{ fields: present.filter((name) => ofDefinition.includes(name)), columns: [...present, ...hosts] }];
  });
}
