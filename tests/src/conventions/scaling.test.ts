import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storedKinds } from '@leadloom/server/modules/storage/storage-limits';
import { databaseName } from '@leadloom/server/schema/data-table';
import { startTestServer } from '@leadloom/server/testing/test-server';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { beforeAll, describe, expect, it } from 'vitest';

const EVERYWHERE = 'everywhere';

interface Key {
  readonly table: string;
  readonly name: string;
  /** Of the table itself. */
  readonly columns: readonly string[];
  /** The table a foreign key goes to; null for a unique key. */
  readonly target: string | null;
}

/** What each line of the list under a heading says, without backticks. */
function listUnder(heading: string, text: string): string[][] {
  const section = text.split(`\n### ${heading}\n`)[1]?.split(/\n##+ /)[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('- '));
  return lines.map((line) =>
    line
      .slice(2)
      .split(' · ')
      .map((part) => part.replaceAll('`', '').trim()),
  );
}

/** Represents all of them: a migration creates the same for each data table. */
const EACH = 'each data table';
const dataTables = tableNames.map((name) => databaseName(tableByName(name)));

/** Those whose bytes are counted for each account: a function of the database makes the same for each. */
const EACH_COUNTED = 'each counted table';
const countedTables = Object.values(storedKinds).flat();

/** The first two parts of each line: a table, and its obstacle; `…` is the name of each of the tables. */
function namesUnder(heading: string, text: string): string[] {
  return listUnder(heading, text)
    .flatMap(([table = '', name = '']) => {
      const tables = table === EACH ? dataTables : table === EACH_COUNTED ? countedTables : [table];
      return tables.map((each) => `${each}.${name.replace('…', each)}`);
    })
    .sort();
}

describe('what keeps the schema from being spread over machines', () => {
  let text: string;
  let columns: Map<string, string[]>;
  let triggers: string[];
  let uniqueKeys: Key[];
  let foreignKeys: Key[];
  /** The column that a table is placed by. */
  let placed: Map<string, string>;
  const columnOf = (table: string) => placed.get(table) ?? 'nothing';

  beforeAll(async () => {
    text = await readFile(join(import.meta.dirname, '../../../docs/scaling.md'), 'utf8');
    placed = new Map(
      listUnder('Placement', text).flatMap(([column = '', tables = '']) =>
        tables
          .split(', ')
          .flatMap((table) => (table === EACH ? dataTables : [table]).map((each): [string, string] => [each, column])),
      ),
    );
    const server = await startTestServer();
    const { $client } = server.database;
    const ask = async <Row extends Record<string, unknown>>(statement: string) => (await $client.query<Row>(statement)).rows;
    try {
      columns = new Map(
        (
          await ask<{ name: string; columns: string[] }>(
            `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
             where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped group by 1`,
          )
        ).map(({ name, columns: names }) => [name, names]),
      );
      triggers = (
        await ask<{ name: string }>(
          `select relname || '.' || tgname as name from pg_trigger join pg_class c on c.oid = tgrelid
           where not tgisinternal and c.relnamespace = 'public'::regnamespace`,
        )
      ).map(({ name }) => name);
      uniqueKeys = await ask<Key & Record<string, unknown>>(
        `select c.relname as table, i.relname as name, null as target,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (x.indkey)) as columns
         from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
         where c.relnamespace = 'public'::regnamespace and x.indisunique`,
      );
      foreignKeys = await ask<Key & Record<string, unknown>>(
        `select c.relname as table, conname as name, f.relname as target,
           array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (conkey)) as columns
         from pg_constraint join pg_class c on c.oid = conrelid join pg_class f on f.oid = confrelid
         where contype = 'f' and connamespace = 'public'::regnamespace`,
      );
    } finally {
      await server.close();
    }
  });

  it('every table is placed once, by one of its columns or everywhere', () => {
    expect([...placed.keys()].sort()).toEqual([...columns.keys()].sort());
    const without = [...columns].filter(([table, names]) => columnOf(table) !== EVERYWHERE && !names.includes(columnOf(table)));
    expect(
      listUnder('Tables without it', text)
        .map(([table]) => table)
        .sort(),
    ).toEqual(without.map(([table]) => table).sort());
  });

  it('every trigger is listed, and no other', () => {
    expect(namesUnder('Triggers', text)).toEqual(triggers.sort());
  });

  it('every unique key without the column of its table’s placement is listed, and no other', () => {
    const inTheWay = uniqueKeys.filter(
      ({ table, columns: names }) => columnOf(table) !== EVERYWHERE && !names.includes(columnOf(table)),
    );
    expect(inTheWay.length).toBeGreaterThan(0);
    expect(namesUnder("Unique keys without the column of their table's placement", text)).toEqual(
      inTheWay.map(({ table, name }) => `${table}.${name}`).sort(),
    );
  });

  it('every foreign key to a table that is placed, without its column, is listed, and no other', () => {
    const inTheWay = foreignKeys.filter(
      ({ target, columns: names }) => columnOf(target ?? '') !== EVERYWHERE && !names.includes(columnOf(target ?? '')),
    );
    expect(namesUnder('Foreign keys without it', text)).toEqual(inTheWay.map(({ table, name }) => `${table}.${name}`).sort());
  });
});
