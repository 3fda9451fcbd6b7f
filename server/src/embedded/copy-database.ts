/** Copies our tables from one database into another, empty one, and compares rows and checksums at the end. */
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTables } from '../backup/load-tables.ts';
import { verifyBackup } from '../backup/read-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { connect } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { listMigrations } from '../migrate/applied-migrations.ts';
import type { Login } from './superuser.ts';

interface Copying {
  readonly from: Login;
  readonly to: Login;
  /** A folder of the process's user alone, which holds the rows on their way. */
  readonly folder: string;
}

/** Copies everything in one transaction of the target. @throws {StartError} when the target is not what the source was */
export async function copyDatabase({ from, to, folder }: Copying): Promise<void> {
  const path = join(folder, 'upgrade.tar.zst');
  const [source, target] = [from, to].map((login) => connect(login, { onIdleError: () => undefined, poolSize: 1 }));
  if (source === undefined || target === undefined) return;
  try {
    if (!(await isSetUp(source))) return;
    const file = createWriteStream(path, { mode: 0o600 });
    // The files of DATA_DIR stay where they are: this folder has none of them.
    await writeBackup(file, { database: source, dataDir: join(folder, 'none'), passphrase: null, now: new Date() });
    const backup = { path, passphrase: null };
    const whole = await verifyBackup(backup);
    const client = await target.$client.connect();
    try {
      await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
      await client.query('begin');
      await loadTables(client, backup, whole);
      await client.query('commit');
      await client.query('analyze');
    } finally {
      client.release(true);
    }
  } finally {
    await rm(path, { force: true });
    await Promise.all([source, target].map((database) => database.$client.end()));
  }
}

/** A first start that was killed leaves a database without tables. */
async function isSetUp(database: Database): Promise<boolean> {
  const client = await database.$client.connect();
  try {
    return (await listMigrations(client)).length > 0;
  } finally {
    client.release();
  }
}
