import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultCatalogue } from '../../../server/src/modules/linkedin/catalogue/default-catalogue.ts';
import { parseProfile } from '../../../server/src/modules/linkedin/parse/parse.service.ts';
import { accountIdOf, createVerifiedAccount } from '../../../server/src/testing/accounts.ts';
import { runCollector as runCollectorProcess, startCommand } from '../../../server/src/testing/data-command.ts';
import { emptyCollector } from '../../../server/src/testing/empty-collector.ts';
import { makerOf } from '../../../server/src/testing/key-holder.ts';
import { personAnswer } from '../../../server/src/testing/linkedin-answers.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../../server/src/testing/temporary-directory.ts';
import { startTestServer, type TestServer } from '../../../server/src/testing/test-server.ts';
import { PARSER_VERSION } from '../../../shared/src/linkedin/parse/parsed-profile.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { collectorCommands } from './commands.ts';

const PATIENCE = { timeout: 120_000 };
const people = ['maren-holt', 'aldo-brink', 'noor-vance'] as const;

const runCollector = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
  runInProcess(collectorCommands, args, environment);

describe('pnpm collector reparse, beside a server', PATIENCE, () => {
  let server: TestServer;
  let email: string;
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    server = await startTestServer();
    email = (await createVerifiedAccount(server)).email;
    environment = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.platform.config.dataDir };
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await emptyCollector(server);
    const accountId = await accountIdOf(server, email);
    for (const slug of people) {
      const p1 = personAnswer({ memberId: `ACoAA${slug.replace('-', '')}`, slug, headline: `Headline of ${slug}` });
      await parseProfile(server.platform, makerOf(accountId), { url: `https://www.linkedin.com/in/${slug}`, p1 });
    }
    await server.database.$client.query(`update linkedin_profiles set headline = 'Misread', parser_version = 0`);
  });

  const state = async (): Promise<unknown[]> => {
    const { rows } = await server.database.$client.query(`
      select profile_key, headline, parser_version as version,
        (select count(*)::int from linkedin_profile_changes where profile_id = linkedin_profiles.id) as changes
      from linkedin_profiles order by id`);
    return rows;
  };
  const misread = people.map((slug) => ({ profile_key: slug, headline: 'Misread', version: 0, changes: 0 }));
  const reread = people.map((slug) => ({
    profile_key: slug,
    headline: `Headline of ${slug}`,
    version: PARSER_VERSION,
    changes: 1,
  }));

  it('the reparse command parses every profile, reports the result, and leaves nothing to do', async () => {
    const first = await runCollectorProcess(['reparse'], environment);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output.split('\n')).toEqual([
      `stored answers, read by parser version ${PARSER_VERSION}`,
      '  profiles read          3',
      '  profiles changed       3',
      '  fields changed         3',
      '  answers unreadable     0',
      '',
    ]);
    expect(await state()).toEqual(reread);
    const second = await runCollector(['reparse'], environment);
    expect(second.output).toContain('  profiles read          0\n');
    expect(second.output).toContain('Use --all to read every stored answer again.');
    expect((await runCollector(['reparse', '--all'], environment)).output).toContain('  profiles changed       0\n');
    expect(await state()).toEqual(reread);
  });

  it('a dry run of the reparse command writes nothing, and other accounts are not touched', async () => {
    const dry = await runCollector(['reparse', '--dry-run', '--account', ` ${email.toUpperCase()}`], environment);
    expect(dry).toMatchObject({ code: 0, errors: '' });
    expect(dry.output).toContain('  profiles changed       3\n');
    expect(dry.output).toContain('This was a dry run; nothing was written.');
    const other = (await createVerifiedAccount(server)).email;
    expect((await runCollector(['reparse', '--account', other], environment)).output).toContain('profiles read          0');
    expect(await state()).toEqual(misread);
  });

  it('a killed reparse command loses nothing and continues where it stopped', async () => {
    const holder = await server.database.$client.connect();
    try {
      await holder.query('begin');
      await holder.query(`select 1 from linkedin_profiles where profile_key = 'aldo-brink' for update`);
      const command = startCommand('collector', ['reparse'], environment);
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await server.database.$client.query(waiting)).rowCount, PATIENCE).toBe(1);
      command.process.kill('SIGKILL');
      await command.ended();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await state()).toEqual([reread[0], misread[1], misread[2]]);
    expect((await runCollector(['reparse'], environment)).output).toContain('  profiles read          2\n');
    expect(await state()).toEqual(reread);
  });

  it.each([
    [['reparse', '--account', 'nobody@nowhere.example'], 'there is no account with the email "nobody@nowhere.example"'],
    [['reparse', '--since', '2026-02-30'], '--since must be a day such as 2026-03-31; "2026-02-30" is none'],
    [['reparse', 'everything'], '"everything" is an unexpected argument'],
    [['reparse', '--al'], "Unknown option '--al'"],
    [['erase'], 'there is no command "erase"; there are reparse and catalogue'],
  ])('the reparse command refuses %j in one line', async (args, reason) => {
    const { code, errors, output } = await runCollector(args, environment);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^leadloom: [^\n]+\(pnpm collector --help\)\n$/);
    expect(errors).toContain(reason);
    expect(await state()).toEqual(misread);
  });
});

describe('pnpm collector catalogue', PATIENCE, () => {
  let directory: string;
  beforeAll(async () => {
    directory = await makeTemporaryDirectory('collector-command');
  });
  afterAll(() => removeDirectory(directory));

  const collector = (...args: readonly string[]) => runCollector(args, { DATA_DIR: directory });
  const file = async (name: string, content: string) => {
    const path = join(directory, name);
    await writeFile(path, content);
    return path;
  };

  it('the catalogue command prints the active one, which passes its own check', async () => {
    const printed = await collector('catalogue');
    expect(printed).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(printed.output)).toEqual(defaultCatalogue);
    const path = await file('mine.json', printed.output);
    expect(await collector('catalogue', '--check', path)).toMatchObject({
      code: 0,
      errors: '',
      output: `${path} is a catalogue of version ${defaultCatalogue.version}.\n`,
    });
  });

  it('the catalogue command reports a version that extensions would treat as old', async () => {
    await file('linkedin-catalogue.json', JSON.stringify({ ...defaultCatalogue, version: 7 }));
    expect(JSON.parse((await collector('catalogue')).output).version).toBe(7);
    const path = await file('next.json', JSON.stringify({ ...defaultCatalogue, version: 7, limits: { profiles: 40 } }));
    expect((await collector('catalogue', '--check', path)).output).toBe(
      `${path} is a catalogue of version 7.\nIt allows 40 profiles in 24 hours.\nVersion 7 is in use. Set a higher "version", or extensions keep the catalogue they have.\n`,
    );
  });

  it('the catalogue command reports the problems of a file line by line, and fails', async () => {
    const text = JSON.stringify({ ...defaultCatalogue, limits: { profiles: 10_000 } }, null, 1).replace(
      `"version": ${defaultCatalogue.version},`,
      '"version": 0,',
    );
    const path = await file('bad.json', text);
    const { code, errors, output } = await runCollectorProcess(['catalogue', '--check', path], { DATA_DIR: directory });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    const lines = errors.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`${path}:2: version: `);
    expect(lines[1]).toMatch(/:\d+: limits\.profiles: /);
  });

  it('the catalogue command reports a missing file', async () => {
    const { code, errors } = await collector('catalogue', '--check', join(directory, 'none.json'));
    expect(code).toBe(1);
    expect(errors).toContain('none.json');
  });
});
