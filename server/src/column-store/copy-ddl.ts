/**
 * The tables of the column store: for each copy the copy itself, its stage and its words, and a few that all copies share. On one
 * machine they are plain tables. In a cluster each shard has its own part of a copy, and the shared tables are the same everywhere.
 *
 * A row of a copy is of the versions from `since` up to, and without, `until`. Changing a row closes it and adds another one. So
 * that closing writes only the new ends, parts know the numbers of their blocks: `UPDATE` then writes patch parts.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { copiedColumns } from './copied-columns.ts';
import { acrossShards, copyName, FEEDERS, REACHED, stageName, wordsName } from './copy-names.ts';

/** `copy, epoch, mark`: up to which change a feeder had stored rows. One that PostgreSQL knows and this table lacks was lost. */
export const MARKS = 'marks';
/** `copy, version, at`: versions before this one may lack rows. Written before any row is removed. */
export const PURGES = 'purges';

/** `copy, epoch, version`: no row of a published version is patched, see `feed-patches.ts`. */
export const UNPATCHED = 'unpatched';

/** The end of a row that is still so: the highest `UInt64`. */
export const STILL = '18446744073709551615';

/** Rows of a partition: rewriting one, as an erasure does, takes seconds. */
const PARTITION_ROWS = 1_048_576;

export interface Layout {
  readonly database: string;
  /** null: one machine. */
  readonly cluster: string | null;
  /** Whether a shard of the cluster has more than one machine. */
  readonly isReplicated: boolean;
}

/** What was acknowledged survives a loss of power, and what a merge or an erasure replaced is gone after a minute. */
const DURABLE = [
  'fsync_after_insert = 1',
  'fsync_part_directory = 1',
  'min_compressed_bytes_to_fsync_after_merge = 1',
  'old_parts_lifetime = 60',
  'cleanup_delay_period = 10',
  'max_cleanup_delay_period = 20',
  'cleanup_delay_period_random_add = 2',
];
const PATCHED = ['enable_block_number_column = 1', 'enable_block_offset_column = 1'];

export function quoted(name: string): string {
  return `"${name}"`;
}

/** A table by its full name, so that no statement depends on the database of its session. */
export function tableIn({ database }: Pick<Layout, 'database'>, name: string): string {
  return `${quoted(database)}.${quoted(name)}`;
}

/** The table over all shards, or the table itself on one machine. */
export function wholeTable(layout: Layout, name: string): string {
  return tableIn(layout, layout.cluster === null ? name : acrossShards(name));
}

/** What follows the table's name in statements that every machine carries out. */
export function everywhere({ cluster }: Layout): string {
  return cluster === null ? '' : ` on cluster ${quoted(cluster)}`;
}

export function createDatabase(layout: Layout): string {
  return `create database if not exists ${quoted(layout.database)}${everywhere(layout)}`;
}

/** The tables that all copies share. They are small, and each machine has all of their rows. */
export function createSharedTables(layout: Layout): readonly string[] {
  const shared = (name: string, columns: string) =>
    `create table if not exists ${tableIn(layout, name)}${everywhere(layout)} (${columns}, at DateTime64(3) default now64(3)) ` +
    `engine = ${sharedEngine(layout, name)} order by copy settings ${DURABLE.join(', ')}`;
  return [
    shared(REACHED, 'copy String, epoch UUID, version UInt64'),
    shared(FEEDERS, 'copy String, epoch UUID, number UInt64'),
    shared(MARKS, 'copy String, epoch UUID, mark UInt64'),
    shared(PURGES, 'copy String, version UInt64'),
    shared(UNPATCHED, 'copy String, epoch UUID, version UInt64'),
  ];
}

/** The copy, its stage and its words. */
export const COPY_TABLES = 3;

/** The tables of one copy. */
export function createCopyTables(layout: Layout, definition: TableDefinition): readonly string[] {
  const copy = copyName(definition);
  const columns = copiedColumns(definition);
  const cells = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  const indexes = columns.flatMap(({ name, isWords }) =>
    isWords === true
      ? [`index ${quoted(`${name}__index`)} ${quoted(name)} type text(tokenizer = 'array') granularity 100000000`]
      : [],
  );
  const tables = [
    {
      name: copy,
      columns: ['id Int64', ...cells, 'since UInt64', 'until UInt64', ...indexes],
      engine: ownEngine(layout, copy),
      order: `id partition by intDiv(id, ${PARTITION_ROWS})`,
      settings: [...PATCHED, ...DURABLE],
      shard: 'intHash64(id)',
    },
    {
      // A feeder drops its own part of the stage, and the next one what others left.
      name: stageName(copy),
      columns: [
        'epoch UUID',
        'batch UInt32',
        'id Int64',
        ...columns.map(({ name, type }) => `${quoted(name)} ${stagedType(type)}`),
      ],
      engine: ownEngine(layout, stageName(copy)),
      order: '(batch, id) partition by epoch',
      // Rows stay here for a moment: one file for all columns, not compressed.
      settings: ['min_bytes_for_wide_part = 1000000000', "default_compression_codec = 'NONE'", 'old_parts_lifetime = 10'],
      shard: 'intHash64(id)',
    },
    {
      name: wordsName(copy),
      columns: ['filter LowCardinality(String)', 'word String'],
      engine: ownEngine(layout, wordsName(copy), 'ReplacingMergeTree'),
      order: '(filter, word)',
      settings: DURABLE,
      shard: 'cityHash64(word)',
    },
  ];
  return tables.flatMap(({ name, columns: list, engine, order, settings, shard }) => [
    `create table if not exists ${tableIn(layout, name)}${everywhere(layout)} (${list.join(', ')}) ` +
      `engine = ${engine} order by ${order} settings ${settings.join(', ')}`,
    ...(layout.cluster === null
      ? []
      : [
          `create table if not exists ${wholeTable(layout, name)}${everywhere(layout)} as ${tableIn(layout, name)} ` +
            `engine = Distributed(${quoted(layout.cluster)}, ${quoted(layout.database)}, ${quoted(name)}, ${shard})`,
        ]),
  ]);
}

/** Lists are staged as the JSON that PostgreSQL made of them. */
export function isStagedAsJson(type: string): boolean {
  return type.startsWith('Array');
}

function stagedType(type: string): string {
  if (isStagedAsJson(type)) return 'String';
  const [, plain = type] = /^LowCardinality\((.*)\)$/.exec(type) ?? [];
  return plain;
}

/** @param copy of a layout that this server may not know */
export function dropCopyTables(layout: Layout, copy: string): readonly string[] {
  const names = [copy, stageName(copy), wordsName(copy)];
  const all = layout.cluster === null ? names : [...names.map(acrossShards), ...names];
  return all.map((name) => `drop table if exists ${tableIn(layout, name)}${everywhere(layout)} sync`);
}

/** Machines are told apart by the macros `shard` and `replica`, which a cluster's configuration defines for each. */
function sharedEngine({ cluster, database }: Layout, name: string): string {
  return cluster === null ? 'MergeTree' : `ReplicatedMergeTree('/clickhouse/tables/${database}/${name}', '{shard}-{replica}')`;
}

function ownEngine({ isReplicated, database }: Layout, name: string, kind = 'MergeTree'): string {
  return isReplicated ? `Replicated${kind}('/clickhouse/tables/${database}/{shard}/${name}', '{replica}')` : kind;
}
