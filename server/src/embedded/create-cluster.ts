/**
 * Makes the database files on the first start. They are made in another folder and renamed into their place, so a start
 * that was killed half-way leaves nothing that looks finished.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIfThere } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import { syncDirectory } from '../process/sync-directory.ts';
import type { Binaries } from './binaries.ts';
import { type DatabaseHome, giveTo } from './database-home.ts';

const run = promisify(execFile);
const UNFINISHED = 'unfinished-';

export const SUPERUSER = 'postgres';

/** Major version the files were written by; null before the first start. */
export async function clusterVersion(home: DatabaseHome): Promise<number | null> {
  const text = await readIfThere(join(home.cluster, 'PG_VERSION'));
  return text === null ? null : Number.parseInt(text.toString(), 10);
}

/** The password of the application's role, made on the first call. */
export async function readOrCreatePassword(home: DatabaseHome): Promise<string> {
  const known = (await readIfThere(home.passwordFile))?.toString().trim() ?? '';
  if (known !== '') return known;
  if ((await clusterVersion(home)) !== null) {
    throw new StartError(
      `${home.passwordFile} is missing, and ${home.cluster} cannot be opened without it. Restore it or set DATA_DIR.`,
    );
  }
  const password = createPassword();
  await writeDurably(home, home.passwordFile, `${password}\n`);
  return password;
}

/** Letters and digits only. */
export function createPassword(): string {
  return randomBytes(24).toString('hex');
}

/** @param isDurable false skips waiting for the disk: databases of tests only */
export async function createCluster(home: DatabaseHome, binaries: Binaries, isDurable: boolean): Promise<void> {
  await removeUnfinished(home);
  const known = (await readIfThere(home.superuserPasswordFile))?.toString().trim() ?? '';
  if (known === '') await writeDurably(home, home.superuserPasswordFile, `${createPassword()}\n`);
  const partial = unfinished(home);
  // A sort order every system has alike; PostgreSQL before 17 knows it only through the C library.
  const locale =
    binaries.major >= 17 ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  try {
    await run(
      binaries.initdb,
      [
        ...['-D', partial, '-U', SUPERUSER, '--pwfile', home.superuserPasswordFile],
        ...['--auth=scram-sha-256', '--encoding=UTF8', '--data-checksums', '--no-instructions', ...locale],
        ...(isDurable ? [] : ['--no-sync']),
      ],
      { ...databaseProcess(home), timeout: 120_000 },
    );
  } catch (cause) {
    await removeUnfinished(home);
    throw new StartError(explain(cause), { cause });
  }
  await rename(partial, home.cluster);
  if (isDurable) await syncDirectory(home.directory);
}

/** Options every process of the database is spawned with: its user, and nothing of our environment. */
export function databaseProcess({ user }: DatabaseHome) {
  return {
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    cwd: '/',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    },
  };
}

function unfinished(home: DatabaseHome): string {
  return join(home.directory, UNFINISHED + randomBytes(6).toString('hex'));
}

async function removeUnfinished(home: DatabaseHome): Promise<void> {
  const names = (await readdir(home.directory)).filter((name) => name.startsWith(UNFINISHED));
  // An initdb whose parent was killed may still be writing there; it fails once its directory is gone.
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
  await Promise.all(names.map((name) => rm(join(home.directory, name), options)));
}

function explain(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  if (/could not look up effective user ID/.test(output)) {
    return (
      `The user of this process (uid ${process.getuid?.()}) has no entry in /etc/passwd, which PostgreSQL needs. ` +
      'Add one, start as another user, or set DATABASE_URL.'
    );
  }
  const reason = output.split('\n').find((line) => /error|fatal|could not/i.test(line)) ?? output.trim().split('\n').at(-1) ?? '';
  return `The database files could not be created: ${reason.replace(/^initdb: (error: )?/, '')}`;
}

/** A file of the database's user alone, whole or not there. */
export async function writeDurably(home: DatabaseHome, path: string, text: string): Promise<void> {
  const partial = unfinished(home);
  const file = await open(partial, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await giveTo(partial, home.user);
  await rename(partial, path);
  await syncDirectory(home.directory);
}
