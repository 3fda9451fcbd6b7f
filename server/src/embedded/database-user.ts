/**
 * PostgreSQL refuses to run as root. Started by root, the embedded server therefore runs as the owner of
 * its existing files, else as `postgres` (created where the system allows it), else as `nobody`. Anybody
 * else runs it as themselves.
 */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { nullIfMissing } from '../process/read-if-there.ts';
import { StartError } from '../process/start-error.ts';

const run = promisify(execFile);

export interface DatabaseUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Who runs the database: null means the user of this process.
 * @param home directory of the database; its owner, when it exists, stays its user
 * @throws {StartError} when root finds no other user
 */
export async function chooseDatabaseUser(home: string): Promise<DatabaseUser | null> {
  if (!isRoot()) return null;
  const owner = await stat(home).catch(nullIfMissing);
  if (owner !== null && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const user = (await findUser('postgres')) ?? (await createUser('postgres')) ?? (await findUser('nobody'));
  if (user === null) {
    throw new StartError(
      'The database cannot run as root and no other user was found: create a user named postgres, or set DATABASE_URL.',
    );
  }
  return user;
}

/** Whether `user` can pass through every directory down to `path`. Access lists beyond the mode bits are not read. */
export async function isReachableBy(path: string, user: DatabaseUser): Promise<boolean> {
  for (let directory = path; ; directory = dirname(directory)) {
    const { mode, uid, gid } = await stat(directory);
    const pass = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & pass) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}

async function findUser(name: string): Promise<DatabaseUser | null> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return fields !== undefined && uid > 0 && gid > 0 ? { name, uid, gid } : null;
}

/** Creates the user with shadow-utils, else with BusyBox; null when neither may or can. */
async function createUser(name: string): Promise<DatabaseUser | null> {
  const attempts = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', name],
  ] as const;
  for (const [command, ...options] of attempts) {
    const done = await run(command, options).then(
      () => true,
      () => false,
    );
    if (done) break;
  }
  return findUser(name);
}
