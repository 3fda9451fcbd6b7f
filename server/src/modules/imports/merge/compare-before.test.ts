import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';

const replacingRows = 3;
const STORED = 'name,city,website\nA,Oslo,a.example\nB,Bonn,b.example\nC,Rom,c.example\nD,Rom,d.example\n';
const FILE = STORED.replace('C,Rom', 'C,Turin');

describe('an import of many rows into a table that stays where it is', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(async () => {
    await imports.database.$client.query('delete from companies');
    await imports.load('companies', STORED);
  });

  const shown = async () => (await imports.rows('companies')).map(({ name, city }) => `${name} ${city}`).toSorted();

  it('rows that were compared before the lock are added and changed', async () => {
    const { report } = await imports.load('companies', `${FILE}E,Wien,e.example\n`, { replacingRows });
    expect(report).toMatchObject({ added: 1, changed: 1, unchanged: 3, changed_columns: { city: 1 } });
    expect(await shown()).toEqual(['A Oslo', 'B Bonn', 'C Turin', 'D Rom', 'E Wien']);
  });

  it.each([
    {
      written: 'cells',
      statement: "update companies set city = 'Elsewhere' where name = 'B'",
      counts: { added: 0, changed: 2, unchanged: 2 },
      after: ['A Oslo', 'B Bonn', 'C Turin', 'D Rom'],
    },
    {
      written: 'keys',
      statement: "update companies set canonical_key = 'website:somebody.example' where name = 'B'",
      counts: { added: 1, changed: 1, unchanged: 2 },
      after: ['A Oslo', 'B Bonn', 'B Bonn', 'C Turin', 'D Rom'],
    },
    {
      written: 'deletions',
      statement: "delete from companies where name = 'B'",
      counts: { added: 1, changed: 1, unchanged: 2 },
      after: ['A Oslo', 'B Bonn', 'C Turin', 'D Rom'],
    },
  ])(
    '$written of others that are committed after the comparison are compared again',
    async ({ written, statement, counts, after }) => {
      const writer = await imports.database.$client.connect();
      try {
        await writer.query('begin');
        await writer.query("select set_config('leadloom.keys_only', $1, true)", [written === 'keys' ? 'on' : 'off']);
        await writer.query(statement);
        const loading = imports.load('companies', FILE, { replacingRows });
        await expect.poll(() => countLockWaits(imports.database)).toBeGreaterThan(0);
        await writer.query('commit');
        expect((await loading).report).toMatchObject(counts);
      } finally {
        writer.release();
      }
      expect(await shown()).toEqual(after);
    },
  );
});
