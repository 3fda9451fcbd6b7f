import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { echo } from '../../../server/src/modules/open-sources/testing/open-sources.fixture.ts';
import { createSmallSource } from '../../../server/src/modules/open-sources/testing/small-source.fixture.ts';
import { OpenSourceError } from '../../../server/src/open-sources/open-source.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../../server/src/testing/temporary-directory.ts';
import { openTestImports, type TestImports } from '../../../server/src/testing/test-import.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { dataCommands } from './commands.ts';
import { createSourceCommands } from './source-command.ts';

describe('pnpm data sources and source', () => {
  let imports: TestImports;
  let directory: string;
  const small = createSmallSource();
  const boards = createSmallSource({ id: 'job-boards', title: 'Small Boards' });
  const set = { ...dataCommands, commands: { ...createSourceCommands([small.source, boards.source], echo) } };
  const run = (
    args: readonly string[],
    settings: Readonly<Record<string, string>> = { SOURCES_CONTACT: 'data@leadloom.example' },
  ) => runInProcess(set, args, { DATABASE_URL: imports.databaseUrl, DATA_DIR: directory, ...settings });

  beforeAll(async () => {
    imports = await openTestImports();
    directory = await makeTemporaryDirectory('source-command');
  });
  afterAll(async () => {
    await imports.close();
    await removeDirectory(directory);
  });

  it('a source is listed, switched on and off, and run to its end without a server', async () => {
    small.steps = [{ names: ['Aa', 'Bb'] }];
    const listed = await run(['sources']);
    expect(listed).toMatchObject({ code: 0, errors: 'Publishers may write to data@leadloom.example.\n' });
    expect(listed.output).toContain('no-brreg  Small Register  off  0 rows  0 added  0 changed\n');
    expect((await run(['source', 'no-brreg', 'off'])).output).toContain('  off  ');
    const ended = await run(['source', 'no-brreg', 'run']);
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.output).toMatch(/^no-brreg {2}Small Register {2}off {2}2 rows {2}2 added {2}0 changed {2}last run /);
    expect((await imports.rows('companies')).map(({ name }) => name).toSorted()).toEqual(['Aa', 'Bb']);
    expect((await run(['source', 'no-brreg', 'on'])).output).toMatch(/ {2}(waiting|running) {2}/);
    await run(['source', 'no-brreg', 'off']);
  });

  it('a run that fails says why, and its exit code says so', async () => {
    const before = async () => {
      throw new OpenSourceError('The file has no column "name".');
    };
    small.steps = [{ names: ['Cc'], before }];
    const failed = await run(['source', 'no-brreg', 'run', '--from-start']);
    expect(failed.code).toBe(1);
    expect(failed.output).toContain('\n  The file has no column "name".\n');
  });

  it('a try prints what was read and what was missing, and stores nothing', async () => {
    const tried = await run(['source', 'no-brreg', 'try']);
    expect(tried).toMatchObject({ code: 1, errors: 'missing: website\n' });
    expect(tried.output).toContain('companies\n  name: Fjord Weavers AS\n');
    expect((await imports.rows('companies')).map(({ name }) => name)).not.toContain('Fjord Weavers AS');
  });

  it('job boards are added from a file and by their addresses, each once', async () => {
    const file = join(directory, 'boards.txt');
    await writeFile(file, '\uFEFFhttps://jobs.lever.co/acme\r\n\r\njobs.ashbyhq.com/acme\r\n');
    const added = await run(['source', 'job-boards', 'boards', file, 'https://acme.recruitee.com', 'jobs.lever.co/acme']);
    expect(added).toMatchObject({ code: 0, errors: '', output: '3 boards added\n' });
    expect((await run(['source', 'job-boards', 'boards', file, 'jobs.lever.co/bolt'])).output).toBe('1 board added\n');
    await writeFile(file, 'https://jobs.lever.co/crane\nhttps://acme.example/careers\n');
    const refused = await run(['source', 'job-boards', 'boards', file]);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('"https://acme.example/careers" is no job board') });
    expect((await run(['source', 'job-boards', 'boards', 'jobs.lever.co/crane'])).output, 'nothing of the file was stored').toBe(
      '1 board added\n',
    );
  });

  it('nothing is asked without a contact', async () => {
    expect(await run(['source', 'no-brreg', 'run'], {})).toMatchObject({
      code: 1,
      errors: expect.stringContaining('Enter one first'),
    });
    expect((await run(['sources'], {})).errors).toContain('set SOURCES_CONTACT');
  });

  it.each([
    [['source'], 'name a source: no-brreg, job-boards'],
    [['source', 'unknown', 'run'], 'there is no source "unknown"'],
    [['source', 'no-brreg'], 'say what to do: on, off, run or try'],
    [['source', 'no-brreg', 'on', '--confirm'], '--confirm and --from-start belong to run'],
    [['source', 'no-brreg', 'on', 'off'], '"off" is an unexpected argument'],
    [['source', 'no-brreg', 'boards', 'https://jobs.lever.co/acme'], 'only the source job-boards has job boards'],
    [['source', 'job-boards'], 'or boards with addresses'],
    [['source', 'job-boards', 'boards'], 'name a file with one address a line, or addresses'],
    [['source', 'job-boards', 'boards', 'missing.txt'], 'missing.txt is no job board, and no file that can be read'],
    [['sources', 'all'], '"all" is an unexpected argument'],
  ])('%j is refused with a sentence', async (args, sentence) => {
    expect(await run(args)).toMatchObject({ code: 1, errors: expect.stringContaining(sentence) });
  });
});
