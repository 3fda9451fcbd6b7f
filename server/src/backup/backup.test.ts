import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refuseUnfinishedRestore } from '../database/unfinished-restore.ts';
import { noticeFor } from '../mail/mail-queue.ts';
import { migrateDatabase } from '../migrate/migrate.ts';
import { createMailSender, mailJob } from '../modules/mails/mail-sender.ts';
import { createJobQueue } from '../queue/job-queue.ts';
import { runJobs } from '../queue/run-jobs.ts';
import { createAccount, untilMailsAreSent } from '../testing/accounts.ts';
import { backUp, describeDatabase, type EmptyInstallation, openEmptyInstallation } from '../testing/backups.fixture.ts';
import { addRows } from '../testing/table-rows.ts';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type ArchiveEntry, hashOf, readArchive, writeArchive } from './archive.ts';
import { HEADER_NAME, MANIFEST_NAME } from './manifest.ts';
import { type BackupFile, verifyBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const SECRETS = `${'ab'.repeat(32)}\n`;

describe('backups', { timeout: 60_000 }, () => {
  let server: TestServer;
  let folder: string;
  let backup: string;
  /** The database as the backup has it. */
  let original: Awaited<ReturnType<typeof describeDatabase>>;
  const installations: EmptyInstallation[] = [];
  /** One that takes nothing: every restore into it is refused. */
  let untouched: EmptyInstallation;
  beforeAll(async () => {
    server = await startTestServer();
    folder = await makeTemporaryDirectory('backups');
    const { dataDir } = server.platform.config;
    await writeFile(join(dataDir, 'secret'), SECRET);
    await writeFile(join(dataDir, 'secrets'), SECRETS);
    await writeFile(join(dataDir, 'linkedin-catalogue.json'), '{"version": 7}');
    await mkdir(join(dataDir, 'outbox'));
    await writeFile(join(dataDir, 'outbox', '2026-01-01-mail.eml'), 'Subject: Hello');
    await writeFile(join(dataDir, 'outbox', 'unfinished.tmp'), 'half');
    await createAccount(server);
    await addRows(server.database, companies, [
      { name: 'Kiln & Daughters', website: 'https://kiln.example', verticals: ['Kilns', 'Clay, "fine"'] },
      { name: 'Tabs\tand\nlines \\ "quotes" \u{1f9f6}' },
    ]);
    await server.database.$client.query(`create or replace function separators_checked_from() returns timestamptz
      language sql immutable parallel safe as $$ select timestamptz '2026-11-28 10:00:00+00' $$`);
    await untilMailsAreSent(server);
    backup = await backUp(server, folder);
    original = await describeDatabase(server.databaseUrl);
    untouched = await openEmptyInstallation(server.databaseUrl);
  });
  afterEach(async () => {
    await Promise.all(installations.splice(0).map((installation) => installation.remove()));
  });
  afterAll(async () => {
    await untouched.remove();
    await server.close();
    await removeDirectory(folder);
  });

  const open = async (): Promise<EmptyInstallation> => {
    const installation = await openEmptyInstallation(server.databaseUrl);
    installations.push(installation);
    return installation;
  };
  const restore = ({ dataDir, database }: EmptyInstallation, path = backup, file: BackupFile = { path, passphrase: null }) =>
    restoreBackup(file, { dataDir, withDatabase: (work) => work(database) });
  /** The backup with its entries changed. */
  const alter = async (change: (entries: ArchiveEntry[]) => ArchiveEntry[]): Promise<string> => {
    const entries: ArchiveEntry[] = [];
    for await (const entry of readArchive(createReadStream(backup), { passphrase: null })) entries.push(entry);
    const path = join(folder, 'altered.tar.zst');
    await writeArchive(createWriteStream(path), null, async (add) => {
      for (const entry of change(entries)) await add(entry);
    });
    return path;
  };

  describe('a restore', () => {
    let restored: EmptyInstallation;
    beforeAll(async () => {
      restored = await openEmptyInstallation(server.databaseUrl);
      await restore(restored);
    });
    afterAll(() => restored.remove());

    it('a restore brings back every row, sequence, index, key, trigger and migration', async () => {
      expect(await describeDatabase(restored.databaseUrl)).toEqual(original);
    });

    it('a restore brings back the secrets, catalogue and outbox, readable by their owner only, and no unfinished file', async () => {
      const { dataDir } = restored;
      expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(SECRET);
      expect(await readFile(join(dataDir, 'secrets'), 'utf8')).toBe(SECRETS);
      for (const name of ['secret', 'secrets']) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
      expect((await readdir(dataDir)).sort()).toEqual(['linkedin-catalogue.json', 'outbox', 'secret', 'secrets']);
      expect(await readdir(join(dataDir, 'outbox'))).toEqual(['2026-01-01-mail.eml']);
    });
  });

  it('a backup shows one moment: rows written meanwhile are not in it', async () => {
    const path = join(folder, 'moment.tar.zst');
    let registered: Promise<unknown> | null = null;
    await writeBackup(createWriteStream(path), {
      database: server.database,
      dataDir: server.platform.config.dataDir,
      passphrase: null,
      now: server.clock.now(),
      onTable: () => {
        registered ??= createAccount(server);
      },
    });
    await registered;
    const { manifest } = await verifyBackup({ path, passphrase: null });
    const { rows } = await server.database.$client.query('select count(*)::int as count from accounts');
    expect(manifest.tables.accounts?.rows).toBe(rows[0].count - 1);
  });

  it('an encrypted backup is restored with its passphrase, and the first start sends the mails that were waiting', async () => {
    await server.app.jobs.stop();
    const mail = { to: 'mara@example.com', subject: 'Kept', text: 'kept', html: '<p>kept</p>' };
    await server.platform.mailQueue.enqueue(server.database, mail, noticeFor(null));
    const path = await backUp(server, folder, 'correct horse');
    await server.app.jobs.start();
    const { database, ...installation } = await open();
    await restore({ database, ...installation }, path, { path, passphrase: 'correct horse' });

    await migrateDatabase(database);
    const queue = createJobQueue(database);
    await queue.prepare([mailJob]);
    const sent: unknown[] = [];
    // Other mails of this server may have waited, too.
    const mailer = { send: async (one: { subject: string }) => void (one.subject === mail.subject && sent.push(one)) };
    const { log } = server.app;
    const sender = createMailSender({ ...server.platform, database, mailer, deferred: {}, log });
    const jobs = await runJobs([sender], { database, queue, log, isAlone: true });
    await expect.poll(() => sent).toEqual([mail]);
    await jobs.stop();
  });

  it('guessing a passphrase costs what age makes it cost, where nothing else was chosen', async () => {
    const path = join(folder, 'guarded.tar.zst.age');
    await writeArchive(createWriteStream(path), { passphrase: 'correct horse' }, async (add) => {
      await add({ name: 'a', content: Buffer.from('b') });
    });
    const [, recipient] = (await readFile(path, 'latin1')).split('\n');
    // The work factor is its last word: 2 to the power of 18.
    expect(recipient).toMatch(/^-> scrypt \S+ 18$/);
  });

  it('an encrypted backup opens only with its passphrase', async () => {
    const path = await backUp(server, folder, 'correct horse');
    expect(await readFile(path, 'latin1')).not.toContain('Kiln');
    await expect(verifyBackup({ path, passphrase: null })).rejects.toThrow('The backup is encrypted. Set BACKUP_PASSPHRASE.');
    await expect(verifyBackup({ path, passphrase: 'wrong' })).rejects.toThrow('cannot be decrypted');
    const other = { path, passphrase: 'correct horse', fileKey: new Uint8Array(16) };
    await expect(verifyBackup(other)).rejects.toThrow('cannot be decrypted');
    const file: BackupFile = { path, passphrase: 'correct horse' };
    const { manifest } = await verifyBackup(file);
    // What was found once is used again, whatever the passphrase is.
    expect(await verifyBackup({ ...file, passphrase: 'forgotten' })).toMatchObject({ manifest });
  });

  it.each([1, 100, 0.3, 0.6, 0.99])('a truncated backup is refused (%s)', async (share) => {
    const whole = await readFile(backup);
    const path = join(folder, 'cut.tar.zst');
    await writeFile(path, whole.subarray(0, share >= 1 ? share : Math.floor(whole.length * share)));
    await expect(verifyBackup({ path, passphrase: null })).rejects.toThrow(/The backup is damaged|not a backup/);
  });

  it('a backup in which a byte was changed is refused', async () => {
    const whole = await readFile(backup);
    for (const share of [0.1, 0.5, 0.9]) {
      const changed = Buffer.from(whole);
      const at = Math.floor(whole.length * share);
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      const path = join(folder, 'changed.tar.zst');
      await writeFile(path, changed);
      await expect(verifyBackup({ path, passphrase: null }), String(share)).rejects.toThrow('The backup is damaged');
    }
  });

  it.each<[string, (entries: ArchiveEntry[]) => ArchiveEntry[], string]>([
    ['an entry is missing', (entries) => entries.filter(({ name }) => !name.startsWith('tables/companies/')), 'is missing'],
    ['its end is missing', (entries) => entries.filter(({ name }) => name !== MANIFEST_NAME), 'it ends too early'],
    ['its start is missing', (entries) => entries.filter(({ name }) => name !== HEADER_NAME), 'not a backup'],
    [
      'an entry has other content',
      (entries) =>
        entries.map((entry) => (entry.name.startsWith('tables/accounts/') ? { ...entry, content: Buffer.from('1\n') } : entry)),
      'is not what was written',
    ],
    [
      'its start cannot be read',
      (entries) => entries.map((entry) => (entry.name === HEADER_NAME ? { ...entry, content: Buffer.from('{') } : entry)),
      'leadloom-backup.json cannot be read',
    ],
    [
      'something comes after its end',
      (entries) => [...entries, { name: 'data-dir/secret', content: Buffer.from('another') }],
      'comes after its end',
    ],
    [
      'a file leads out of DATA_DIR',
      (entries) => [...entries.slice(0, 1), { name: 'data-dir/../secret', content: Buffer.from('x') }, ...entries.slice(1)],
      'is not what was written',
    ],
  ])('is refused when %s', async (_, change, message) => {
    await expect(restore(untouched, await alter(change))).rejects.toThrow(message);
    expect(await readdir(untouched.dataDir)).toEqual([]);
  });

  it('a backup made by a newer version is refused', async () => {
    const path = await alter((entries) =>
      entries.map((entry) => {
        if (entry.name !== HEADER_NAME) return entry;
        return { ...entry, content: Buffer.from(JSON.stringify({ ...JSON.parse(entry.content.toString()), format: 2 })) };
      }),
    );
    await expect(verifyBackup({ path, passphrase: null })).rejects.toThrow('made by a newer version');
  });

  describe('a backup of a database with other migrations', () => {
    const LAST_BEFORE = '99867b57b97bd923a608c05efdfbe00e2fb7f6fb15ece887802952fb990bcaa6';
    /** The backup, with a header that says so. */
    const withMigrations = (...hashes: readonly string[]) =>
      alter((entries) => {
        let header = Buffer.alloc(0);
        return entries.map((entry) => {
          const text = JSON.parse(entry.name === HEADER_NAME || entry.name === MANIFEST_NAME ? entry.content.toString() : 'null');
          if (entry.name === HEADER_NAME) {
            const own = text.migrations.slice(1);
            const earlier = hashes.map((hash, index) => ({ hash, createdAt: 1_795_000_000_000 + index }));
            header = Buffer.from(JSON.stringify({ ...text, migrations: [...earlier, ...own], separatorsCheckedFrom: undefined }));
            return { ...entry, content: header };
          }
          if (entry.name !== MANIFEST_NAME) return entry;
          text.entries[HEADER_NAME] = { bytes: header.length, sha256: hashOf(header) };
          return { ...entry, content: Buffer.from(JSON.stringify(text)) };
        });
      });

    it('one from before the baseline that had the last of its migrations is restored as if it had the baseline', async () => {
      const installation = await open();
      await restore(installation, await withMigrations('of-the-first', LAST_BEFORE));
      const { separatorsCheckedFrom, ...restored } = await describeDatabase(installation.databaseUrl);
      expect({ ...original, ...restored }).toEqual(original);
      // It does not say since when texts are checked, so those of all its rows are.
      expect(new Date(separatorsCheckedFrom[0].time)).toEqual(server.clock.now());
      await migrateDatabase(installation.database);
    });

    it.each([
      ['that lacks the last migration before the baseline', 'of-the-first', 'First start the last version that has'],
      ['of a newer version', 'of-tomorrow', 'The backup was made by a newer version of Leadloom'],
    ])('one %s is refused, and nothing is written', async (_, hash, message) => {
      const path = hash === 'of-tomorrow' ? await withMigrations(LAST_BEFORE, hash) : await withMigrations(hash);
      await expect(restore(untouched, path)).rejects.toThrow(message);
      expect(await readdir(untouched.dataDir)).toEqual([]);
    });
  });

  it('a backup is not restored over existing files or a database that is set up', async () => {
    const filled = await open();
    await writeFile(join(filled.dataDir, 'secret'), 'mine');
    await expect(restore(filled)).rejects.toThrow('is not empty');
    expect(await readFile(join(filled.dataDir, 'secret'), 'utf8')).toBe('mine');

    const started = await open();
    await migrateDatabase(started.database);
    await expect(restore(started)).rejects.toThrow('The database holds tables already');
    expect(await readdir(started.dataDir)).toEqual([]);
    await migrateDatabase(started.database);
  });

  it('a restore whose checksums differ at the end prevents every start, and running it again restores everything', async () => {
    const path = await alter((entries) =>
      entries.map((entry) => {
        if (entry.name !== MANIFEST_NAME) return entry;
        const manifest = JSON.parse(entry.content.toString());
        manifest.tables.companies.checksum = '1';
        return { ...entry, content: Buffer.from(JSON.stringify(manifest)) };
      }),
    );
    const installation = await open();
    await expect(restore(installation, path)).rejects.toThrow('companies is not as it was');
    const { dataDir, database } = installation;
    await expect(refuseUnfinishedRestore(dataDir)).rejects.toThrow('Run "pnpm restore" again');
    await expect(migrateDatabase(database)).rejects.toThrow('Run "pnpm restore" again');

    await mkdir(join(dataDir, 'outbox'), { recursive: true });
    await writeFile(join(dataDir, 'outbox', 'left-behind.eml'), 'half');
    await restore(installation);
    await refuseUnfinishedRestore(dataDir);
    await migrateDatabase(database);
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['2026-01-01-mail.eml']);
    expect(await describeDatabase(installation.databaseUrl)).toEqual(original);
  });
});
