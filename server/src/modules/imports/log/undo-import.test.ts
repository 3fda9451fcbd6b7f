import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestImports, type TestImports } from '../../../testing/test-import.ts';
import { BY_COMMAND, findImport, planUndoOf, stateOf, undoImport } from './import-log.service.ts';
import { importLoggedFile } from './import-logged-file.ts';

const DAY = 24 * 3600 * 1000;

describe('undoing an import', () => {
  let imports: TestImports;
  let time = new Date('2026-03-01T00:00:00Z');
  beforeAll(async () => {
    imports = await openTestImports();
  });
  afterAll(() => imports.close());
  beforeEach(async () => {
    time = new Date(time.getTime() + 1000);
    await imports.database.$client.query('delete from companies');
  });

  const platform = () => ({
    database: imports.database,
    direct: imports.database,
    now: () => time,
    secrets: [Buffer.alloc(32, 1)] as const,
  });
  async function load(text: string, { replacingRows = 1_000_000, name = 'some.csv' } = {}): Promise<string> {
    async function* bytes() {
      yield Buffer.from(text);
    }
    const options = {
      format: null,
      encoding: null,
      mustBeGzip: false,
      mapping: {},
      source: name,
      now: time,
      maxRejects: null,
      keepsKnown: false,
      isDryRun: false,
      replacingRows,
    };
    const file = { name, bytes: bytes() };
    return (await importLoggedFile(imports.database, companies, file, options)).id;
  }
  const undo = (id: string) => undoImport(platform(), id, BY_COMMAND);
  const change = async (statement: string, values: readonly unknown[]) =>
    (await imports.database.$client.query(statement, [...values])).rowCount;
  /** What a reader of the table sees. */
  const visible = async () =>
    (await imports.rows('companies')).map(({ changed_in: _, imported_at: __, needs_escape: ___, ...cells }) => cells);

  it('rows that the import added are deleted, and those it changed have every cell they had', async () => {
    await load('name,website,city,revenue,verticals\nA,a.example,Oslo,1.5,"FinTech, AdTech"\nB,b.example,,,\n', {
      name: 'first.csv',
    });
    const before = await visible();
    time = new Date(time.getTime() + DAY);
    const id = await load(
      'name,website,city,revenue,verticals,updated_at\nA2,a.example,,3,,\nB,www.b.example,Rome,,Mobility,2027-01-01T00:00:00Z\nC,c.example,,,,\n',
      { name: 'second.csv' },
    );
    expect(await visible()).toHaveLength(3);
    expect(await planUndoOf(platform(), id)).toEqual({ deleted: 1, restored: 2, changed_since: 0, deleted_since: 0 });
    expect(await undo(id)).toEqual({ deleted: 1, restored: 2, changed_since: 0, deleted_since: 0 });
    expect(await visible()).toEqual(before);
    expect(stateOf(await findImport(imports.database, id))).toBe('undone');
  });

  it('an undoing is told to those who follow changes, deletions and times', async () => {
    await load('name,city\nA,Oslo\n');
    const id = await load('name,city\nA,Rome\nB,Bonn\n');
    const rows = await imports.rows('companies');
    const version = Math.max(...rows.map(({ changed_in: number }) => Number(number)));
    time = new Date(time.getTime() + DAY);
    await undo(id);
    const [restored] = await imports.rows('companies');
    expect(Number(restored?.changed_in)).toBeGreaterThan(version);
    expect(new Date(String(restored?.imported_at))).toEqual(time);
    const { rows: deletions } = await imports.database.$client.query(
      "select reason from deleted_rows where table_name = 'companies' and row_id = $1",
      [rows[1]?.id],
    );
    expect(deletions).toEqual([{ reason: 'removed' }]);
  });

  it('rows that were changed or deleted since stay as they are, and are counted', async () => {
    await load('name,city\nA,Oslo\nB,Oslo\nC,Oslo\n');
    const id = await load('name,city\nA,Rome\nB,Rome\nC,Rome\nD,Rome\nE,Rome\nF,Rome\n');
    await change("update companies set city = 'Bern' where name in ('A', 'D')", []);
    await change("delete from companies where name in ('B', 'E')", []);
    const expected = { deleted: 1, restored: 1, changed_since: 2, deleted_since: 2 };
    expect(await planUndoOf(platform(), id)).toEqual(expected);
    expect(await undo(id)).toEqual(expected);
    expect((await visible()).map(({ name, city }) => `${name} ${city}`)).toEqual(['A Bern', 'C Oslo', 'D Bern']);
  });

  it('imports can be undone one after the other, the newest first', async () => {
    const first = await load('name,city\nA,Oslo\n');
    const second = await load('name,city\nA,Rome\n');
    const third = await load('name,city\nA,Bonn\nB,Bonn\n');
    await undo(third);
    expect(await undo(second)).toMatchObject({ restored: 1, changed_since: 0 });
    expect(await visible()).toMatchObject([{ name: 'A', city: 'Oslo' }]);
    expect(await undo(first)).toMatchObject({ deleted: 1, changed_since: 0 });
    expect(await visible()).toEqual([]);
  });

  it('an import that filled an empty table can be undone', async () => {
    const lines = Array.from({ length: 3000 }, (_, row) => `Firm ${row},Oslo`);
    const id = await load(`name,city\n${lines.join('\n')}\n`, { replacingRows: 1000 });
    await change("update companies set city = 'Rome' where name = 'Firm 7'", []);
    expect(await undo(id)).toEqual({ deleted: 2999, restored: 0, changed_since: 1, deleted_since: 0 });
    expect(await visible()).toMatchObject([{ name: 'Firm 7', city: 'Rome' }]);
    const { rows } = await imports.database.$client.query("select row_count from table_versions where table_name = 'companies'");
    expect(rows).toEqual([{ row_count: '1' }]);
  });

  it('an import is undone once, within 30 days, and only if it loaded something', async () => {
    const id = await load('name,city\nA,Oslo\n');
    const twice = await Promise.allSettled([undo(id), undo(id), undo(id)]);
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(undo(id)).rejects.toThrow('undone already');
    const same = await load('name,city\nB,Oslo\n');
    const without = await load('name,city\nB,Oslo\n');
    await expect(undo(without)).rejects.toThrow('changed nothing');
    await expect(load('city\nOslo\n')).rejects.toThrow('no column for Name');
    const { rows } = await imports.database.$client.query("select id, problem from imports where state = 'failed'");
    expect(rows).toEqual([{ id: expect.any(String), problem: expect.stringContaining('no column for Name') }]);
    await expect(undo(rows[0].id)).rejects.toThrow('loaded nothing');
    time = new Date(time.getTime() + 30 * DAY + 1);
    await expect(undo(same)).rejects.toThrow('30 days');
    await expect(undo('7f3c1c52-6f0e-4b7c-9a55-0f6f4f1f8f11')).rejects.toThrow('does not exist');
    await expect(undo("x' or true --")).rejects.toThrow('does not exist');
  });

  it('an import whose process was killed is shown as failed, and an undoing that was killed can be made again', async () => {
    const id = await load('name,city\nA,Oslo\n');
    await imports.database.$client.query(
      `insert into imports (table_name, file_name, started_by, options, started_at, lease_until, undoes)
       values ('companies', 'some.csv', 'command', '{}', now(), now() + interval '1 minute', $1), ('companies', 'killed.csv', 'command', '{}', now(), now() - interval '1 second', null)`,
      [id],
    );
    const { rows } = await imports.database.$client.query("select id from imports where file_name = 'killed.csv'");
    expect(stateOf(await findImport(imports.database, rows[0].id))).toBe('failed');
    expect(stateOf(await findImport(imports.database, id))).toBe('undoing');
    await expect(undo(id)).rejects.toThrow('being undone');
    await imports.database.$client.query("update imports set lease_until = now() - interval '1 second' where undoes = $1", [id]);
    expect(await undo(id)).toMatchObject({ deleted: 1 });
  });

  it('changes made while an import is undone are never lost', async () => {
    const names = Array.from({ length: 60 }, (_, row) => `Firm ${row}`);
    const file = (city: string, from: number) =>
      `name,city\n${names
        .slice(from)
        .map((name) => `${name},${city}`)
        .join('\n')}\n`;
    await load(file('Oslo', 20));
    const id = await load(file('Rome', 0));
    const changed = new Map<string, string>();
    const writers = [0, 1, 2].map(async (writer) => {
      for (let at = writer; at < 60; at += 3) {
        const name = `Firm ${(at * 7) % 60}`;
        const city = `City ${at}`;
        if ((await change('update companies set city = $1 where name = $2', [city, name])) === 1) changed.set(name, city);
      }
    });
    const [counts] = await Promise.all([undo(id), ...writers]);
    const rows = new Map((await visible()).map(({ name, city }) => [String(name), String(city)]));
    expect(Object.fromEntries([...changed].map(([name]) => [name, rows.get(name)]))).toEqual(Object.fromEntries(changed));
    expect(counts.deleted + counts.restored + counts.changed_since).toBe(60);
    expect(rows.size).toBe(60 - counts.deleted);
  });
});
