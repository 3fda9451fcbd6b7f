import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { tableByName } from '@leadloom/shared/tables/tables';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personalWorkspaceOf, type WorkspaceId } from '../../http/workspace.ts';
import { createVerifiedAccount } from '../../testing/accounts.ts';
import { isKilled, openDoomedDatabase } from '../../testing/doomed-database.ts';
import { plantPerson, SUBJECT, tracesOf } from '../../testing/erasure.fixture.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { BY_COMMAND, undoImport } from '../imports/log/import-log.service.ts';
import { importLoggedFile } from '../imports/log/import-logged-file.ts';
import { storeRecords } from '../imports/store-records.service.ts';
import { loadSaved, saveList } from '../suppression/saved-suppressions.service.ts';
import { openSuppressionKey, resealSuppressionKey } from '../suppression/suppression-key.service.ts';
import { hashKey, loadSuppressionList } from '../suppression/suppressions.service.ts';
import { carryOut, eraseSuppressedAgain } from './carry-out.service.ts';
import { eraseNow } from './erase-now.service.ts';

/** The name at another employer is somebody else's. */
const NAMESAKE = /elsewhere\.example/;

describe('carrying out an erasure', () => {
  let server: TestServer;
  let accountIds: readonly WorkspaceId[];
  beforeAll(async () => {
    server = await startTestServer();
    const accounts = [await createVerifiedAccount(server), await createVerifiedAccount(server)];
    const { rows } = await server.database.$client.query<{ id: string }>('select id from accounts where email = any($1)', [
      accounts.map(({ email }) => email),
    ]);
    accountIds = rows.map(({ id }) => personalWorkspaceOf(Number(id)));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await query(`truncate people, companies, investors, shopify, reviews, tiktok_videos, reddit_posts, linkedin_profiles, collector_rows,
      alerts, account_events, webhooks, imports, erasures, suppressions, suppression_key, trends cascade`);
    await query('truncate row_changes');
  });

  const query = async (statement: string, ...values: readonly unknown[]) =>
    (await server.database.$client.query(statement, [...values])).rows;
  const platform = () => ({ ...server.platform, mailQueue: null });
  const erase = (order: Parameters<typeof eraseNow>[1]) => eraseNow(platform(), order, { isDryRun: false });
  async function load(table: 'people' | 'companies', text: string, replacingRows = 20_000) {
    async function* bytes() {
      yield Buffer.from(text);
    }
    return importLoggedFile(
      server.platform.direct,
      tableByName(table),
      { name: 'list.csv', bytes: bytes() },
      {
        format: 'csv',
        encoding: null,
        mustBeGzip: false,
        mapping: {},
        source: 'list.csv',
        now: server.clock.now(),
        maxRejects: null,
        keepsKnown: false,
        isDryRun: false,
        replacingRows,
        suppressionKey: await openSuppressionKey(server.database, server.platform.secrets),
      },
    );
  }
  const traces = async () => (await tracesOf(server)).filter((trace) => !NAMESAKE.test(trace));

  it('the person leaves every table, every account, history, files and messages, and others stay', async () => {
    await plantPerson(server, accountIds);
    expect(new Set((await traces()).map((trace) => trace.split(':')[0]))).toEqual(
      new Set(
        `account_events alert_messages collector_rows companies imports investors linkedin_profiles linkedin_raw_answers people
        reviews row_changes shopify webhook_deliveries`.split(/\s+/),
      ),
    );
    const touches = await erase({ email: SUBJECT.email });
    expect(touches).toEqual({
      tables: [
        { table: 'investors', deleted: 0, blanked: 1 },
        { table: 'companies', deleted: 0, blanked: 1 },
        { table: 'people', deleted: 2, blanked: 0 },
        { table: 'reviews', deleted: 1, blanked: 0 },
        { table: 'shopify', deleted: 0, blanked: 1 },
      ],
      profiles: 2,
      entries: 2,
      names: [expect.any(String)],
      claims: [{ key: 'profile:linkedin.com/in/acoaamaren', accounts: 2, followed: true }],
    });
    expect(await traces()).toEqual([]);
    const files = await query('select bytes from import_files');
    expect(files.map(({ bytes }) => gunzipSync(bytes).toString())).toEqual([expect.stringContaining('aldo@kestrel.example')]);
    expect(await query('select name from people order by id')).toEqual([{ name: 'Aldo Brink' }, { name: SUBJECT.name }]);
    expect(await query('select name, main_contact_name, city from companies order by id')).toEqual([
      { name: 'Nordlys', main_contact_name: null, city: 'Oslo' },
      { name: 'Kestrel', main_contact_name: 'Aldo Brink', city: null },
    ]);
    expect(await query('select primary_contact_name, phone from investors')).toEqual([
      { primary_contact_name: null, phone: null },
    ]);
    expect(await query('select emails, linkedin from shopify')).toEqual([{ emails: ['shop@shop.example'], linkedin: null }]);
    expect(await query("select distinct reason, table_name from deleted_rows where reason = 'erasure' order by 2")).toEqual([
      { reason: 'erasure', table_name: 'people' },
      { reason: 'erasure', table_name: 'reviews' },
    ]);
    const sent = await query('select event, count(*)::int from webhook_deliveries group by event order by event');
    expect(sent).toEqual([
      { event: 'alert.fired', count: 2 },
      { event: 'profile.collected', count: 2 },
    ]);
    const told = await query('select rows from alert_messages');
    expect(told.map(({ rows }) => rows.map(({ name = null }: { name?: string | null }) => name))).toEqual([
      [null, 'Aldo Brink'],
      [null, 'Aldo Brink'],
    ]);
    expect(await query('select profile_key from linkedin_profiles')).toEqual([
      { profile_key: 'aldo-brink' },
      { profile_key: 'aldo-brink' },
    ]);
  });

  it('a profile leaves in every spelling of its address, and is held back in every one', async () => {
    const spellings = [
      'https://www.linkedin.com/in/ada-spellfict-b50576a7',
      'http://no.linkedin.com/in/Ada-Spellfict-B50576A7/?trk=x',
      'touch.www.linkedin.com/in/ada-spellfict-b50576a7/de',
      'https://www.linkedin.com/comm/in/ada-spellfict-b50576a7',
      'https://www.linkedin.com/pub/ada-spellfict/a7/576/b50',
      'https://www.linkedin.com/authwall?sessionRedirect=https%3A%2F%2Fno.linkedin.com%2Fin%2Fada-spellfict-b50576a7',
    ];
    const others = ['https://www.linkedin.com/pub/ada-spellfict/a7/576/b51', 'https://www.linkedin.com/in/ada-spellfict'];
    const rows = [...spellings, ...others].map((linkedin_url, at) => ({ name: `Row ${at}`, linkedin_url }));
    await addRows(server.database, tableByName('people'), rows);
    await erase({ profile_url: spellings[0] });
    expect(await query('select linkedin_url from people order by id')).toEqual(others.map((linkedin_url) => ({ linkedin_url })));
    const file = `name,linkedin_url\n${spellings.map((address, at) => `Row ${at},${address}\n`).join('')}`;
    expect(await load('people', file)).toMatchObject({ report: { held_back: spellings.length } });
  });

  it('killed again and again at every few statements, it goes on and ends', async () => {
    await plantPerson(server, accountIds);
    const id = randomUUID();
    await query(
      `insert into erasures (id, state, origin, profile_url, requested_at, due_at) values ($1, 'running', 'letter', $2, now(), now())`,
      id,
      SUBJECT.profile,
    );
    let kills = 0;
    for (let dieAt = 2; ; dieAt += 4) {
      const doomed = openDoomedDatabase(server.databaseUrl, dieAt);
      const wasKilled = await carryOut({ ...platform(), database: doomed.database }, id).then(
        () => false,
        (error: unknown) => {
          if (isKilled(error)) return true;
          throw error;
        },
      );
      await doomed.bury();
      const [{ hashes } = { hashes: 0 }] = await query('select count(*)::int as hashes from suppressions');
      // From the moment anything is gone, nothing brings it back.
      if (hashes === 0) expect(await query('select id from people')).toHaveLength(4);
      if (!wasKilled) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(10);
    expect(await traces()).toEqual([]);
    const [done] = await query('select state, email, profile_url, person, touches from erasures');
    expect(done).toMatchObject({ state: 'done', email: null, profile_url: null, person: null, touches: { names: [] } });
    await carryOut(platform(), id);
    expect(await traces()).toEqual([]);
  });

  it('undoing an import brings nobody back', async () => {
    const header = 'name,website,main_contact_name,main_contact_email';
    await load(
      'companies',
      `${header}\nNordlys,nordlys.example,${SUBJECT.name},${SUBJECT.email}\nKestrel,kestrel.example,Aldo Brink,aldo@kestrel.example\n`,
    );
    const { id } = await load(
      'companies',
      `${header}\nNordlys,nordlys.example,Aldo Brink,aldo@nordlys.example\nKestrel,kestrel.example,,\n`,
    );
    await erase({ email: SUBJECT.email });
    expect(await traces()).toEqual([]);
    await undoImport(server.platform, id, BY_COMMAND);
    expect(await query('select name, main_contact_name from companies order by name')).toEqual([
      { name: 'Kestrel', main_contact_name: 'Aldo Brink' },
      { name: 'Nordlys', main_contact_name: expect.not.stringContaining('Maren') },
    ]);
    expect(await traces()).toEqual([]);
  });

  it('a cell that history still holds is not restored by an undo either', async () => {
    const header = 'name,website,main_contact_name,main_contact_email';
    await load('companies', `${header}\nNordlys,nordlys.example,${SUBJECT.name},${SUBJECT.email}\n`);
    const { id } = await load('companies', `${header}\nNordlys,nordlys.example,,\n`);
    // As in a restored backup: the list knows the person, and the history does, too.
    await erase({ name: SUBJECT.name, domain: SUBJECT.domain });
    await query(
      `update row_changes set before = before || jsonb_build_object('main_contact_name', $1::text, 'main_contact_email', $2::text)`,
      SUBJECT.name,
      SUBJECT.email,
    );
    await undoImport(server.platform, id, BY_COMMAND);
    expect(await query('select main_contact_name, main_contact_email from companies')).toEqual([
      { main_contact_name: null, main_contact_email: null },
    ]);
  });

  it('an import reports who was held back, and a company stays without its contact', async () => {
    await erase({ email: SUBJECT.email, profile_url: SUBJECT.profile });
    const people = await load('people', `name,email\nAldo Brink,aldo@kestrel.example\nM. H.,${SUBJECT.email.toUpperCase()}\n`);
    expect(people.report).toMatchObject({ rows_read: 2, added: 1, rejected: 0, held_back: 1 });
    const companies = await load('companies', `name,main_contact_name,main_contact_email\nNordlys,M. H.,${SUBJECT.email}\n`);
    expect(companies.report).toMatchObject({ added: 1, held_back: 0 });
    expect(await query('select main_contact_name, main_contact_email from companies')).toEqual([
      { main_contact_name: null, main_contact_email: null },
    ]);
  });

  it('somebody erased while a file is being read is not loaded by it', async () => {
    const blocker = await server.database.$client.connect();
    try {
      await blocker.query('begin');
      await blocker.query("select from table_versions where table_name = 'people' for update");
      const loading = load('people', `name,email\nMaren Høltby,${SUBJECT.email}\n`);
      await expect.poll(() => countLockWaits(server.database, 'table_versions'), { timeout: 20_000 }).toBeGreaterThan(0);
      const { database, secrets } = server.platform;
      const hash = hashKey(await openSuppressionKey(database, secrets), `email:${SUBJECT.email}`);
      await query(
        "insert into suppressions (hash, kind, erasure_id, added_at) values ($1, 'email', $2, now())",
        hash,
        randomUUID(),
      );
      await blocker.query('rollback');
      expect((await loading).report).toMatchObject({ held_back: 1, added: 0 });
    } finally {
      blocker.release();
    }
    expect(await query('select name from people')).toEqual([]);
  });

  it('several people who share a mailbox are not taken for one', async () => {
    await addRows(server.database, tableByName('people'), [
      { name: 'Aldo Brink', email: 'office@nordlys.example', linkedin_url: 'https://www.linkedin.com/in/aldo-brink' },
      { name: SUBJECT.name, email: 'office@nordlys.example', linkedin_url: SUBJECT.profile },
    ]);
    const touches = await eraseNow(platform(), { email: 'office@nordlys.example' }, { isDryRun: true });
    expect(touches.names).toHaveLength(2);
    await erase({ profile_url: SUBJECT.profile });
    expect(await query('select name from people')).toEqual([{ name: 'Aldo Brink' }]);
    const list = await loadSuppressionList(server.database, await openSuppressionKey(server.database, server.platform.secrets));
    expect(list.holds({ emails: ['office@nordlys.example'] })).toBe(false);
  });

  it('posts and videos of the person go, with their place in trends', async () => {
    const posted = { posted_at: '2026-01-01T00:00:00Z' };
    await addRows(server.database, tableByName('reddit-posts'), [
      { title: 'Mine', author: 'Maren_H', permalink: 'https://www.reddit.com/r/oslo/comments/a1/mine', ...posted },
      { title: 'Other', author: 'aldo', permalink: 'https://www.reddit.com/r/oslo/comments/a2/other', ...posted },
    ]);
    await addRows(server.database, tableByName('tiktok-videos'), [
      {
        author: 'https://www.tiktok.com/@maren.h',
        video: 'https://www.tiktok.com/@maren.h/video/1',
        author_unique_id: 'maren.h',
        ...posted,
      },
      {
        author: 'https://www.tiktok.com/@aldo',
        video: 'https://www.tiktok.com/@aldo/video/2',
        author_unique_id: 'aldo',
        ...posted,
      },
    ]);
    await erase({ profile_url: 'https://old.reddit.com/u/maren_h/' });
    await erase({ profile_url: 'https://m.tiktok.com/@Maren.H?lang=no' });
    expect(await query('select title from reddit_posts')).toEqual([{ title: 'Other' }]);
    expect(await query('select author_unique_id from tiktok_videos')).toEqual([{ author_unique_id: 'aldo' }]);
  });

  it('who is erased while an import waits to show its rows is not among them', async () => {
    const holder = await server.database.$client.connect();
    try {
      await holder.query('begin; lock table people in row exclusive mode');
      const loading = load('people', `name,email\nMaren,${SUBJECT.email}\nAldo,aldo@other.example\n`, 1);
      await expect.poll(() => countLockWaits(server.database), { timeout: 30_000 }).toBe(1);
      expect(await query('select from import_slot_0.people')).toHaveLength(2);
      await erase({ email: SUBJECT.email });
      await holder.query('commit');
      expect((await loading).report).toMatchObject({ added: 1, held_back: 1 });
      expect(await query('select name from people')).toEqual([{ name: 'Aldo' }]);
      expect(await query("select to_regclass('import_slot_0.people') as left")).toEqual([{ left: null }]);
    } finally {
      holder.release();
    }
  });

  it('a visit stores nothing of an erased author', async () => {
    await erase({ profile_url: 'https://www.reddit.com/user/maren_h' });
    const post = (author: string, id: string) => ({
      title: `By ${author}`,
      author,
      permalink: `https://www.reddit.com/r/oslo/comments/${id}/x`,
      posted_at: '2026-01-01T00:00:00Z',
    });
    const { database, direct, secrets } = server.platform;
    const stored = await storeRecords(direct, tableByName('reddit-posts'), [post('Maren_H', 'a1'), post('aldo', 'a2')], {
      source: 'reddit',
      now: server.clock.now(),
      suppressionKey: await openSuppressionKey(database, secrets),
      alongside: async () => undefined,
    });
    expect(stored).toMatchObject({ added: 1, refused: [] });
    expect(await query('select author from reddit_posts')).toEqual([{ author: 'aldo' }]);
  });

  it('the list outlives a rotation of the secrets, also once the old secret is gone', async () => {
    await erase({ email: SUBJECT.email });
    const [old] = server.platform.secrets;
    const fresh = Buffer.alloc(32, 9);
    await resealSuppressionKey(server.database, [fresh, old]);
    const list = await loadSuppressionList(server.database, await openSuppressionKey(server.database, [fresh]));
    expect(list.holds({ emails: [SUBJECT.email] })).toBe(true);
    await expect(openSuppressionKey(server.database, [old])).rejects.toThrow(/none of the secrets/);
    await resealSuppressionKey(server.database, [old, fresh]);
  });

  it('after a restore of an older backup, the saved list erases everybody once more', async () => {
    await plantPerson(server, accountIds);
    await erase({ email: SUBJECT.email });
    const { text } = await saveList(server.database, server.platform.secrets);
    expect(text).not.toMatch(/maren|nordlys/i);
    // The older state: the person is there, and not on the list.
    await query(
      'truncate suppressions, suppression_key, people, companies, investors, shopify, reviews, linkedin_profiles, collector_rows, alerts, account_events, webhooks, imports cascade',
    );
    await plantPerson(server, accountIds);
    expect(await eraseSuppressedAgain(server.platform)).toBe(0);
    await expect(loadSaved(server.platform, text.replace(/^\["[0-9a-f]{4}/m, '["zz'))).rejects.toThrow(/damaged/);
    expect(await loadSaved(server.platform, text)).toBeGreaterThan(3);
    expect(await eraseSuppressedAgain(server.platform)).toBeGreaterThan(5);
    const left = (await traces()).map((trace) => trace.split(':')[0]);
    // Files of imports cannot be searched by hashes; they are kept for 30 days.
    expect(left.filter((name) => name !== 'imports')).toEqual([]);
    expect(await query("select hash from suppressions where kind = 'email'")).toHaveLength(1);
  });
});
