/** `pnpm backup`: writes a backup, or verifies one. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyBackup } from '../../../server/src/backup/read-backup.ts';
import { type BackupOptions, writeBackup } from '../../../server/src/backup/write-backup.ts';
import type { Config } from '../../../server/src/config.ts';
import { syncDirectory } from '../../../server/src/process/sync-directory.ts';
import { withDatabase } from '../data/open-database.ts';
import { filePath, readArguments, UsageError } from '../data/usage.ts';
import { describeBackup, readPassphrase } from './describe-backup.ts';

export const backupUsage = `The whole installation in one file: all tables as of one moment, secrets, outbox and catalogue.
Works while the server runs, and while it does not.

  pnpm backup <folder>          write a new file into the folder and print its name; "-" is standard output
  pnpm backup --verify <file>   read a backup from start to end and say whether it is whole

  BACKUP_PASSPHRASE encrypts the file, in the age format. Without it, whoever can read the file can read everything.
  Settings are the server's own: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export async function backupCommand(args: readonly string[], config: Config): Promise<number> {
  const { values, positionals } = readArguments(args, { verify: { type: 'string' } });
  if (values.verify !== undefined) {
    if (positionals.length > 0) throw new UsageError('--verify takes one file');
    const backup = await verifyBackup({ path: filePath(values.verify), passphrase: readPassphrase() });
    process.stdout.write(`The backup is whole. ${describeBackup(backup)}\n`);
    return 0;
  }
  const [target, tooMany] = positionals;
  if (target === undefined) throw new UsageError('name a folder, or "-" for standard output');
  if (tooMany !== undefined) throw new UsageError(`"${tooMany}" is one argument too many`);
  await withDatabase(
    config,
    async (database) => {
      const options = { database, dataDir: config.dataDir, passphrase: readPassphrase(), now: new Date() };
      if (target === '-') await writeBackup(process.stdout, options);
      else process.stdout.write(`${await writeFile(filePath(target), options)}\n`);
    },
    { command: 'pnpm backup' },
  );
  return 0;
}

/** The file has its name only once it is whole and on the disk. */
async function writeFile(folder: string, options: BackupOptions): Promise<string> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new UsageError(`there is no folder "${folder}"`);
  const time = options.now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const name = `leadloom-${time}-${randomBytes(2).toString('hex')}.tar.zst${options.passphrase === null ? '' : '.age'}`;
  const partial = join(folder, `.${name}.partial`);
  try {
    await writeBackup(createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }), options);
    await rename(partial, join(folder, name));
    await syncDirectory(folder);
    return join(folder, name);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
