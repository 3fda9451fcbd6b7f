/** The commands of `pnpm data`. Long because every command works on the same installation, which is set up here. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyName } from '../../../server/src/column-store/copy-names.ts';
import { runData, startDataCommand } from '../../../server/src/testing/data-command.ts';
import { readWorkbook } from '../../../server/src/testing/read-workbook.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../../server/src/testing/temporary-directory.ts';
import { openTestImports, type TestImports } from '../../../server/src/testing/test-import.ts';
import { workbookOf } from '../../../server/src/testing/workbook-file.ts';
import { zipOf } from '../../../server/src/testing/zip-file.ts';
import { tableByName } from '../../../shared/src/tables/tables.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { dataCommands } from './commands.ts';

const PATIENCE = { timeout: 60_000 };

describe('pnpm data, on a database of its own', () => {
  let imports: TestImports;
  let directory: string;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    imports = await openTestImports();
    directory = await makeTemporaryDirectory('data-command');
    environment = { DATABASE_URL: imports.databaseUrl, DATA_DIR: directory };
  });
  afterAll(async () => {
    await imports.close();
    await removeDirectory(directory);
  });
  beforeEach(() => imports.database.$client.query('delete from companies'));

  const data = (args: readonly string[], input?: string) => runInProcess(dataCommands, args, environment, input);
  /** Where exit codes, standard input and output of a process of its own are part of what is tested. */
  const dataProcess = (args: readonly string[], input?: string) => runData(args, environment, input);
  const file = async (name: string, content: string | Buffer) => {
    const path = join(directory, name);
    await writeFile(path, content);
    return path;
  };

  it('a sheet and a file of an archive are chosen by name, and a missing choice is asked for', async () => {
    const sheets = ['One', 'Two'].map((name) => ({ name, rows: [['name'], [name], ['']] }));
    const workbook = workbookOf({ sheets });
    const path = await file('leads.zip', zipOf(['a.xlsx', 'b.xlsx'].map((name) => ({ name, content: workbook }))));
    const unnamed = await data(['import', 'companies', path]);
    expect(unnamed).toMatchObject({ code: 1, errors: expect.stringContaining('with --entry: "a.xlsx", "b.xlsx"') });
    const { code, output } = await data(['import', 'companies', path, '--entry', 'b.xlsx', '--sheet', 'Two']);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('added                  1') });
    expect((await imports.rows('companies')).map(({ name }) => name)).toEqual(['Two']);
  });

  it('copies in the column store are shown, and built anew when that is asked for', async () => {
    const columnStore = (...args: readonly string[]) =>
      runInProcess(dataCommands, ['column-store', ...args], { ...environment, CLICKHOUSE_URL: 'http://127.0.0.1:9' });
    expect(await data(['column-store', 'status'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('CLICKHOUSE_URL is not set'),
    });
    expect(await columnStore('status')).toMatchObject({
      code: 0,
      output: expect.stringContaining('No table has 10,000,000 rows'),
    });
    expect(await columnStore('rebuild', 'companies')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('companies is not copied'),
    });
    const { $client } = imports.database;
    const name = copyName(tableByName('companies'));
    await $client.query(
      `insert into column_store_copies (name, table_name, epoch, version, mark, deletions_to, error)
        select $1, table_name, gen_random_uuid(), version - 1, version - 1, version - 1, 'it was away'
          from table_versions where table_name = 'companies'`,
      [name],
    );
    expect((await columnStore('status')).output).toMatch(
      new RegExp(`^${name}: has version \\d+ of \\d+, nobody has fed it for 0 s, the last try failed: it was away\\n$`),
    );
    expect(await columnStore('rebuild', 'companies')).toMatchObject({ code: 0 });
    expect((await columnStore('status')).output).toContain('is being built');
    const { rows } = await $client.query('delete from column_store_copies returning epoch, version, mark, deletions_to');
    expect(rows).toEqual([{ epoch: null, version: '0', mark: '0', deletions_to: null }]);
  });

  it('the line of the header can be named', async () => {
    const path = await file('noted.csv', 'Company,Website\nName,City\nLoom,Oslo\n');
    const { code } = await data(['import', 'companies', path, '--header-line', '2']);
    expect(code).toBe(0);
    expect(await imports.rows('companies')).toMatchObject([{ name: 'Loom', city: 'Oslo' }]);
  });

  it('a file is loaded and reported', async () => {
    const path = await file('spring.csv', 'Company;Employees;Favourite colour\nA;12;blue\n;x;red\nA;12;green\n');
    const { code, output, errors } = await dataProcess(['import', 'companies', path]);
    expect({ code, errors }).toEqual({
      code: 0,
      errors: `refused rows: ${path}.rejects.csv\nfolded rows: ${path}.folded.csv\n`,
    });
    expect(await readFile(`${path}.folded.csv`, 'utf8')).toBe(
      'key,line,row,name,employee_count,employee_range\r\nname: a,2,folded,A,12,\r\nname: a,4,loaded,A,12,\r\n',
    );
    expect(output.split('\n')).toEqual([
      'spring.csv → companies',
      '  read                   3',
      '  added                  1',
      '  changed                0',
      '  unchanged              0',
      '  duplicates             1',
      '  rejected               1',
      '  not read: "Favourite colour"',
      '  line 3: name: is missing',
      expect.stringMatching(/^ {2}to undo it: pnpm data undo [\da-f-]{36}$/),
      '',
    ]);
    expect(await readFile(`${path}.rejects.csv`, 'utf8')).toBe(
      'Company;Employees;Favourite colour;reason\n;x;red;"name: is missing"\n',
    );
    expect(await imports.rows('companies')).toMatchObject([{ name: 'A', employee_count: 12, source: 'spring.csv' }]);
  });

  it('a file of folded rows is removed when the next run folds none, and no other file is', async () => {
    const path = await file('folds.csv', 'name,city\nA,Rome\nA,Rome\n');
    await data(['import', 'companies', path, '--dry-run']);
    expect(existsSync(`${path}.folded.csv`)).toBe(true);
    await file('folds.csv', 'name,city\nA,Rome\n');
    expect(await data(['import', 'companies', path])).toMatchObject({ code: 0, errors: '' });
    expect(existsSync(`${path}.folded.csv`)).toBe(false);
    await file('folds.csv.folded.csv', 'my,own,file\n');
    await data(['import', 'companies', path]);
    expect(existsSync(`${path}.folded.csv`)).toBe(true);
  });

  it('imports are listed and can be undone, and what stays is said first', async () => {
    const known = await file('known.csv', 'name,website,city\nA,a.example,Oslo\nB,b.example,Oslo\n');
    await data(['import', 'companies', known]);
    const path = await file('autumn.csv', 'name,website,city\nA,a.example,Rome\nB,b.example,Rome\nC,c.example,Rome\n');
    await data(['import', 'companies', path]);
    await imports.database.$client.query("update companies set city = 'Bern' where name = 'A'");
    const [line = ''] = (await data(['imports', '--limit', '1'])).output.split('\n');
    expect(line).toMatch(
      /^[\da-f-]{36} {2}companies {2}autumn\.csv {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}done {2}1 added {2}2 changed {2}0 refused$/,
    );
    const id = line.slice(0, 36);
    const kept = '1 row changed since the import and kept as they are\n';
    const dry = await data(['undo', id, '--dry-run']);
    expect(dry).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${kept}autumn.csv: 1 row would be deleted, 1 row restored`),
    });
    const done = await data(['undo', id]);
    expect(done).toMatchObject({ code: 0, output: `${kept}autumn.csv is undone: 1 row deleted, 1 row restored\n` });
    expect((await imports.rows('companies')).map(({ name, city, source }) => `${name} ${city} ${source}`)).toEqual([
      'A Bern autumn.csv',
      'B Oslo known.csv',
    ]);
    expect(await data(['undo', id])).toMatchObject({ code: 1, errors: expect.stringContaining('was undone already') });
    expect(await data(['undo', 'x'])).toMatchObject({ code: 1, errors: expect.stringContaining('This import does not exist') });
  });

  it('values that are left blank are reported', async () => {
    const video = (id: string) => `https://www.tiktok.com/@mila.draws/video/73012345678901234${id}`;
    const rows = ['51', '52'].map((id) => `mila.draws,${video(id)},1772000000,7.1E+18\n`);
    const path = await file('videos.csv', `author,video,posted_at,sound_id\n${rows.join('')}`);
    const { code, output } = await data(['import', 'tiktok-videos', path, '--dry-run']);
    expect({ code, lines: output.split('\n') }).toMatchObject({
      code: 0,
      lines: expect.arrayContaining(['  added                  2', '  left blank: sound_id "7.1E+18" in 2 rows']),
    });
  });

  it('the command can refuse rows with unreadable cells, and be told the order of dates', async () => {
    const path = await file('dates.csv', 'name,last financing date,revenue\nA,03/04/2024,1\nB,05/06/2024,soon\n');
    const args = ['import', 'companies', path, '--date-order', 'mdy'];
    const strict = await data([...args, '--strict', '--blank-unreadable=no', '--dry-run']);
    expect(strict).toMatchObject({ code: 1, errors: expect.stringContaining('line 3: revenue: "soon" is not a number') });
    expect(await data([...args, '--strict', '--blank-unreadable'])).toMatchObject({ code: 0 });
    const rows = await imports.rows('companies');
    expect(rows.toSorted((one, other) => String(one.name).localeCompare(String(other.name)))).toMatchObject([
      { name: 'A', last_financing_on: '2024-03-04' },
      { name: 'B', last_financing_on: '2024-05-06', revenue: null },
    ]);
  });

  it('a file of refused rows is removed when the next run refuses none', async () => {
    const path = await file('summer.csv', 'name,revenue\nA,1\n,2\n');
    await data(['import', 'companies', path]);
    expect(existsSync(`${path}.rejects.csv`)).toBe(true);
    await file('summer.csv', 'wrong\nx\n');
    expect(await data(['import', 'companies', path])).toMatchObject({ code: 1 });
    expect(existsSync(`${path}.rejects.csv`)).toBe(true);
    await file('summer.csv', 'name,revenue\nA,1\nB,2\n');
    const named = ['import', 'companies', path, '--rejects', `${path}.rejects.csv`];
    expect(await data(named)).toMatchObject({ code: 0, errors: '' });
    expect(existsSync(`${path}.rejects.csv`)).toBe(true);
    expect(await data(['import', 'companies', path])).toMatchObject({ code: 0, errors: '' });
    expect(existsSync(`${path}.rejects.csv`)).toBe(false);
  });

  it('the import reads compressed files, standard input and a mapping, and has a dry run', async () => {
    const packed = await file('firms.csv.gz', gzipSync('Firm,name,city\nA,x,Oslo\n'));
    const mapping = await file('mapping.json', '{"Firm":"name","name":null}');
    const rejects = join(directory, 'elsewhere.csv');
    const dry = await data(['import', 'companies', packed, '--mapping', mapping, '--dry-run', '--rejects', rejects]);
    expect(dry).toMatchObject({ code: 0, errors: '' });
    expect(dry.output).toContain('This was a dry run; nothing was written.');
    expect(existsSync(rejects)).toBe(false);
    expect(await imports.rows('companies')).toEqual([]);
    expect(await data(['import', 'companies', packed, '--mapping', mapping, '--source', 'spring'])).toMatchObject({ code: 0 });
    expect(await dataProcess(['import', 'companies', '-', '--format', 'jsonl'], '{"name":"B"}\n')).toMatchObject({ code: 0 });
    expect(await imports.rows('companies')).toMatchObject([
      { name: 'A', city: 'Oslo', source: 'spring' },
      { name: 'B', source: 'standard input' },
    ]);
  });

  it.each([
    [['import'], 'name a table'],
    [['import', 'compnies', 'x.csv'], 'there is no table "compnies"; there are investors, companies,'],
    [['import', 'companies'], 'name a file'],
    [['import', 'companies', 'no-such-file.csv'], 'there is no file no-such-file.csv'],
    [['import', 'companies', '.'], '. is a directory'],
    [['import', 'companies', 'package.json', 'more.csv'], '"more.csv" is an unexpected argument'],
    [['import', 'companies', 'package.json', '--fast'], "Unknown option '--fast'"],
    [['import', 'companies', 'package.json', '--max-rejects', 'some'], '--max-rejects must be a whole number'],
    [['import', 'companies', 'package.json', '--strict', '--max-rejects', '3'], 'give one of them'],
    [['import', 'companies', 'package.json', '--no-header', '--header-line', '2'], 'contradict each other; give one of them'],
    [['import', 'companies', 'package.json', '--header-line', '0'], '--header-line must be a whole number'],
    [['import', 'companies', 'package.json', '--format', 'xlsx'], '--format must be csv or jsonl'],
    [['import', 'companies', 'package.json', '--encoding', 'klingon'], '"klingon" is no encoding'],
    [['import', 'companies', 'package.json', '--mapping', 'none.json'], 'none.json cannot be read'],
    [['import', 'companies', 'package.json', '--source', 'sample'], '"sample" is reserved for sample rows'],
    [['import', 'companies', 'package.json', '--rejects', 'package.json'], '--rejects must not be the input file'],
    [
      ['export', 'companies', '--filter', 'colour=blue'],
      '"colour=blue" is no key=value of this table; keys are search_query, country,',
    ],
    [['export', 'companies', '--filter', 'employee_count=some'], '--filter employee_count'],
    [['export', 'companies', '--format', 'ods'], '--format: "ods" is not csv or xlsx'],
    [['import', 'companies', import.meta.filename, '--date-order', 'usa'], '--date-order must be mdy, dmy or ymd'],
    [['import', 'companies', import.meta.filename, '--blank-unreadable=some'], '--blank-unreadable must be yes or no'],
    [['sample', '--rows', '0'], '--rows must be a whole number from 1'],
    [['feed'], 'there is no command "feed"'],
  ])('%j is refused in one line', async (args, line) => {
    const { code, output, errors } = await data(args);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain(`leadloom: `);
    expect(errors).toContain(line);
    expect(errors.trimEnd().split('\n')).toHaveLength(1);
  });

  it('the command shows its usage on --help, and fails without arguments', async () => {
    expect((await data(['--help'])).output).toContain('pnpm data import <table> <file>');
    expect(await data([])).toMatchObject({ code: 1 });
  });

  it('a refused file is explained in one line, and nothing is loaded', async () => {
    const wrong = await file('wrong.csv', 'review_title\nGood\n');
    expect(await data(['import', 'companies', wrong])).toEqual({
      code: 1,
      output: '',
      errors:
        'leadloom: The file could not be read: it has no column for name (Name); its headers are "review_title". If this fits, go on with --mapping \'{"review_title":"name"}\'. Nothing was loaded.\n',
    });
    const partly = await file('partly.csv', 'name,revenue\nA,1\n,2\n,3\n');
    const strict = await data(['import', 'companies', partly, '--strict']);
    expect(strict.code).toBe(1);
    expect(strict.errors).toContain(
      '2 rows were refused; none is allowed. The first is line 3: name: is missing. Nothing was loaded.',
    );
    expect((await readFile(`${partly}.rejects.csv`, 'utf8')).split('\n')).toHaveLength(4);
    expect(await data(['import', 'companies', partly, '--max-rejects', '1'])).toMatchObject({ code: 1 });
    expect(await imports.rows('companies')).toEqual([]);
    const none = await file('none.csv', 'name,revenue\n,1\n,2\n');
    expect(await dataProcess(['import', 'companies', none])).toMatchObject({ code: 2 });
    expect(await imports.rows('companies')).toEqual([]);
  });

  it('a network’s listing is loaded from one document, and refused items are reported', async () => {
    const post = (id: string, author: string) => ({
      kind: 't3',
      data: {
        id,
        title: `Post ${id}`,
        author,
        subreddit: 'kettles',
        permalink: `/r/kettles/comments/${id}/post/`,
        created_utc: 1_772_000_000,
      },
    });
    const listing = {
      kind: 'Listing',
      data: { after: null, children: [post('1abc', 'kettle_friend'), post('1abd', '[deleted]')] },
    };
    const path = await file('new.json', JSON.stringify(listing));
    const { code, output } = await data(['import', 'reddit-posts', path]);
    expect(code).toBe(0);
    expect(output).toContain('  added                  1\n');
    expect(output).toContain('  line 2: was deleted or removed at Reddit\n');
    expect(await readFile(`${path}.rejects.jsonl`, 'utf8')).toContain('"reason":"was deleted or removed at Reddit"}\n');
    expect(await imports.rows('reddit-posts')).toMatchObject([{ title: 'Post 1abc', source: 'new.json' }]);
  });

  it('an exported table, or a part of it, can be loaded again', async () => {
    await imports.load('companies', '{"name":"A","country":"DE","verticals":["Media, Print"]}\n{"name":"B","country":"FR"}\n');
    const path = join(directory, 'out.csv');
    expect(await data(['export', 'companies', path])).toEqual({ code: 0, output: '', errors: '' });
    const before = await imports.fingerprint('companies');
    expect((await data(['import', 'companies', path])).output).toContain('unchanged              2');
    expect(await imports.fingerprint('companies')).toBe(before);
    const part = async (...filters: string[]) => {
      const { output } = await data(['export', 'companies', ...filters.flatMap((filter) => ['--filter', filter])]);
      const lines = output.split('\n').slice(1, -1);
      return lines.map((line) => line.split(',')[0]).sort();
    };
    expect(await part('country=France', 'country=Spain')).toEqual(['B']);
    expect(await part('country=Germany,France')).toEqual(['A', 'B']);
    expect(await part('country=Germany%2CSpain', 'search_query=%41')).toEqual(['A']);
    expect(await part('vertical=Media%252C%20Print')).toEqual(['A']);
    expect(await part('vertical=Media, Print')).toEqual([]);
    const workbook = join(directory, 'out.xlsx');
    expect(await data(['export', 'companies', workbook, '--filter', 'country=France'])).toEqual({
      code: 0,
      output: '',
      errors: '',
    });
    const [sheet] = readWorkbook(await readFile(workbook));
    expect(sheet?.rows.map(([name]) => name)).toEqual(['name', 'B']);
    expect(await data(['export', 'companies', join(directory, 'no', 'such', 'place.csv')])).toMatchObject({ code: 1 });
  });

  it('the same seed makes the same sample', async () => {
    expect((await data(['sample', '--rows', '30', '--seed', '7'])).output).toContain(
      'companies: 30 added, 0 changed, 0 unchanged\n',
    );
    const again = await data(['sample', '--rows', '30', '--seed', '7']);
    expect(again.output).toContain('companies: 0 added, 0 changed, 30 unchanged\n');
    expect(again.output).toContain('SAMPLE_DATA is off');
    await imports.database.$client.query("delete from companies where source = 'sample'");
  });

  it('a command killed while reading leaves the table unchanged', async () => {
    await imports.load('companies', 'name,city\nA,Oslo\n');
    const before = await imports.fingerprint('companies');
    const command = startDataCommand(['import', 'companies', '-'], environment);
    command.process.stdin?.write(`name,city\n${'A,Bergen\nB,Rom\n'.repeat(50_000)}`);
    await expect
      .poll(async () => {
        const { rows } = await imports.database.$client.query(
          `select tuples_processed::int as rows from pg_stat_progress_copy where datname = current_database()`,
        );
        return Number(rows[0]?.rows ?? 0);
      }, PATIENCE)
      .toBeGreaterThan(0);
    command.process.kill('SIGKILL');
    expect(await command.ended()).toBeNull();
    expect(await imports.fingerprint('companies')).toBe(before);
    expect((await imports.load('companies', 'name,city\nB,Rom\n')).report).toMatchObject({ added: 1 });
    expect((await imports.rows('companies')).map(({ city }) => city)).toEqual(['Oslo', 'Rom']);
  });

  it('a command killed while writing leaves the table unchanged', async () => {
    await imports.load('companies', 'name,website,city\nA,a.example,Oslo\n');
    const before = await imports.fingerprint('companies');
    // An uncommitted row of another session stops the import in the middle of its rows.
    const other = await imports.database.$client.connect();
    await other.query(
      "set session_replication_role = replica; begin; insert into companies (name, source, canonical_key) values ('B', 'other', 'name:b3000')",
    );
    const lines = Array.from({ length: 6000 }, (_, row) => `B${row},,Rom\n`).join('');
    const path = await file('many.csv', `name,website,city\nA,a.example,Bergen\n${lines}`);
    const command = startDataCommand(['import', 'companies', path], environment);
    const waiting = async () => {
      const { rows } = await imports.database.$client.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'insert into "companies"' and datname = current_database()`,
      );
      return rows.length;
    };
    await expect.poll(waiting, PATIENCE).toBe(1);
    command.process.kill('SIGKILL');
    expect(await command.ended()).toBeNull();
    await expect.poll(waiting, PATIENCE).toBe(0);
    await other.query('rollback');
    other.release(true);
    expect(await imports.fingerprint('companies')).toBe(before);
    expect(await data(['import', 'companies', path])).toMatchObject({ code: 0 });
    expect(await imports.rows('companies')).toHaveLength(6001);
  });

  it('an interrupted command stops and loads nothing', async () => {
    const command = startDataCommand(['import', 'companies', '-'], environment);
    command.process.stdin?.write(`name,city\n${'A,Bergen\nB,Rom\n'.repeat(50_000)}`);
    await expect
      .poll(
        async () =>
          (await imports.database.$client.query(`select 1 from pg_stat_progress_copy where datname = current_database()`)).rows
            .length,
        PATIENCE,
      )
      .toBe(1);
    command.process.kill('SIGTERM');
    expect(await command.ended()).toBe(130);
    expect(command.errors()).toContain('leadloom: stopped\n');
    expect(await imports.rows('companies')).toEqual([]);
  });
});

describe('pnpm data where', () => {
  let directory: string;
  let dataDir: string;
  beforeEach(async () => {
    directory = await makeTemporaryDirectory('data-where');
    dataDir = join(directory, 'data');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
  });
  afterEach(() => removeDirectory(directory));

  it('everything is in DATA_DIR', async () => {
    expect(await runInProcess(dataCommands, ['where'], { DATA_DIR: dataDir })).toEqual({
      code: 0,
      output: `${dataDir}\n`,
      errors: '',
    });
  });

  it('an embedded database that could not live there is named, too', async () => {
    const moved = join(directory, 'moved');
    await rename(join(dataDir, 'postgres'), moved);
    await symlink(moved, join(dataDir, 'postgres'));
    expect((await runInProcess(dataCommands, ['where'], { DATA_DIR: dataDir })).output).toBe(`${dataDir}\n${moved}\n`);
  });

  it('a database of your own is named without its password', async () => {
    const environment = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://lee:secret@db.example.com:5433/leads?sslmode=require' };
    expect((await runInProcess(dataCommands, ['where'], environment)).output).toBe(
      `${dataDir}\nthe database leads at db.example.com:5433\n`,
    );
  });
});
