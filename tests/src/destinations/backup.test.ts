/** Backups of an installation with destinations: their secrets need the passphrase, and what waited is delivered once. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { verifyBackup } from '@leadloom/server/backup/read-backup';
import { restoreBackup } from '@leadloom/server/backup/restore-backup';
import { parseSecrets } from '@leadloom/server/crypto/secret-ring';
import type { WorkspaceId } from '@leadloom/server/http/workspace-id';
import { destinationKeys, openSecrets } from '@leadloom/server/modules/destinations/destination-secret';
import { createWorkspaceDestination } from '@leadloom/server/modules/destinations/destinations.service';
import { createDestinationTries } from '@leadloom/server/modules/destinations/perform-delivery';
import { queueDeliveries } from '@leadloom/server/modules/destinations/queue-deliveries.service';
import { createDestinationSender } from '@leadloom/server/modules/destinations/send-deliveries';
import { createFilePerformer } from '@leadloom/server/modules/exports/scheduled/deliver-file';
import type { Platform } from '@leadloom/server/platform';
import { accountIdOf, createAccount } from '@leadloom/server/testing/accounts';
import { backUp, type EmptyInstallation, openEmptyInstallation } from '@leadloom/server/testing/backups.fixture';
import { startS3Server, type TestStore } from '@leadloom/server/testing/s3-server';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const PASSPHRASE = 'correct horse';
const idSchema = z.array(z.object({ id: z.coerce.number() })).length(1);
const storedSchema = z.array(z.object({ id: z.string(), secret: z.instanceof(Buffer) })).length(1);

describe('a backup with destinations', { timeout: 60_000 }, () => {
  let server: TestServer;
  let store: TestStore;
  let restored: EmptyInstallation;
  let folder: string;
  let workspaceId: WorkspaceId;
  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, environment: { DESTINATION_PRIVATE: 'on' } });
    store = await startS3Server();
    folder = await makeTemporaryDirectory('destination-backups');
    restored = await openEmptyInstallation(server.databaseUrl);
    workspaceId = await accountIdOf(server, (await createAccount(server)).email);
    const secrets = server.platform.secrets.map((secret) => `${secret.toString('hex')}\n`).join('');
    await writeFile(join(server.platform.config.dataDir, 'secrets'), secrets);
  });
  afterAll(async () => {
    await restored.remove();
    await server.close();
    await store.close();
    await removeDirectory(folder);
  });

  const query = async (statement: string, values: unknown[] = []) =>
    (await server.database.$client.query(statement, values)).rows;
  async function sendDue(platform: Platform): Promise<void> {
    const readRecipient = async () => ({ email: 'owner@example.com', mayBeNotified: true });
    const tries = createDestinationTries({ platform, performers: { file: createFilePerformer(platform) }, readRecipient });
    const onError = (error: unknown) => {
      throw error;
    };
    const sender = createDestinationSender({ platform, tries, onError });
    await sender.startDue();
    await sender.settled();
  }
  async function queueFile(destinationId: string, exportId: number): Promise<number> {
    const written = await query(
      `insert into scheduled_export_files (account_id, export_id, file_name, is_gzip, row_count, is_complete, created_at)
       values ($1, $2, 'companies.csv', false, 1, true, now()) returning id`,
      [workspaceId, exportId],
    );
    const [{ id: fileId }] = idSchema.parse(written) as [{ id: number }];
    await query('insert into scheduled_export_parts (file_id, part, bytes) values ($1, 0, $2)', [
      fileId,
      gzipSync(`name\nFile ${fileId}\n`),
    ]);
    const task = { kind: 'file', exportId, fileId, mode: 'replace' } as const;
    server.clock.advance(1_000);
    await queueDeliveries(server.database, [{ workspaceId, destinationId, event: 'export.finished', task }], server.clock.now());
    return fileId;
  }

  it('keeps their secrets behind the passphrase, and what waited is delivered once', async () => {
    const owner = { workspaceId, accountId: workspaceId, email: 'owner@example.com' };
    const { id } = await createWorkspaceDestination(server.platform, owner, { ...store.settings, name: 'Archive' });
    const made = await query(
      `insert into scheduled_exports (account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
       values ($1, 'Norway', '{"kind":"view","id":"x"}', 'companies', 'daily', '08:00', 'UTC', 'csv', false, now()) returning id`,
      [workspaceId],
    );
    const [{ id: exportId }] = idSchema.parse(made) as [{ id: number }];
    const sent = await queueFile(id, exportId);
    await sendDue(server.platform);
    const waiting = await queueFile(id, exportId);
    const path = await backUp(server, folder, PASSPHRASE);
    // The server that was backed up goes on for a while.
    await sendDue(server.platform);
    const before = await store.keys();
    expect(before).toHaveLength(3);

    const bytes = (await readFile(path)).toString('latin1');
    const [stored] = storedSchema.parse(await query('select id, secret from destinations'));
    for (const hidden of [stored?.secret.toString('latin1') ?? '', store.settings.secret_access_key]) {
      expect(hidden.length).toBeGreaterThan(5);
      expect(bytes).not.toContain(hidden);
    }
    await expect(verifyBackup({ path, passphrase: null })).rejects.toThrow('The backup is encrypted.');
    const { dataDir, database } = restored;
    const withDatabase = <Result>(work: (to: typeof database) => Promise<Result>) => work(database);
    await expect(restoreBackup({ path, passphrase: 'wrong horse' }, { dataDir, withDatabase })).rejects.toThrow();
    await restoreBackup({ path, passphrase: PASSPHRASE }, { dataDir, withDatabase });

    const lines = (await readFile(join(dataDir, 'secrets'), 'utf8')).trim().split('\n');
    const secrets = parseSecrets(lines);
    const copied = storedSchema.parse((await database.$client.query('select id, secret from destinations')).rows)[0];
    expect(openSecrets(destinationKeys(secrets), id, copied?.secret ?? Buffer.alloc(0))).toEqual({
      secret_access_key: store.settings.secret_access_key,
    });

    const states = async () =>
      (await database.$client.query('select state from destination_deliveries order by created_at')).rows.map(
        ({ state }) => state,
      );
    expect(await states()).toEqual(['delivered', 'waiting']);
    await sendDue({ ...server.platform, database, secrets });
    expect(await states()).toEqual(['delivered', 'delivered']);
    expect(await store.keys()).toEqual(before);
    const own = `Norway-${exportId}`;
    expect(before.toSorted()).toEqual(
      [`${own}/companies-${sent}.csv`, `${own}/companies-${waiting}.csv`, `${own}/latest.csv`].toSorted(),
    );
    expect((await store.read(`${own}/latest.csv`)).toString()).toBe(`name\nFile ${waiting}\n`);
  });
});
