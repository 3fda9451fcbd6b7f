import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';
import { thoroughOr } from '../../../testing/thorough.ts';
import { BY_COMMAND, undoImport } from './import-log.service.ts';
import { importLoggedFile } from './import-logged-file.ts';

const FIRMS = 12;
const STEPS = 60;
const SEEDS = Array.from({ length: thoroughOr(6, 1) }, (_, index) => index + 1);

/** What a row holds; each change of it is an object of its own. */
interface Content {
  readonly city: string;
}
interface Loaded {
  readonly id: string;
  readonly changes: readonly { readonly name: string; readonly before: Content | null; readonly after: Content }[];
}

/** Numbers from 0 to 1 that depend on the seed alone. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('imports, changes and undoings in any order', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());

  const query = (statement: string, values: readonly unknown[] = []) => imports.database.$client.query(statement, [...values]);
  async function load(lines: readonly string[]): Promise<string> {
    async function* bytes() {
      yield Buffer.from(`name,city\n${lines.join('\n')}\n`);
    }
    const options = { format: null, encoding: null, mustBeGzip: false, mapping: {}, source: 'some.csv', now: new Date() };
    const rules = { maxRejects: null, keepsKnown: false, isDryRun: false };
    const file = { name: 'some.csv', bytes: bytes() };
    return (await importLoggedFile(imports.database, companies, file, { ...options, ...rules })).id;
  }

  it.each(SEEDS)('seed %i: the table always holds what a model of it holds', async (seed) => {
    await query('delete from companies');
    const random = randomNumbers(seed);
    const pick = (count: number) => Math.floor(random() * count);
    const model = new Map<string, Content>();
    const loaded: Loaded[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const kind = random();
      const name = `Firm ${pick(FIRMS)}`;
      const [target] = loaded.splice(pick(loaded.length), kind > 0.65 ? 1 : 0);
      if (target !== undefined) {
        await undoImport(
          { database: imports.database, direct: imports.database, now: () => new Date(), secrets: [Buffer.alloc(32, 1)] },
          target.id,
          BY_COMMAND,
        );
        for (const change of target.changes) {
          if (model.get(change.name) !== change.after) continue;
          if (change.before === null) model.delete(change.name);
          else model.set(change.name, change.before);
        }
      } else if (kind < 0.4) {
        const rows = new Map(Array.from({ length: 1 + pick(5) }, () => [`Firm ${pick(FIRMS)}`, `City ${pick(4)}`]));
        const id = await load([...rows].map(([firm, city]) => `${firm},${city}`));
        const changes = [...rows].flatMap(([firm, city]) => {
          const before = model.get(firm) ?? null;
          if (before?.city === city) return [];
          const after: Content = { city };
          model.set(firm, after);
          return [{ name: firm, before, after }];
        });
        if (changes.length > 0) loaded.push({ id, changes });
      } else if (kind < 0.55) {
        await query('update companies set city = $1 where name = $2', [`Own ${step}`, name]);
        if (model.has(name)) model.set(name, { city: `Own ${step}` });
      } else {
        await query('delete from companies where name = $1', [name]);
        model.delete(name);
      }
      const { rows } = await query('select name, city from companies order by name');
      const expected = [...model]
        .map(([firm, { city }]) => ({ name: firm, city }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      expect(rows, `step ${step}`).toEqual(expected);
    }
  });
});
