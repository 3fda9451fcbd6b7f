/**
 * Which rows of a table a workspace's CRMs have, as bits: filters by CRMs then look up a bit, and the records are not compared with
 * all rows for each question. What was read is kept until the records change; rows that changed since are compared again. So the bits
 * are those of the moment at which they are asked for.
 */
import { createHash } from 'node:crypto';
import type { Condition } from '@leadloom/shared/tables/conditions/condition';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { sql } from 'drizzle-orm';
import { createBoundedCache } from '../../../cache/bounded-cache.ts';
import { type SharedRead, shareRead } from '../../../database/abortable-reads.ts';
import type { Connection } from '../../../database/database.ts';
import type { WorkspaceId } from '../../../http/workspace-id.ts';
import { databaseName } from '../../../schema/data-table.ts';
import { addRows, type ChunkSets, withoutRows } from './chunk-sets.ts';
import type { CrmKnown, CrmTest } from './crm-known.ts';
import { heldRows, recordsState } from './crm-sql.ts';

/** Bytes of ids that are kept, and of bits, of all workspaces. */
const ALL_IDS_LIMIT = 64 * 1024 * 1024;
const ALL_BITS_LIMIT = 32 * 1024 * 1024;
/** Larger answers are not kept: the database compares records and rows itself. */
const ROWS_LIMIT = 1_000_000;
const GROUPS_LIMIT = 20_000;
/** When more rows changed, all are compared again. */
const CHANGED_LIMIT = 5_000;
/** Bytes of an id, as `int8send` writes it. */
const ID_BYTES = 8;
const GROUP_BYTES = 200;

export type CrmRows = ReturnType<typeof createCrmRows>;

/** The rows whose records have an owner and a stage, in lower case. */
interface Group {
  readonly owner: string | null;
  readonly stage: string | null;
  readonly ids: Buffer;
}

interface Kept {
  /** Of the records. */
  readonly state: string;
  /** Of the table. */
  readonly version: number;
  /** null: there are too many rows. */
  readonly groups: readonly Group[] | null;
}

interface Asked {
  readonly definition: TableDefinition;
  readonly workspaceId: WorkspaceId;
}

interface Changed {
  readonly ids: readonly number[];
  readonly groups: readonly Group[];
}

export function createCrmRows(idsLimit = ALL_IDS_LIMIT, bitsLimit = ALL_BITS_LIMIT) {
  const known = createBoundedCache<Kept>(idsLimit, ({ groups }) =>
    (groups ?? []).reduce((sum, group) => sum + sizeOf(group), GROUP_BYTES),
  );
  const sets = createBoundedCache<ChunkSets>(bitsLimit, (chunks) =>
    Array.from(chunks.values()).reduce((sum, { length }) => sum + length, GROUP_BYTES),
  );
  const running = new Map<string, SharedRead<CrmKnown | null>>();

  async function readAll(connection: Connection, asked: Asked, now: Omit<Kept, 'groups'>): Promise<Kept> {
    const groups = await readGroups(connection, asked, null);
    const size = groups.reduce((sum, { ids }) => sum + ids.length, 0);
    const kept = { ...now, groups: groups.length > GROUPS_LIMIT || size > ROWS_LIMIT * ID_BYTES ? null : groups };
    // A question that began later may have been quicker.
    if ((known.get(keyOf(asked))?.version ?? 0) <= now.version) known.set(keyOf(asked), kept);
    return kept;
  }

  async function read(
    connection: Connection,
    asked: Asked,
    tests: readonly CrmTest[],
    version: number,
  ): Promise<CrmKnown | null> {
    const state = await readState(connection, asked.workspaceId);
    const old = known.get(keyOf(asked));
    const isUsable = old?.state === state && old.version <= version;
    if (isUsable && old.groups === null) return null;
    const changed = isUsable ? await readChanged(connection, asked, old.version) : null;
    const kept = isUsable && changed !== null ? old : await readAll(connection, asked, { state, version });
    const { groups } = kept;
    if (groups === null) return null;
    const rows = new Map<string, ChunkSets>();
    for (const test of tests) {
      const name = JSON.stringify(test);
      const isAsked = await askedGroups(connection, test);
      const key = `${keyOf(asked)} ${state} ${kept.version} ${name}`;
      const all = sets.get(key) ?? rowsOf(groups.filter(isAsked), new Map());
      sets.set(key, all);
      rows.set(name, changed === null ? all : rowsOf(changed.groups.filter(isAsked), withoutRows(all, changed.ids)));
    }
    return { tableName: databaseName(asked.definition), state, version, rows };
  }

  return {
    /**
     * What CRMs have for a condition's tests; null: it has no such test, or there are too many rows.
     * @param connection a transaction that sees one moment
     * @param version of the table at this moment
     */
    async read(
      connection: Connection,
      {
        definition,
        asker,
      }: { readonly definition: TableDefinition; readonly asker: { readonly workspaceId: WorkspaceId } | null },
      condition: Condition,
      version: number,
    ): Promise<CrmKnown | null> {
      const tests = crmTests(condition);
      if (tests.length === 0 || asker === null) return null;
      return read(connection, { definition, workspaceId: asker.workspaceId }, tests, version);
    },

    /** The same, once for all who ask for it at a time. @param database where nothing is older than the version */
    async readSoon(database: Connection, asked: Asked, condition: Condition, version: number): Promise<CrmKnown | null> {
      const tests = crmTests(condition);
      if (tests.length === 0) return null;
      const name = JSON.stringify([keyOf(asked), tests, version]);
      const started = running.get(name);
      if (started !== undefined && !started.isAbandoned()) return started.join();
      const shared = shareRead(() =>
        read(database, asked, tests, version).finally(() => {
          if (running.get(name) === shared) running.delete(name);
        }),
      );
      running.set(name, shared);
      return shared.join();
    },
  };
}

