import { companies } from '@leadloom/shared/tables/companies';
import { normalFilters } from '@leadloom/shared/tables/filter-query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { thoroughOr } from '../../testing/thorough.ts';
import { readChanges } from '../tables/changes/changes.repository.ts';
import { countRows } from '../tables/list/count-rows.ts';
import { refreshBitmaps } from '../tables/totals/refresh-bitmaps.ts';
import { BY_COMMAND, undoImport } from './log/import-log.service.ts';
import { importLoggedFile } from './log/import-logged-file.ts';

const STEPS = 5;
const SEEDS = Array.from({ length: thoroughOr(4, 1) }, (_, index) => index + 1);
const NOW = new Date('2026-11-26T09:00:00Z');

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Files of few firms, of which some have no website, some share one, and some come twice. */
function randomFile(random: () => number): string {
  const pick = (count: number) => Math.floor(random() * count);
  const columns = ['name', ...['website', 'city', 'country', 'revenue', 'employees'].filter(() => random() > 0.2)];
  const firms = 10 + pick(50);
  const lines = Array.from({ length: firms }, () => {
    const firm = pick(40);
    const sites = [`https://firm${firm}.example`, '', `https://shared${pick(2)}.example`];
    const cells: Readonly<Record<string, string>> = {
      name: `Firm ${firm}`,
      website: sites[random() < 0.6 ? 0 : 1 + pick(2)] ?? '',
      city: ['Oslo', 'Rome', '', 'Bonn'][pick(4)] ?? '',
      country: ['Norway', ''][pick(2)] ?? '',
      revenue: ['1', '2', ''][pick(3)] ?? '',
      employees: ['10', '11-50', ''][pick(3)] ?? '',
    };
    return columns.map((column) => cells[column] ?? '').join(',');
  });
  return `${columns.join(',')}\n${lines.join('\n')}\n`;
}

describe('rows merged where their table is, and rows merged beside it', () => {
  let inPlace: TestImports;
  let beside: TestImports;
  beforeAll(async () => {
    [inPlace, beside] = [await openTestImports(), await openTestImports()];
  });
  afterAll(async () => {
    await inPlace.close();
    await beside.close();
  });

  const query = async ({ database }: TestImports, statement: string, values: readonly unknown[] = []) =>
    (await database.$client.query(statement, [...values])).rows;
  const oidOf = async (imports: TestImports) => (await query(imports, "select 'companies'::regclass::oid as oid"))[0]?.oid;
  const versionOf = async (imports: TestImports) =>
    Number((await query(imports, "select version from table_versions where table_name = 'companies'"))[0]?.version);

  async function load(imports: TestImports, text: string, options: { keepsKnown: boolean; replacingRows: number }) {
    async function* bytes() {
      yield Buffer.from(text);
    }
    const reading = { format: null, encoding: null, mustBeGzip: false, mapping: {}, source: 'some.csv', now: NOW };
    const rules = { maxRejects: null, isDryRun: false, ...options };
    return importLoggedFile(imports.database, companies, { name: 'some.csv', bytes: bytes() }, { ...reading, ...rules });
  }

  /** Everything but numbers that others take as well, which only have to be in the same order. */
  async function outcome(imports: TestImports, after: number) {
    const { database } = imports;
    await refreshBitmaps(database);
    const names = new Map(
      (await query(imports, 'select id, canonical_key from companies')).map((row) => [Number(row.id), row.canonical_key]),
    );
    const feed = await readChanges(database, companies, { after, take: 1000 });
    const count = async (city: string) => (await countRows(database, companies, normalFilters(companies, { city }))).total;
    return {
      rows: await query(
        imports,
        `select to_jsonb(held) - '{id,changed_in,added_at}'::text[] as row, changed_in > $1 as is_new, added_at is not null as has_time,
          exists (select from row_changes where row_id = held.id and version = held.changed_in) as has_history
        from companies held order by canonical_key`,
        [after],
      ),
      history: await query(
        imports,
        `select held.canonical_key, changes.before, changes.restores is not null as restores,
          changes.replaced < changes.version as is_later, changes.version = held.changed_in as is_last,
          rank() over (partition by changes.row_id order by changes.version) as place
        from row_changes changes join companies held on held.id = changes.row_id
        where changes.table_name = 'companies' order by held.canonical_key, changes.version`,
      ),
      lost: await query(
        imports,
        "select count(*)::int as changes from row_changes where table_name = 'companies' and row_id not in (select id from companies)",
      ),
      chain: await query(
        imports,
        `select count(*)::int as broken from row_changes later where table_name = 'companies' and exists (
          select from row_changes earlier where earlier.row_id = later.row_id and earlier.version < later.version)
          and not exists (select from row_changes earlier where earlier.row_id = later.row_id and earlier.version = later.replaced)`,
      ),
      feed: feed.map(({ id, cells }) => `${names.get(id)} ${cells === null ? 'deleted' : 'there'}`).toSorted(),
      state: await query(
        imports,
        `select row_count, version > $1 as is_later,
          version >= (select coalesce(max(changed_in), 0) from companies) as is_last
        from table_versions where table_name = 'companies'`,
        [after],
      ),
      shared: await query(imports, 'select table_name, key from shared_keys order by key'),
      totals: [await count('Oslo'), await count('Rome'), await count('Bonn')],
    };
  }

  it.each(SEEDS)('seed %i: rows, history, feed, totals and undoing are the same', async (seed) => {
    for (const imports of [inPlace, beside]) {
      await query(imports, 'delete from companies');
      await query(imports, 'delete from shared_keys');
    }
    const random = randomNumbers(seed);
    let switched = 0;
    for (let step = 0; step < STEPS; step += 1) {
      const text = randomFile(random);
      const keepsKnown = random() < 0.3;
      const wantsUndo = random() < 0.4;
      const edited = Math.floor(random() * 40);
      const compare = async (act: (imports: TestImports) => Promise<unknown>) => {
        const results = [];
        for (const imports of [inPlace, beside]) {
          const after = await versionOf(imports);
          results.push({ told: await act(imports), ...(await outcome(imports, after)) });
        }
        expect(results[1], `step ${step}`).toEqual(results[0]);
      };
      for (const imports of [inPlace, beside]) {
        await query(imports, 'delete from companies where hashtext(canonical_key) % 4 <> 0');
        await query(imports, 'update companies set city = $1 where name = $2', [`Own ${step}`, `Firm ${edited}`]);
      }
      const before = await oidOf(beside);
      const ids: string[] = [];
      await compare(async (imports) => {
        const { id, report } = await load(imports, text, { keepsKnown, replacingRows: imports === beside ? 1 : 1_000_000 });
        ids.push(id);
        return report;
      });
      if ((await oidOf(beside)) !== before) switched += 1;
      if (!wantsUndo) continue;
      await compare(async (imports) => {
        const { database } = imports;
        const platform = { database, direct: database, now: () => NOW, secrets: [Buffer.alloc(32, 1)] as const };
        const id = ids[imports === beside ? 1 : 0] ?? '';
        const [{ added = 0, changed = 0 } = {}] = await query(
          imports,
          'select added::int, changed::int from imports where id = $1',
          [id],
        );
        return added + changed === 0 ? null : undoImport(platform, id, BY_COMMAND);
      });
    }
    expect(switched).toBeGreaterThan(2);
  });
});
