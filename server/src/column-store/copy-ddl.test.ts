import { tables } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { createCopyTables, createDatabase, createSharedTables, dropCopyTables, type Layout } from './copy-ddl.ts';
import { copyName } from './copy-names.ts';
import { createCopyStatements } from './copy-statements.ts';

const { companies } = tables;
const copy = copyName(companies);
const alone: Layout = { database: 'leadloom', cluster: null, isReplicated: false };
const cluster: Layout = { database: 'leadloom', cluster: 'three', isReplicated: true };
const all = (layout: Layout) => [createDatabase(layout), ...createSharedTables(layout), ...createCopyTables(layout, companies)];

describe('the tables of a column store', () => {
  it('on one machine are plain, each row by its id', () => {
    const statements = all(alone);
    expect(statements.join('\n')).not.toMatch(/on cluster|Replicated|Distributed/);
    const made = statements.find((statement) => statement.startsWith(`create table if not exists "leadloom"."${copy}" (`));
    expect(made).toContain(
      'engine = MergeTree order by id partition by intDiv(id, 1048576) settings enable_block_number_column = 1',
    );
    expect(made).toContain('"search_query__words" Array(String)');
    expect(made).toContain(`index "search_query__words__index" "search_query__words" type text(tokenizer = 'array')`);
    expect(made).toContain('since UInt64, until UInt64');
  });

  it('in a cluster are on every shard, with a table over all of them', () => {
    const statements = all(cluster);
    for (const statement of statements) expect(statement).toContain('on cluster "three"');
    expect(statements.join('\n')).toContain(
      `create table if not exists "leadloom"."${copy}_all" on cluster "three" as "leadloom"."${copy}" engine = Distributed("three", "leadloom", "${copy}", intHash64(id))`,
    );
    expect(statements.join('\n')).toContain(
      `engine = ReplicatedMergeTree('/clickhouse/tables/leadloom/{shard}/${copy}', '{replica}') order by id`,
    );
    // Small tables have all of their rows on every machine.
    expect(statements.join('\n')).toContain(
      "engine = ReplicatedMergeTree('/clickhouse/tables/leadloom/feeders', '{shard}-{replica}') order by copy",
    );
    expect(dropCopyTables(cluster, copy)).toHaveLength(6);
    expect(dropCopyTables(alone, copy)).toHaveLength(3);
  });

  it('are changed on every shard by its own part, and filled through the table over all', () => {
    const say = createCopyStatements({ layout: cluster, copy, epoch: '0192d1f0-0000-4000-8000-000000000000' });
    const batch = say.close(1, 2).text.replaceAll(/\s+/g, ' ');
    expect(batch).toContain(
      `update "leadloom"."${copy}" on cluster "three" set until = {version:UInt64} where id in (select id from "leadloom"."${copy}_stage"`,
    );
    expect(say.store(companies, 1, 2).text).toContain(`insert into "leadloom"."${copy}_all"`);
    expect(say.stageTarget).toBe(`leadloom.${copy}_stage_all`);
    for (const { text } of [say.purge(1), say.eraseRows([1]), ...say.rollBack(1, 1)])
      expect(text).toContain('on cluster "three"');
  });

  it('whatever stores or changes rows asks whether its feeder is the newest', () => {
    const say = createCopyStatements({ layout: alone, copy, epoch: '0192d1f0-0000-4000-8000-000000000000' });
    const guarded = [
      say.close(1, 2),
      say.store(companies, 1, 2),
      say.storeWords(companies, 1),
      say.publish(1),
      ...say.rollBack(1, 1),
    ];
    for (const statement of guarded)
      expect(statement?.text).toContain(
        '(select argMax(epoch, (number, epoch)) from "leadloom"."feeders" where copy = {copy:String}) = {epoch:UUID}',
      );
  });
});