function keyOf({ definition, workspaceId }: Asked): string {
  return `${workspaceId} ${definition.name}`;
}

function sizeOf({ owner, stage, ids }: Group): number {
  return ids.length + 2 * ((owner?.length ?? 0) + (stage?.length ?? 0)) + GROUP_BYTES;
}

/** Tests within conditions about linked rows are about other rows. */
export function crmTests(condition: Condition): readonly CrmTest[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(crmTests);
    case 'not':
      return crmTests(condition.of);
    case 'crm':
      return [condition];
    default:
      return [];
  }
}

async function readState(connection: Connection, workspaceId: WorkspaceId): Promise<string> {
  const { rows } = await connection.execute<{ state: string }>(sql`select ${recordsState(workspaceId)} as state`);
  return createHash('sha256')
    .update(rows[0]?.state ?? '')
    .digest('base64url');
}

/** null: too many rows changed. */
async function readChanged(connection: Connection, asked: Asked, since: number): Promise<Changed | null> {
  const table = sql.identifier(databaseName(asked.definition));
  const { rows } = await connection.execute<{ id: string }>(
    sql`select id from ${table} where changed_in > ${since}::bigint order by changed_in limit ${sql.raw(String(CHANGED_LIMIT + 1))}`,
  );
  if (rows.length > CHANGED_LIMIT) return null;
  const ids = rows.map(({ id }) => Number(id));
  return { ids, groups: ids.length === 0 ? [] : await readGroups(connection, asked, ids) };
}

/** One row and one group more than are kept tell that there are too many. @param ids of the rows to compare; null: all */
async function readGroups(
  connection: Connection,
  { definition, workspaceId }: Asked,
  ids: readonly number[] | null,
): Promise<readonly Group[]> {
  const { rows } = await connection.execute<Record<string, unknown> & Group>(
    sql`select owner, stage, string_agg(int8send(id), '') as ids
      from (${heldRows(definition, workspaceId, ids)} limit ${sql.raw(String(ROWS_LIMIT + 1))}) held group by owner, stage
      limit ${sql.raw(String(GROUPS_LIMIT + 1))}`,
  );
  return rows.map(({ owner, stage, ids: found }) => ({ owner, stage, ids: found }));
}

/** Values are lowered by the database, because its rules differ from JavaScript's. */
async function askedGroups(connection: Connection, test: CrmTest): Promise<(group: Group) => boolean> {
  if (test.by === 'record') return () => true;
  const { by } = test;
  const { rows } = await connection.execute<{ values: readonly string[] }>(
    sql`select lower_items(${sql.param(test.values)}::text[]) as values`,
  );
  const values = new Set(rows[0]?.values);
  return ({ [by]: value }) => value !== null && values.has(value);
}

/** @param chunks are added to */
function rowsOf(groups: readonly Group[], chunks: Map<number, Uint8Array>): ChunkSets {
  for (const { ids } of groups) addRows(chunks, ids);
  return chunks;
}
