/**
 * Installs what the tests of the column store need beside the workspace: ClickHouse as a package, and ClickHouse's own client,
 * which shows that the engine of the tests behaves as a server does. 570 MB, in a folder of the user's cache, so that the
 * workspace has none of it.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Exact, since newer tags of the engine's library are older builds. The engine's own version follows from that of chdb. */
const PACKAGES = {
  dependencies: { chdb: '3.4.0', '@clickhouse/client': '1.23.1' },
  overrides: { '@clickhouse/client-common': '1.23.0', 'node-addon-api': '6.1.0', 'node-gyp-build': '4.8.4' },
} as const;

/** @returns the folder in whose `node_modules` the packages are @throws where they cannot be installed */
export async function installEngine(say: (line: string) => void): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(PACKAGES)).digest('hex').slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const home = join(cache, 'leadloom', `column-store-${hash}`);
  if (existsSync(home)) return home;
  say(`installing ClickHouse for tests, 570 MB, into ${home}`);
  // Another run may install at the same time: the first that is complete is kept.
  const building = `${home}-${randomUUID()}`;
  await mkdir(building, { recursive: true });
  try {
    await writeFile(join(building, 'package.json'), JSON.stringify({ private: true, ...PACKAGES }));
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: building });
    await rename(building, home).catch((error: unknown) => {
      if (!existsSync(home)) throw error;
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return home;
}
