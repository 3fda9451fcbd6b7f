/** Backups of a test server, and empty installations to restore them into. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { listTables, sumTable, TEXT_SETTINGS } from '../backup/table-contents.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { makeTemporaryDirectory, removeDirectory } from './temporary-directory.ts';
import { databaseUrl, execute } from './test-database.ts';
import type { TestServer } from './test-server.ts';

export interface EmptyInstallation {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly database: Database;
  remove(): Promise<void>;
}

/** @param url of any database of the shared test server */
export async function openEmptyInstallation(url: string): Promise<EmptyInstallation> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await execute(url, `create database ${name} template template0`);
  const dataDir = await makeTemporaryDirectory('restored');
  const database = connect(databaseUrl(url, name), { onIdleError: () => undefined, poolSize: 4 });
  return {
    dataDir,
    databaseUrl: databaseUrl(url, name),
    database,
    remove: async () => {
      await database.$client.end();
      await execute(url, `drop database if exists ${name} with (force)`);
      await removeDirectory(dataDir);
    },
  };
}

/** The work factor is low, as with hashes of passwords: nobody guesses the passphrases of tests. */
const WORK_FACTOR = 10;

/** @returns the path of the file */
export async function backUp(server: TestServer, folder: string, passphrase: string | null = null): Promise<string> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.tar.zst`);
  const { platform, database, clock } = server;
  const { dataDir } = platform.config;
  const options = { database, dataDir, passphrase, workFactor: WORK_FACTOR, now: clock.now() };
  await writeBackup(createWriteStream(path), options);
  return path;
}

/** Every table with its rows and checksum, every sequence, index, foreign key and trigger, and since when texts are checked. */
export async function describeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(TEXT_SETTINGS);
    const tables: Record<string, unknown> = {};
    for (const table of await listTables(client)) tables[table.name] = await sumTable(client, table);
    const read = async (statement: string) => (await client.query(statement)).rows;
    return {
      tables,
      sequences: await read("select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1"),
      indexes: await read("select indexdef from pg_indexes where schemaname = 'public' order by indexdef"),
      constraints: await read(
        `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition, convalidated from pg_constraint
         where connamespace = 'public'::regnamespace order by 1, 2`,
      ),
      triggers: await read(
        'select tgrelid::regclass::text as of, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2',
      ),
      separatorsCheckedFrom: await read('select separators_checked_from()::text as time'),
      migrations: await read('select hash, created_at from drizzle.__drizzle_migrations order by created_at'),
    };
  } finally {
    await client.end();
  }
}
