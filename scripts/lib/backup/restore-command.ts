/** `pnpm restore`: loads a backup into an empty installation. */
import { restoreBackup } from '../../../server/src/backup/restore-backup.ts';
import type { Config } from '../../../server/src/config.ts';
import { openDataDir } from '../../../server/src/process/data-dir.ts';
import { withDatabase } from '../data/open-database.ts';
import { filePath, readArguments, UsageError } from '../data/usage.ts';
import { describeBackup, readPassphrase } from './describe-backup.ts';

export const restoreUsage = `Loads what "pnpm backup" wrote into an empty installation: an empty DATA_DIR and, where DATABASE_URL is set, an
empty database. Rows and checksums are compared at the end. A restore that was interrupted is begun anew by running it again.

  pnpm restore <file>

  BACKUP_PASSPHRASE opens an encrypted file.
  Settings are the server's own: DATA_DIR, DATABASE_URL and the others, see docs/operator-guide.md.`;

export async function restoreCommand(args: readonly string[], config: Config): Promise<number> {
  const { positionals } = readArguments(args, {});
  const [path, tooMany] = positionals;
  if (path === undefined) throw new UsageError('name a file');
  if (tooMany !== undefined) throw new UsageError(`"${tooMany}" is one argument too many`);
  await openDataDir(config.dataDir);
  const backup = await restoreBackup(
    { path: filePath(path), passphrase: readPassphrase() },
    {
      dataDir: config.dataDir,
      withDatabase: (work) => withDatabase(config, work, { command: 'pnpm restore', isRestoring: true }),
      onTable: (name, rows) => process.stderr.write(`${name}: ${rows.toLocaleString('en-GB')} rows\n`),
    },
  );
  process.stdout.write(`Restored. ${describeBackup(backup)}\n`);
  return 0;
}
