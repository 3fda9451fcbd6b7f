import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WorkspaceId } from '@leadloom/server/http/workspace-id';
import { createWorkspaceDestination } from '@leadloom/server/modules/destinations/destinations.service';
import { createDestinationTries } from '@leadloom/server/modules/destinations/perform-delivery';
import { queueDeliveries } from '@leadloom/server/modules/destinations/queue-deliveries.service';
import { createDestinationSender } from '@leadloom/server/modules/destinations/send-deliveries';
import { tryDestination } from '@leadloom/server/modules/destinations/test-destination.service';
import { createFilePerformer } from '@leadloom/server/modules/exports/scheduled/deliver-file';
import type { Platform } from '@leadloom/server/platform';
import { isKilled, openDoomedDatabase } from '@leadloom/server/testing/doomed-database';
import { startS3Server, type TestStore } from '@leadloom/server/testing/s3-server';
import { hasSshd, NO_SSHD, startSftpServer } from '@leadloom/server/testing/sftp-server';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { thoroughOr } from '@leadloom/server/testing/thorough';
import type { DeliveryMode, DestinationContent } from '@leadloom/shared/contract/destinations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addPerson, tell } from '../security/testing/security.fixture.ts';

const LEASE = 61_000;
/** More than there are: beyond the last one the work simply succeeds. */
const STATEMENTS = 60;
const MEGABYTE = 1024 * 1024;
const idSchema = z.array(z.object({ id: z.coerce.number() })).length(1);
const isSshdThere = await hasSshd();

