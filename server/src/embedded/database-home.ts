/**
 * Where the embedded database lives: `DATA_DIR/postgres`, owned by the user it runs as. When root starts
 * the server inside a directory closed to that user (a clone under /root), the home moves to
 * /var/lib/leadloom and `DATA_DIR/postgres` becomes a link to it.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { hasCode, isThere, nullIfMissing } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';
import { chooseDatabaseUser, type DatabaseUser, isReachableBy } from './database-user.ts';

const ELSEWHERE = '/var/lib/leadloom';

export interface DatabaseHome {
  /** Real path, 0700, of `user`. */
  readonly directory: string;
  /** Where a private copy of the binaries may go; `user` can reach it. */
  readonly parent: string;
  /** null: the user of this process. */
  readonly user: DatabaseUser | null;
  /** PGDATA. */
  readonly cluster: string;
  /** The password of the application's role. */
  readonly passwordFile: string;
  readonly superuserPasswordFile: string;
  readonly logFile: string;
}

/**
 * @param elsewhere where the home goes if it cannot be in the data directory
 * @throws {StartError} when the directory belongs to somebody else or no place is open to the database's user
 */
export async function openDatabaseHome(dataDir: string, elsewhere = ELSEWHERE): Promise<DatabaseHome> {
  const link = join(dataDir, 'postgres');
  const user = await chooseDatabaseUser(link);
  if (user !== null && !(await isThere(link))) await placeFor(user, { dataDir, link, elsewhere });
  await mkdir(link, { recursive: true, mode: 0o700 });
  const directory = await realpath(link);
  await own(directory, user);
  return {
    directory,
    parent: dirname(directory),
    user,
    cluster: join(directory, 'cluster'),
    passwordFile: join(directory, 'password'),
    superuserPasswordFile: join(directory, 'superuser-password'),
    logFile: join(directory, 'server.log'),
  };
}

/**
 * Where the embedded database of a data directory is, if it could not be inside it; else null. It must be deleted together
 * with the data directory.
 */
export async function movedDatabase(dataDir: string): Promise<string | null> {
  const target = await readlink(join(dataDir, 'postgres')).catch((error: unknown) => {
    // EINVAL: the path is no link.
    return hasCode(error, 'EINVAL') ? null : nullIfMissing(error);
  });
  return target === null ? null : resolve(dataDir, target);
}

/** Gives a path to the database's user; a no-op unless root. */
export async function giveTo(path: string, user: DatabaseUser | null): Promise<void> {
  if (user !== null) await chown(path, user.uid, user.gid);
}

interface Places {
  readonly dataDir: string;
  readonly link: string;
  readonly elsewhere: string;
}

async function placeFor(user: DatabaseUser, { dataDir, link, elsewhere }: Places): Promise<void> {
  // Passing through the data directory shows nothing of it: secrets inside are 0600.
  await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
  if (await isReachableBy(dataDir, user)) return;
  const place = join(elsewhere, randomBytes(6).toString('hex'));
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
    if (!(await isReachableBy(place, user))) throw new Error(`${user.name} cannot access ${place}`);
    await symlink(place, link);
  } catch (cause) {
    throw new StartError(
      `The database runs as ${user.name}, who can reach neither ${dataDir} nor ${elsewhere}. Set DATA_DIR to a directory ` +
        'open to that user, or set DATABASE_URL.',
      { cause },
    );
  }
}

async function own(directory: string, user: DatabaseUser | null): Promise<void> {
  const { uid } = await stat(directory);
  if (user === null && process.getuid !== undefined && uid !== process.getuid()) {
    throw new StartError(`${directory} belongs to another user (uid ${uid}). Start as that user, or set DATA_DIR.`);
  }
  await giveTo(directory, user);
  await chmod(directory, 0o700);
}
