/**
 * What feeding a copy says to the engine. Whatever stores or changes rows asks in the same statement whether its feeder is still the
 * newest: one that lost its lease, and wakes up late, stores nothing.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { copiedColumns } from './copied-columns.ts';
import {
  everywhere,
  isStagedAsJson,
  type Layout,
  MARKS,
  PURGES,
  quoted,
  STILL,
  tableIn,
  UNPATCHED,
  wholeTable,
} from './copy-ddl.ts';
import { acrossShards, FEEDERS, REACHED, stageName, wordsName } from './copy-names.ts';
import type { EngineStatement } from './engine-client.ts';

/** The type of columns of words. */
const WORDS = 'Array(String)';

export interface CopyOf {
  readonly layout: Layout;
  readonly copy: string;
  readonly epoch: string;
}

export function createCopyStatements({ layout, copy, epoch }: CopyOf) {
  const [own, stage, words] = [copy, stageName(copy), wordsName(copy)].map((name) => tableIn(layout, name));
  const [reached, feeders, marks, purges, unpatched] = [REACHED, FEEDERS, MARKS, PURGES, UNPATCHED].map((name) =>
    tableIn(layout, name),
  );
  const whole = wholeTable(layout, copy);
  const wholeStage = wholeTable(layout, stageName(copy));
  const every = everywhere(layout);
  /** Statements of this copy's feeders are found by it among those that run. */
  const remark = `/* leadloom feeds ${copy} by `;
  const isNewest = `(select argMax(epoch, (number, epoch)) from ${feeders} where copy = {copy:String}) = {epoch:UUID}`;
  const staged = 'epoch = {epoch:UUID} and batch = {batch:UInt32}';
  const say = (text: string, more: Readonly<Record<string, string | number>> = {}): EngineStatement => ({
    text: `${remark}${epoch} */ ${text}`,
    parameters: { copy, epoch, ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)])) },
  });

  /** Those of other feeders. */
  const others = (text: string): EngineStatement => ({
    text: `${text} where position(query, {remark:String}) > 0 and position(query, {epoch:String}) = 0`,
    parameters: { remark, epoch },
  });

  return {
    // Taking over.
    becomeNewest: () =>
      say(
        `insert into ${feeders} (copy, epoch, number)
          select {copy:String}, {epoch:UUID}, max(number) + 1 from ${feeders} where copy = {copy:String}`,
      ),
    syncFeeders: () => (layout.cluster === null ? null : say(`system sync replica${every} ${feeders}`)),
    endOthers: () => others(`kill query${every}`),
    others: () => others(`select count() from ${machines(layout, 'processes')}`),
    /** Whether this feeder is the newest, whether a mark is there, up to which version rows may lack, and how many tables there are. */
    state: (markEpoch: string, mark: number) =>
      say(
        `select toUInt8(${isNewest}),
          (select count() from ${marks} where copy = {copy:String} and epoch = {markEpoch:UUID} and mark = {mark:UInt64}),
          (select max(version) from ${purges} where copy = {copy:String}),
          (select count() from system.tables where database = {database:String} and name in ({copy:String}, {stage:String}, {words:String}))`,
        { markEpoch, mark, database: layout.database, stage: stageName(copy), words: wordsName(copy) },
      ),
    stagedEpochs: () => say(`select distinct toString(epoch) from ${wholeStage}`),
    dropStaged: (of: string) => say(`alter table ${stage}${every} drop partition '${of}'`),
    /** Removes what was stored after a mark, and opens again what was closed after a version for rows that are then missing. */
    rollBack: (version: number, mark: number) => [
      say(
        `delete from ${own}${every} where since > {version:UInt64} and changed_in > {mark:UInt64} and ${isNewest}
          settings lightweight_delete_mode = 'lightweight_update_force'`,
        { version, mark },
      ),
      say(
        `update ${own}${every} set until = ${STILL} where until > {version:UInt64} and until < ${STILL} and (id, since) in (
          select id, max(since) from ${own} where until > {version:UInt64} and id in (
            select id from ${own} where until > {version:UInt64} and until < ${STILL}
          ) group by id having max(until) < ${STILL}
        ) and ${isNewest}`,
        { version },
      ),
    ],
    forget: () =>
      [REACHED, MARKS, PURGES, UNPATCHED].map((name) =>
        say(`delete from ${tableIn(layout, name)}${every} where copy = {copy:String} settings lightweight_deletes_sync = 2`),
      ),

    // A batch.
    /** What rows are inserted into. */
    stageTarget: `${layout.database}.${layout.cluster === null ? stageName(copy) : acrossShards(stageName(copy))}`,
    staged: (batch: number) => say(`select count(), max(changed_in) from ${wholeStage} where ${staged}`, { batch }),
    close: (batch: number, version: number) =>
      say(
        `update ${own}${every} set until = {version:UInt64}
          where id in (select id from ${stage} where ${staged}) and since < {version:UInt64} and until = ${STILL} and ${isNewest}`,
        { batch, version },
      ),
    store: (definition: TableDefinition, batch: number, version: number) => {
      const columns = copiedColumns(definition);
      const names = ['id', ...columns.map(({ name }) => quoted(name))].join(', ');
      const cells = ['id', ...columns.map(({ name, type }) => unstaged(name, type))].join(', ');
      return say(
        `insert into ${whole} (${names}, since, until)
          select ${cells}, {version:UInt64}, ${STILL} from ${wholeStage} where ${staged} and ${isNewest}`,
        { batch, version },
      );
    },
    /** null: the table has no column of words. */
    storeWords: (definition: TableDefinition, batch: number) => {
      const pairs = wordColumns(definition).map((name) => `('${name}', groupUniqArrayArray(${unstaged(name, WORDS)}))`);
      if (pairs.length === 0) return null;
      return say(
        `insert into ${wholeTable(layout, wordsName(copy))} (filter, word)
          select pair.1, arrayJoin(pair.2) from (
            select arrayJoin([${pairs.join(', ')}]) as pair from ${wholeStage} where ${staged} and ${isNewest}
          )`,
        { batch },
      );
    },
    mark: (mark: number) =>
      say(`insert into ${marks} (copy, epoch, mark) select {copy:String}, {epoch:UUID}, {mark:UInt64}`, { mark }),
    publish: (version: number) =>
      say(
        `insert into ${reached} (copy, epoch, version) select {copy:String}, {epoch:UUID}, {version:UInt64} where ${isNewest}`,
        {
          version,
        },
      ),

    // Patches.
    /** The patches that are there, by machine and name. They stay for a while after they were applied. */
    patches: () =>
      say(
        `select concat(hostName(), ' ', name) from ${machines(layout, 'parts')} where database = {database:String} and table = {own:String}
          and active and startsWith(partition_id, 'patch-')`,
        { database: layout.database, own: copy },
      ),
    applyPatches: () => say(`alter table ${own}${every} apply patches settings mutations_sync = 2`),
    noteUnpatched: (version: number) =>
      say(
        `insert into ${unpatched} (copy, epoch, version) select {copy:String}, {epoch:UUID}, {version:UInt64} where ${isNewest}`,
        {
          version,
        },
      ),

    // Removing.
    /** The newest version that was published so long ago, how many rows were closed up to it, and how many rows there are. */
    purgeable: (seconds: number) =>
      say(
        `with (select max(version) from ${reached} where copy = {copy:String} and at <= now64(3) - {seconds:UInt32}) as kept
          select kept, countIf(until <= kept), count() from ${whole}`,
        { seconds },
      ),
    notePurge: (version: number) =>
      say(`insert into ${purges} (copy, version) select {copy:String}, {version:UInt64} where ${isNewest}`, { version }),
    purge: (version: number) =>
      say(`alter table ${own}${every} delete where until <= {version:UInt64} settings mutations_sync = 2`, { version }),
    /** Marks and publications before the newest ones. */
    forgetBefore: (mark: number, version: number) => [
      say(`delete from ${marks}${every} where copy = {copy:String} and mark < {mark:UInt64}`, { mark }),
      say(`delete from ${unpatched}${every} where copy = {copy:String} and version < {version:UInt64}`, { version }),
      say(`delete from ${reached}${every} where copy = {copy:String} and version < {version:UInt64} and at < now64(3) - 86400`, {
        version,
      }),
    ],
    /** Whether the copy has shown a version, or a later one, for some time. */
    isShownFor: (version: number, seconds: number) =>
      say(
        `select toUInt8(count() > 0) from ${reached}
          where copy = {copy:String} and version >= {version:UInt64} and at <= now64(3) - {seconds:UInt32}`,
        { version, seconds },
      ),
    now: () => say('select toString(now())'),
    /** Files of the copy that were replaced before a time and are still there. */
    replacedBefore: (time: string) =>
      say(
        `select count() from ${machines(layout, 'parts')} where database = {database:String} and table in ({own:String}, {words:String})
          and not active and remove_time <= toDateTime({time:String})`,
        { database: layout.database, own: copy, words: wordsName(copy), time },
      ),
    /** Words that no other rows have than those of an erasure. */
    eraseWords: (column: string, ids: readonly number[]) => {
      const erased = `id in ${idList(ids)} and until < ${STILL}`;
      return say(
        `alter table ${words}${every} delete where filter = {column:String}
          and word in (select arrayJoin(${quoted(column)}) from ${whole} where ${erased})
          and word not in (select arrayJoin(${quoted(column)}) from ${whole} where not (${erased})
            and hasAny(${quoted(column)}, (select groupUniqArrayArray(${quoted(column)}) from ${whole} where ${erased})))
          settings mutations_sync = 2, allow_nondeterministic_mutations = 1`,
        { column },
      );
    },
    eraseRows: (ids: readonly number[]) =>
      say(`alter table ${own}${every} delete where id in ${idList(ids)} and until < ${STILL} settings mutations_sync = 2`),
  };
}

export type CopyStatements = ReturnType<typeof createCopyStatements>;

export function wordColumns(definition: TableDefinition): readonly string[] {
  return copiedColumns(definition).flatMap(({ name, isWords }) => (isWords === true ? [name] : []));
}

/** A table of the system, of all machines. */
function machines({ cluster }: Layout, name: string): string {
  return cluster === null ? `system.${name}` : `clusterAllReplicas(${quoted(cluster)}, system.${name})`;
}

/** A cell of the stage as the copy has it. */
function unstaged(name: string, type: string): string {
  return isStagedAsJson(type) ? `JSONExtract(${quoted(name)}, '${type}')` : quoted(name);
}

function idList(ids: readonly number[]): string {
  return `(${ids.map((id) => String(id)).join(', ')})`;
}
