/**
 * Companies that change by commits whose rows are all known: a commit stores, with its changes, what the table holds at its version.
 * So whatever was committed can be compared, also where nobody heard of the commit because the database was killed.
 */
import type { Pool } from './checked-reads.ts';

export interface NumberedRow {
  readonly id: number;
  readonly name: string;
  readonly country: string | null;
  readonly city: string | null;
  readonly employees: number | null;
}

export const WORDS = ['Kiln', 'Loom', 'Ore', 'Yarn', 'Weave'] as const;
export const COUNTRIES = ['Germany', 'France', 'Norway', 'Japan', 'Peru'] as const;
export const CITIES = ['Oslo', 'Bergen', 'Lima', 'Kyoto', 'Lyon', 'Bonn'] as const;
export const MAX_EMPLOYEES = 1_000;
/** Versions whose rows are kept. No reading takes as long as so many commits. */
const KEPT = 300;

const under = (limit: number) => Math.floor(Math.random() * limit);

export async function prepareStates(pool: Pool): Promise<void> {
  await pool.query('create table known_states (version bigint primary key, rows jsonb not null)');
}

/** A transaction of a few statements; one in eight is rolled back. One at a time: a state is that of its version. */
export async function commitSome(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const statements = [
      () =>
        client.query(
          `insert into companies (name, country, city, employee_count, canonical_key, source)
            select ($1::text[])[1 + n % 5] || ' ' || n, ($2::text[])[1 + (n * 7) % 6], ($3::text[])[1 + (n * 11) % 7],
              nullif(n % $4, 0), gen_random_uuid()::text, 'test'
            from generate_series($5::int, $5::int + $6::int) n`,
          [WORDS, COUNTRIES, CITIES, MAX_EMPLOYEES, under(100_000), under(120)],
        ),
      () =>
        client.query('update companies set employee_count = (employee_count + 7) % $1, city = $2 where id % 37 = $3', [
          MAX_EMPLOYEES,
          CITIES[under(CITIES.length)],
          under(37),
        ]),
      () =>
        client.query(`update companies set name = $1 || ' ' || id, country = $2 where id % 41 = $3`, [
          WORDS[under(WORDS.length)],
          COUNTRIES[under(COUNTRIES.length)] ?? null,
          under(41),
        ]),
      () => client.query('delete from companies where id % 23 = $1', [under(23)]),
    ];
    for (let count = 1 + under(3); count > 0; count -= 1) await statements[under(statements.length)]?.();
    await client.query(`insert into known_states
      select version, (select coalesce(jsonb_agg(jsonb_build_array(id, name, country, city, employee_count)), '[]') from companies)
        from table_versions where table_name = 'companies'
      on conflict do nothing`);
    await client.query(`delete from known_states where version <
      (select version from known_states order by version desc offset ${KEPT} limit 1)`);
    await client.query(Math.random() < 0.125 ? 'rollback' : 'commit');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

type Cells = readonly [number, string, string | null, string | null, number | null];

/** What was committed, for readers. */
export function createKnownStates(pool: Pool) {
  const known = new Map<number, readonly NumberedRow[]>();
  return {
    /** The table's version now. */
    async version(): Promise<number> {
      const { rows } = await pool.query<{ version: string }>(`select version from table_versions where table_name = 'companies'`);
      return Number(rows[0]?.version);
    },
    /** The rows at each version of these, the last one included. @throws where those of the first one are not known */
    async between(first: number, last: number): Promise<ReadonlyMap<number, readonly NumberedRow[]>> {
      const { rows } = await pool.query<{ version: string }>(
        'select version from known_states where version between $1 and $2 order by version',
        [first, last],
      );
      const versions = rows.map(({ version }) => Number(version));
      if (versions[0] !== first) throw new Error(`what the table held at version ${first} is not known`);
      const missing = versions.filter((version) => !known.has(version));
      const read = await pool.query<{ version: string; rows: Cells[] }>(
        'select version, rows from known_states where version = any($1::bigint[])',
        [missing],
      );
      for (const { version, rows: cells } of read.rows)
        known.set(
          Number(version),
          cells.map(([id, name, country, city, employees]) => ({ id, name, country, city, employees })),
        );
      const found = new Map(versions.map((version) => [version, known.get(version) ?? []]));
      for (const version of known.keys()) if (version < first - 10_000) known.delete(version);
      return found;
    },
  };
}

export type KnownStates = ReturnType<typeof createKnownStates>;
