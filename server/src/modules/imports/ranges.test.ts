/** Companies whose number of employees is known as a range. */
import { tableByName } from '@leadloom/shared/tables/tables';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import { whereClause } from '../tables/filters/filter-sql.ts';
import { rowOrder } from '../tables/list/row-order.ts';

describe('an import of ranges', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(() => imports.database.$client.query('delete from companies'));

  const definition = tableByName('companies');
  const load = (content: string, options: Parameters<TestImports['load']>[2] = {}) => imports.load('companies', content, options);
  const found = async (filters: Readonly<Record<string, readonly string[]>>, order: 'asc' | 'desc' = 'asc') => {
    const { rows } = await imports.database.execute<{ name: string }>(
      sql`select name from companies${whereClause(definition, filters)} order by ${rowOrder(definition, { sort: 'employee_count', order })}`,
    );
    return rows.map(({ name }) => name).join('');
  };

  it('ranges are kept as they came, found by every range they overlap, and ordered by their lower ends', async () => {
    const { report } = await load(
      'name;team size\nA;11 - 50\nB;5\nC;501 to 1000 Employees\nD;10,001+\nE;Oct-50\nF; 1 à 9 \nG;49\nH;under 10\nI;\n',
    );
    expect(report).toMatchObject({ added: 9, rejected: 0, left_blank: [{ column: 'employee_count', value: 'Oct-50', rows: 1 }] });
    const rows = await imports.rows('companies');
    expect(rows.map(({ employee_count: count, employee_range: range }) => count ?? range)).toEqual([
      '11 - 50',
      5,
      '501 to 1000 Employees',
      '10,001+',
      null,
      '1 à 9',
      49,
      'under 10',
      null,
    ]);
    expect(await found({})).toBe('HFBAGCDEI');
    expect(await found({}, 'desc')).toBe('DCGABFHIE');
    expect(await found({ employee_count: ['0-10'] })).toBe('HFB');
    expect(await found({ employee_count: ['10-50'] })).toBe('AG');
    expect(await found({ employee_count: ['50-200'] })).toBe('A');
    expect(await found({ employee_count: ['200+'] })).toBe('CD');
    expect(await found({ employee_count: ['0-10', '50-200'] })).toBe('HFBA');
  });

  it('a column of ranges is read beside one of numbers, and a number counts before a range', async () => {
    const { report } = await load('name,employee_count,employee_range\nA,30,1-10\nB,,50\nC,11-50,\nD,,many\nE,,n/a\n');
    expect(report.left_blank).toEqual([{ column: 'employee_range', value: 'many', rows: 1 }]);
    expect(await imports.rows('companies')).toMatchObject([
      { employee_count: 30, employee_range: '1-10' },
      { employee_count: null, employee_range: '50', employee_range_from: 50, employee_range_to: 50 },
      { employee_count: null, employee_range: '11-50', employee_range_from: 11, employee_range_to: 50 },
      { employee_range: null, employee_range_from: null },
      { employee_range: null },
    ]);
    expect(await found({ employee_count: ['0-10'] })).toBe('');
    expect(await found({ employee_count: ['10-50'] })).toBe('CA');
  });

  it('a number replaces a range, a range a number, and a change of both is one change of each', async () => {
    await load('name,employees\nA,11-50\nB,7\n');
    const { report } = await load('name,employees\nA,20\nB,1-10\n');
    expect(report).toMatchObject({ changed: 2, changed_columns: { employee_count: 2, employee_range: 2 } });
    expect(await imports.rows('companies')).toMatchObject([
      { employee_count: 20, employee_range: null, employee_range_from: null, employee_range_to: null },
      { employee_count: null, employee_range: '1-10', employee_range_from: 1, employee_range_to: 10 },
    ]);
    expect((await load('{"name":"A","employees":"20"}\n{"name":"B","employee_range":"1-10"}\n')).report).toMatchObject({
      unchanged: 2,
    });
    expect((await load('name,employees\nB,\n', { keepsKnown: true })).report).toMatchObject({ unchanged: 1 });
  });
});
