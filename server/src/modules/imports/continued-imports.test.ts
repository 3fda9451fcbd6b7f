import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import { openTestImports, type TestImports } from '../../testing/test-import.ts';
import type { LoadOptions, Reject } from './load-records.ts';
import { createProblemTally } from './report/tally-problems.ts';
import { partsKeyOf } from './staging/parts-key.ts';

const ROWS = 600;
const NOW = new Date('2026-11-26T09:00:00Z');

/** Rows that are refused, folded, partly unreadable, and dates that only the last line settles. */
function fileOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const name = row % 23 === 0 ? '' : `Firm ${row % 450}`;
    const revenue = row % 17 === 0 ? `soon ${row % 3}` : String(row);
    const day = row % 29 === 0 ? '3/4/2024' : '2024-05-06';
    return `${name},https://firm${row % 450}.example,"A long\nstory ${'of words '.repeat(20)}",${revenue},${day}`;
  });
  return `name,website,description,revenue,last financing date\n${lines.join('\n')}\nLast,,,1,25/4/2024\n`;
}
const FILE = fileOf(ROWS);

describe('an import that is broken off and started again', () => {
  let imports: TestImports;
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(async () => {
    await query('delete from companies');
    await query('delete from import_parts');
  });

  const query = async (statement: string) => (await imports.database.$client.query(statement)).rows;
  const parts = async () => (await query('select records::int from import_parts order by part')).map(({ records }) => records);
  const rows = async () =>
    (
      await query("select to_jsonb(held) - '{id,changed_in,added_at}'::text[] as row from companies held order by canonical_key")
    ).map(({ row }) => row);

  /** Everything that an import tells. @returns also after how many records it went on */
  async function load(options: Partial<LoadOptions> = {}, text = FILE) {
    const rejects: Reject[] = [];
    const folded: unknown[] = [];
    const problems = createProblemTally();
    let continued = 0;
    const { report } = await imports.load('companies', text, {
      now: NOW,
      problems,
      onReject: (reject) => void rejects.push(reject),
      onFolded: (found) => void folded.push(...found),
      parts: {
        key: partsKeyOf(text, companies, {}),
        partRecords: 50,
        onContinued: (records) => {
          continued = records;
        },
      },
      ...options,
    });
    return { told: { report, rejects, folded, problems: problems.report() }, continued };
  }
  async function uninterrupted() {
    const { told } = await load({ parts: undefined });
    const expected = { told, rows: await rows() };
    await query('delete from companies');
    return expected;
  }
  const broken = () => new Error('the process ended');

  it('at any point of its reading, it goes on, and the rows and the report are those of one that was not broken off', async () => {
    const expected = await uninterrupted();
    expect(expected.told.rejects.length).toBeGreaterThan(10);
    expect(expected.told.folded.length).toBeGreaterThan(10);
    expect(expected.told.report.left_blank.length).toBeGreaterThan(1);
    for (const at of [20, 120, 333, 480, 580]) {
      await query('delete from companies');
      const before = await imports.fingerprint('companies');
      const breaking = load({
        onProgress: ({ rows: read }) => {
          if (read > at) throw broken();
        },
      });
      await expect(breaking).rejects.toThrow('the process ended');
      expect(await imports.fingerprint('companies')).toBe(before);
      const { told, continued } = await load();
      expect(continued, `broken off after ${at}`).toBeGreaterThan(at > 200 ? 100 : -1);
      expect({ told, rows: await rows() }).toEqual(expected);
      expect(await parts()).toEqual([]);
    }
  });

  it('broken off again and again, and at last while it shows its rows, it goes on each time', async () => {
    const expected = await uninterrupted();
    const steps: number[] = [];
    for (const at of [200, 400, Number.POSITIVE_INFINITY]) {
      const breaking = load({
        onProgress: ({ rows: read }) => {
          if (read > at) throw broken();
        },
        onLoaded: () => Promise.reject(broken()),
        parts: {
          key: partsKeyOf(FILE, companies, {}),
          partRecords: 50,
          onContinued: (records) => void steps.push(records),
        },
      });
      await expect(breaking).rejects.toThrow('the process ended');
      expect(await rows()).toEqual([]);
    }
    const { told, continued } = await load();
    steps.push(continued);
    expect(steps).toHaveLength(3);
    expect(steps.toSorted((one, other) => one - other)).toEqual(steps);
    expect(continued).toBe(expected.told.report.rows_read);
    expect({ told, rows: await rows() }).toEqual(expected);
  });

  it('parts are of one file and one way to read it, and end with a refusal and with a stop', async () => {
    await expect(load({ onLoaded: () => Promise.reject(broken()) })).rejects.toThrow('the process ended');
    expect(await parts()).not.toEqual([]);
    expect((await load({}, `${FILE}Another,,,2,\n`)).continued).toBe(0);
    const other = { key: partsKeyOf(FILE, companies, { dateOrder: 'mdy' }), onContinued: () => expect.unreachable() };
    await load({ parts: other, dateOrder: 'mdy' });
    await expect(load({ maxRejects: 1 })).rejects.toThrow('rows were refused');
    expect(await parts()).toEqual([]);
    const stop = AbortSignal.abort(new AppError('IMPORT.STOPPED'));
    await expect(load({ onLoaded: () => Promise.reject(broken()) })).rejects.toThrow('the process ended');
    await expect(load({ signal: stop })).rejects.toThrow('stopped');
    expect(await parts()).toEqual([]);
  });

  it('a missing part ends what is known, and parts that do not fit are removed', async () => {
    await expect(load({ onLoaded: () => Promise.reject(broken()) })).rejects.toThrow('the process ended');
    await query('delete from import_parts where part = 2');
    const [first, second] = await parts();
    expect((await load()).continued).toBe(second);
    expect(first).toBeGreaterThan(0);
    await query('delete from companies');
    await expect(load({ onLoaded: () => Promise.reject(broken()) })).rejects.toThrow('the process ended');
    await query('update import_parts set line = line + 1');
    await expect(load()).rejects.toThrow('does not fit');
    expect(await rows()).toEqual([]);
    expect((await load()).continued).toBe(0);
  });

  it('a file that changes while it is read leaves no parts, and an import beside another one of its file adds nothing twice', async () => {
    const key = partsKeyOf(FILE, companies, {});
    await expect(
      load({ onLoaded: () => Promise.reject(broken()), parts: { key, partRecords: 50, isSame: () => false } }),
    ).rejects.toThrow('the process ended');
    expect(await parts()).toEqual([]);
    let beside: Promise<unknown> = Promise.resolve();
    await load({
      onLoaded: async () => {
        beside = load();
        await Promise.race([beside, new Promise((resolve) => setTimeout(resolve, 100))]);
      },
    });
    expect(await beside).toMatchObject({ continued: 0, told: { report: { added: 0, changed: 0 } } });
  });
});
