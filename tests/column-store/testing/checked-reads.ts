/**
 * Random questions to a copy, compared with what PostgreSQL says at the same version. A reading takes the version that counts, as a
 * server does, and the answers of PostgreSQL in one transaction; then it asks the copy, while others write and are killed.
 */

import { ColumnStoreFailed } from '@leadloom/server/column-store/column-store';
import { tableIn } from '@leadloom/server/column-store/copy-ddl';
import { copyName } from '@leadloom/server/column-store/copy-names';
import type { EngineClient } from '@leadloom/server/column-store/engine-client';
import type { Database } from '@leadloom/server/database/database';
import { tables } from '@leadloom/shared/tables/tables';

export type Pool = Database['$client'];

const { companies } = tables;
const copy = copyName(companies);

export interface ReadCounts {
  readonly checked: number;
  /** Readings that found no version to read, which PostgreSQL answers. */
  readonly behind: number;
  /** The engine or the database was away. */
  readonly away: number;
  readonly versions: number;
  /** What was wrong. */
  readonly wrong: readonly string[];
}

const CITIES = ['Oslo', 'Bergen', 'Ås', 'Tromsø', 'Zürich', "L'Aquila"];
const pick = (under: number) => Math.floor(Math.random() * under);

/** Conditions that mean the same on both sides. */
function randomCondition(): string {
  const choices = [
    () => `employee_count % ${2 + pick(9)} = ${pick(3)}`,
    () => `city = '${(CITIES[pick(CITIES.length)] ?? '').replaceAll("'", "''")}'`,
    () => `id % ${2 + pick(20)} = 1`,
    () => `employee_count between ${pick(500)} and ${500 + pick(500)}`,
    () => 'city is null',
    () => `name like 'N${pick(10)}%'`,
  ];
  const one = () => choices[pick(choices.length)]?.() ?? 'true';
  return (
    [one, () => `(${one()} or ${one()})`, () => `(${one()} and not coalesce(${one()}, false))`, () => 'true'][pick(4)]?.() ??
    'true'
  );
}

/** Count, sum and the counts by city. */
const inDatabase = (condition: string) => `(
  select jsonb_build_array(count(*)::text, coalesce(sum(employee_count), 0)::text, (
    select coalesce(string_agg(city || ':' || n, ',' order by city collate "C"), '')
      from (select coalesce(city, '-') as city, count(*) as n from companies where ${condition} group by 1) counted))
  from companies where ${condition})`;

const inEngine = (table: string, version: number, condition: string) => {
  const seen = `since <= ${version} and until > ${version} and (${condition})`;
  return `select toString(count()), toString(ifNull(sum(toInt128(employee_count)), 0)), (
    select arrayStringConcat(arrayMap(pair -> concat(pair.1, ':', toString(pair.2)), arraySort(groupArray((town, n)))), ',')
      from (select ifNull(city, '-') as town, count() as n from ${table} where ${seen} group by town))
  from ${table} where ${seen}`;
};

interface Reading {
  readonly pool: Pool;
  readonly engine: EngineClient;
  readonly database: string;
  readonly questions: number;
}

export function createCheckedReads() {
  const wrong: string[] = [];
  const versions = new Set<number>();
  let [checked, behind, away] = [0, 0, 0];

  async function read({ pool, engine, database, questions }: Reading): Promise<void> {
    const client = await pool.connect();
    const conditions = Array.from({ length: questions }, randomCondition);
    let version: number;
    let expected: readonly unknown[];
    let isBroken = true;
    try {
      await client.query('begin isolation level repeatable read');
      const { rows } = await client.query<{ version: string; epoch: string | null; copied: string }>(
        `select known.version, copy.epoch, copy.version as copied from table_versions known
          join column_store_copies copy using (table_name) where copy.name = $1`,
        [copy],
      );
      const [state] = rows;
      const reached =
        state === undefined || state.epoch === null
          ? 0
          : Number(
              (
                await engine.rows(
                  {
                    text: `select max(version) from ${tableIn({ database }, 'reached')} where copy = {copy:String} and epoch = {epoch:UUID}`,
                    parameters: { copy, epoch: state.epoch },
                  },
                  { seconds: 5 },
                )
              )[0]?.[0],
            );
      version = Number(state?.version);
      // A later version would count too, but PostgreSQL no longer has its rows to compare.
      if (state === undefined || reached === 0 || reached > Number(state.copied) || reached !== version) {
        behind += 1;
        await client.query('rollback');
        isBroken = false;
        return;
      }
      const answer = await client.query<{ answers: unknown[] }>(
        `select to_jsonb(array[${conditions.map(inDatabase).join(', ')}]) as answers`,
      );
      expected = answer.rows[0]?.answers ?? [];
      await client.query('commit');
      isBroken = false;
    } finally {
      client.release(isBroken);
    }
    versions.add(version);
    for (const [at, condition] of conditions.entries()) {
      const [found] = await engine.rows(
        { text: inEngine(tableIn({ database }, copy), version, condition), parameters: {} },
        { seconds: 10 },
      );
      checked += 1;
      if (JSON.stringify(found) !== JSON.stringify(expected[at]))
        wrong.push(`version ${version}, ${condition}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected[at])}`);
    }
  }

  return {
    /** Reads once. Whatever is away is counted. */
    read: (reading: Reading) =>
      read(reading).catch((error: unknown) => {
        away += 1;
        if (!(error instanceof ColumnStoreFailed) && !isAway(error)) throw error;
      }),
    counts: (): ReadCounts => ({ checked, behind, away, versions: versions.size, wrong }),
  };
}

/** PostgreSQL was killed, or is starting. */
export function isAway(error: unknown): boolean {
  const text = error instanceof Error ? `${error.message} ${'code' in error ? error.code : ''}` : '';
  return /terminat|connection|ECONNREFUSED|ECONNRESET|57P0\d|closed|timeout|starting up|shutting down/i.test(text);
}
