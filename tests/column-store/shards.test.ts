/**
 * Copies that are spread over three shards answer what one table answers. The shards are of one process, which is all that a
 * package of the engine can be: no network between them, no Keeper, and no replicas.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCopyTables } from '@leadloom/server/column-store/copy-ddl';
import { copyName, wordsName } from '@leadloom/server/column-store/copy-names';
import { engineOrder } from '@leadloom/server/modules/tables/list/engine-order';
import { settleOrder } from '@leadloom/server/modules/tables/list/row-order';
import { accountIdOf, createVerifiedAccount } from '@leadloom/server/testing/accounts';
import { loadCopy, readingOf } from '@leadloom/server/testing/load-copy';
import { type EngineScene, readEngineCounts, readEngineIds } from '@leadloom/server/testing/questions/engine-readings';
import { createRandom } from '@leadloom/server/testing/questions/random';
import { randomQuestion } from '@leadloom/server/testing/questions/random-question';
import { storeWorld } from '@leadloom/server/testing/questions/store-rows';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningEngine } from './engine/start-engine.ts';
import { createEngineDatabase, type EngineDatabase, isEngineGiven, startOwnEngine } from './testing/engine-database.ts';

const SHARDS = [1, 2, 3];
const SEED = 138;
const ROWS = 60;
const QUESTIONS = thoroughOr(300, 12);
/** A shard without port and database is a part of this process. */
const CONFIGURATION = `<clickhouse><tcp_port>9000</tcp_port><remote_servers><leadloom>${SHARDS.map(
  () => '<shard><replica><host>127.0.0.1</host></replica></shard>',
).join('')}</leadloom></remote_servers></clickhouse>`;

describe.skipIf(isEngineGiven())('three shards', () => {
  let server: TestServer;
  let folder: string;
  let engine: RunningEngine;
  let [one, spread]: EngineDatabase[] = [];
  let scenes: readonly [EngineScene, EngineScene];
  const random = createRandom(SEED);
  let world: Awaited<ReturnType<typeof storeWorld>>;

  /** A view stands for the part of the shard that it is read on, and one table for all parts. */
  async function spreadTable(own: string, all: string, table: string, shardKey: string): Promise<void> {
    const run = (text: string) => one?.client.run({ text, parameters: {} });
    for (const shard of SHARDS)
      await run(
        `insert into s${shard}."${table}" select * from "${own}"."${table}" where ${shardKey} % ${SHARDS.length} = ${shard - 1}`,
      );
    await run(`create view parts."${table}" as select * from merge(REGEXP('^s[123]$'), '^${table}$')
      where _database = concat('s', toString(shardNum()))`);
    await run(
      `create table "${all}"."${table}" as parts."${table}" engine = Distributed(leadloom, parts, "${table}", ${shardKey})`,
    );
  }

  beforeAll(async () => {
    folder = await makeTemporaryDirectory('shards');
    const file = join(folder, 'shards.xml');
    await writeFile(file, CONFIGURATION);
    [server, engine] = await Promise.all([startTestServer(), startOwnEngine([`--config-file=${file}`])]);
    one = await createEngineDatabase(engine.url);
    spread = await createEngineDatabase(engine.url);
    const { client, access } = one;
    const workspaceId = await accountIdOf(server, (await createVerifiedAccount(server)).email);
    world = await storeWorld(server, workspaceId, random, ROWS);
    for (const name of ['parts', ...SHARDS.map((shard) => `s${shard}`)])
      await client.run({ text: `create database ${name}`, parameters: {} });
    for (const definition of tableNames.map(tableByName)) {
      await loadCopy(client, server.database, definition);
      for (const shard of SHARDS)
        for (const text of createCopyTables({ database: `s${shard}`, cluster: null, isReplicated: false }, definition))
          await client.run({ text, parameters: {} });
      await spreadTable(access.database, spread.access.database, copyName(definition), 'intHash64(id)');
      await spreadTable(access.database, spread.access.database, wordsName(copyName(definition)), 'cityHash64(word)');
    }
    scenes = [
      { server, engine: client, workspaceId },
      { server, engine: spread.client, workspaceId },
    ];
  });
  afterAll(async () => {
    await Promise.all([one?.client.close(), spread?.client.close()]);
    await Promise.all([engine.remove(), server.close(), removeDirectory(folder)]);
  });

  it('each shard has some of the rows, and none has all', async () => {
    const copy = copyName(tableByName('companies'));
    const counts = await Promise.all(
      SHARDS.map((shard) => one?.client.rows({ text: `select count() from s${shard}."${copy}"`, parameters: {} })),
    );
    for (const [[count] = []] of counts.map((rows = []) => rows)) expect(Number(count)).toBeGreaterThan(ROWS / 10);
    const [[all] = []] = (await spread?.client.rows({ text: `select count() from "${copy}"`, parameters: {} })) ?? [];
    expect(counts.reduce((sum, rows) => sum + Number(rows?.[0]?.[0]), 0)).toBe(Number(all));
    expect(Number(all)).toBe(world.rows.get('companies')?.length);
  });

  it.each(tableNames)('%s: random questions have the answers of one table', async (name) => {
    const definition = tableByName(name);
    const questions = Array.from({ length: QUESTIONS }, () => randomQuestion(world, definition, random));
    const [expected, found] = [await readEngineIds(scenes[0], questions), await readEngineIds(scenes[1], questions)];
    expect(found).toEqual(expected);
    expect(found.filter((ids) => ids !== null).length).toBeGreaterThan(QUESTIONS / 2);
    for (const question of questions)
      expect(await readEngineCounts(scenes[1], question), JSON.stringify(question.sent)).toEqual(
        await readEngineCounts(scenes[0], question),
      );
  });

  it.each(tableNames)('%s: pages in any order are those of one table', async (name) => {
    const definition = tableByName(name);
    for (const { field } of definition.columns) {
      const order = engineOrder(definition, settleOrder(definition, { sort: field, order: 'desc' }), true);
      if (order === null) continue;
      const pages = scenes.map(({ engine: client }) => {
        const reading = readingOf(client);
        return reading.rows(
          sql`select id from ${reading.tableOf(definition)} where ${reading.isVisible(definition)} order by ${order.by} limit ${20} offset ${15}`,
        );
      });
      expect(await pages[1], field).toEqual(await pages[0]);
    }
  });
});
