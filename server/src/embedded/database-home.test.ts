import { chmod, mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTemporaryDirectory, removeDirectory } from '../testing/temporary-directory.ts';
import { movedDatabase, openDatabaseHome } from './database-home.ts';
import { isRoot } from './database-user.ts';

describe('the home of the embedded database', () => {
  let dataDir: string;
  let elsewhere: string;
  beforeEach(async () => {
    dataDir = join(await makeTemporaryDirectory('database-home'), 'data');
    await mkdir(dataDir);
    elsewhere = await makeTemporaryDirectory('database-elsewhere');
    await chmod(elsewhere, 0o755);
  });
  afterEach(async () => {
    await removeDirectory(join(dataDir, '..'));
    await removeDirectory(elsewhere);
  });

  it('a home in its data directory has not moved, nor has one that is not there yet', async () => {
    await chmod(join(dataDir, '..'), 0o755);
    expect(await movedDatabase(dataDir)).toBeNull();
    const home = await openDatabaseHome(dataDir);
    expect(home.directory).toBe(join(await realpath(dataDir), 'postgres'));
    expect(await movedDatabase(dataDir)).toBeNull();
  });

  it('a data directory that is itself a link has a home that did not move', async () => {
    await chmod(join(dataDir, '..'), 0o755);
    const link = join(elsewhere, 'link');
    await symlink(dataDir, link);
    await openDatabaseHome(link);
    expect(await movedDatabase(link)).toBeNull();
  });

  it.runIf(isRoot())(
    'below a folder that the user of the database may not enter, it moves, and it is known where to',
    async () => {
      await chmod(join(dataDir, '..'), 0o700);
      const home = await openDatabaseHome(dataDir, elsewhere);
      const [name = ''] = await readdir(elsewhere);
      expect(home.directory).toBe(join(await realpath(elsewhere), name));
      expect(await movedDatabase(dataDir)).toBe(home.directory);
    },
  );

  it('a link that leads to a folder that is gone is named, too', async () => {
    await symlink(join(elsewhere, 'gone'), join(dataDir, 'postgres'));
    expect(await movedDatabase(dataDir)).toBe(join(elsewhere, 'gone'));
  });
});