describe('a server killed while it sends files', { timeout: 300_000 }, () => {
  let server: TestServer;
  let store: TestStore;
  let workspaceId: WorkspaceId;
  const counts = { 'kill points': 0, 'files lost': 0, 'files that are not whole': 0, 'files twice': 0 };
  const readRecipient = async () => ({ email: 'owner@example.com', mayBeNotified: true });

  beforeAll(async () => {
    server = await startTestServer({ doesJobs: false, environment: { DESTINATION_PRIVATE: 'on' } });
    store = await startS3Server();
    workspaceId = (await addPerson(server)).id;
  });
  afterEach(() => server.database.$client.query('delete from destinations'));
  afterAll(async () => {
    tell('files of destinations, killed', counts);
    await server.close();
    await store.close();
  });

  async function deliver(platform: Platform): Promise<void> {
    const tries = createDestinationTries({ platform, performers: { file: createFilePerformer(platform) }, readRecipient });
    const failures: unknown[] = [];
    const sender = createDestinationSender({ platform, tries, onError: (error) => void failures.push(error) });
    await sender.startDue();
    await sender.settled();
    if (failures.length > 0) throw failures[0];
  }
  /** @returns whether the server died */
  async function killedBefore(statement: number): Promise<boolean> {
    const doomed = openDoomedDatabase(server.databaseUrl, statement);
    const outcome = await deliver({ ...server.platform, database: doomed.database }).then(
      () => null,
      (error: unknown) => error,
    );
    await doomed.bury();
    if (outcome !== null) expect(isKilled(outcome), `before statement ${statement}`).toBe(true);
    return outcome !== null;
  }
  const create = async (content: DestinationContent) => {
    const owner = { workspaceId, accountId: workspaceId, email: 'mara@example.com' };
    return (await createWorkspaceDestination(server.platform, owner, content)).id;
  };
  /** An export with one file of these parts. */
  async function writeFile(name: string, parts: readonly Buffer[], fileName: string) {
    const { query } = { query: (text: string, values: unknown[]) => server.database.$client.query(text, values) };
    const made = await query(
      `insert into scheduled_exports (account_id, name, watch, table_name, frequency, time_of_day, zone, format, is_gzip, created_at)
       values ($1, $2, '{"kind":"view","id":"x"}', 'companies', 'daily', '08:00', 'UTC', 'csv', false, now()) returning id`,
      [workspaceId, name],
    );
    const [{ id: exportId }] = idSchema.parse(made.rows) as [{ id: number }];
    const written = await query(
      `insert into scheduled_export_files (account_id, export_id, file_name, is_gzip, row_count, is_complete, created_at)
       values ($1, $2, $3, false, 1, true, now()) returning id`,
      [workspaceId, exportId, fileName],
    );
    const [{ id: fileId }] = idSchema.parse(written.rows) as [{ id: number }];
    for (const [at, bytes] of parts.entries())
      await query('insert into scheduled_export_parts (file_id, part, bytes) values ($1, $2, $3)', [fileId, at, gzipSync(bytes)]);
    return { exportId, fileId };
  }
  const queue = (destinationId: string, file: { exportId: number; fileId: number }, mode: DeliveryMode) =>
    queueDeliveries(
      server.database,
      [{ workspaceId, destinationId, event: 'export.finished', task: { kind: 'file', ...file, mode } }],
      server.clock.now(),
    );
  const deliveries = async () => (await server.database.$client.query('select state from destination_deliveries')).rows;

  interface Killing {
    readonly destination: () => Promise<string>;
    readonly parts: readonly Buffer[];
    /** Statements between two kills. */
    readonly step: number;
    /** The files of a folder, by their names. */
    readonly filesIn: (folder: string) => Promise<ReadonlyMap<string, Buffer>>;
  }

  async function killEverywhere({ destination, parts, step, filesIn }: Killing): Promise<void> {
    const whole = Buffer.concat(parts);
    const before = counts['kill points'];
    for (let statement = 1; statement <= STATEMENTS; statement += step) {
      const id = await destination();
      const file = await writeFile('Norway', parts, 'companies_20260331.csv');
      await queue(id, file, 'replace');
      const isDead = await killedBefore(statement);
      const folder = `Norway-${file.exportId}`;
      // Whoever looks meanwhile sees no half of a file.
      for (const [name, bytes] of await filesIn(folder))
        counts['files that are not whole'] += name.startsWith('.') || bytes.equals(whole) ? 0 : 1;
      server.clock.advance(LEASE);
      await deliver(server.platform);
      await deliver(server.platform);
      const files = await filesIn(folder);
      const names = [`companies_20260331-${file.fileId}.csv`, 'latest.csv'];
      counts['files lost'] += names.filter((name) => !files.has(name)).length;
      counts['files twice'] += [...files.keys()].filter((name) => !names.includes(name)).length;
      for (const bytes of files.values()) counts['files that are not whole'] += bytes.equals(whole) ? 0 : 1;
      expect([...files.keys()].sort(), `killed before statement ${statement}`).toEqual(names);
      expect(counts).toMatchObject({ 'files lost': 0, 'files that are not whole': 0, 'files twice': 0 });
      expect(await deliveries()).toEqual([{ state: 'delivered' }]);
      await server.database.$client.query('delete from destinations');
      if (!isDead) break;
      counts['kill points'] += 1;
    }
    expect(counts['kill points'] - before).toBeGreaterThan(thoroughOr(5, 2));
  }

  it('an S3 store has each file once and whole, and latest is never half', async () => {
    // More than one part of an upload, which the store takes a while to put together.
    await killEverywhere({
      destination: () => create({ ...store.settings, name: 'Archive' }),
      parts: Array.from({ length: 9 }, () => randomBytes(MEGABYTE)),
      step: thoroughOr(5, 9),
      filesIn: async (folder) => {
        const keys = (await store.keys()).filter((key) => key.startsWith(`${folder}/`));
        const read = keys.map(async (key) => [key.slice(folder.length + 1), await store.read(key)] as const);
        return new Map(await Promise.all(read));
      },
    });
  });

  it.skipIf(!isSshdThere)(`an SFTP server has, too${isSshdThere ? '' : NO_SSHD}`, async () => {
    const sshd = await startSftpServer();
    try {
      const destination = async () => {
        const id = await create({ ...sshd.settings, name: 'Drop' });
        expect(await tryDestination(server.platform, workspaceId, id, new AbortController().signal)).toEqual({ ok: true });
        return id;
      };
      const parts = Array.from({ length: 3 }, () => randomBytes(MEGABYTE / 4));
      const filesIn = async (folder: string) => {
        const path = join(sshd.folder, folder);
        const names = await readdir(path).catch(() => []);
        const read = names.map(async (name) => [name, await readFile(join(path, name))] as const);
        return new Map(await Promise.all(read));
      };
      await killEverywhere({ destination, parts, step: thoroughOr(2, 6), filesIn });
    } finally {
      await sshd.close();
    }
  });

  it('rows that changed are sent once', async () => {
    const csv = (...rows: readonly string[]) => [Buffer.from(`${['id,name', ...rows].join('\n')}\n`)];
    const before = counts['kill points'];
    for (let statement = 1; statement <= STATEMENTS; statement += thoroughOr(1, 3)) {
      const id = await create({ ...store.settings, name: 'Archive' });
      const first = await writeFile('Changes', csv('1,Acme', '2,Bobbin'), 'companies_20260331.csv');
      await queue(id, first, 'changes');
      await deliver(server.platform);
      const second = await writeFile('ignored', csv('1,Acme', '2,Heddle'), 'companies_20260401.csv');
      await server.database.$client.query('update scheduled_export_files set export_id = $1 where id = $2', [
        first.exportId,
        second.fileId,
      ]);
      server.clock.advance(1_000);
      await queue(id, { ...second, exportId: first.exportId }, 'changes');
      const isDead = await killedBefore(statement);
      server.clock.advance(LEASE);
      await deliver(server.platform);
      await deliver(server.platform);
      const key = `Changes-${first.exportId}/companies_20260401-${second.fileId}-changes.csv`;
      expect((await store.read(key)).toString(), `killed before statement ${statement}`).toBe(
        'change,id,name\r\nchanged,2,Heddle\r\n',
      );
      const { rows } = await server.database.$client.query('select count(*)::int as rows from destination_rows');
      expect(rows).toEqual([{ rows: 2 }]);
      await server.database.$client.query('delete from destinations');
      if (!isDead) break;
      counts['kill points'] += 1;
    }
    expect(counts['kill points'] - before).toBeGreaterThan(8);
  });
});
