import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '@leadloom/server/database/connect';
import { startEmbeddedDatabase } from '@leadloom/server/embedded/embedded-database';
import { changeOlderCluster, fillWithAccounts, findOlderMajor } from '@leadloom/server/testing/older-cluster.fixture';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';

const run = promisify(execFile);
const STARTER = fileURLToPath(new URL('testing/start-embedded.ts', import.meta.url));
const KILLS = 20;
const ACCOUNTS = 20_000;
const log = { info: () => undefined, error: () => undefined };

const older = await findOlderMajor();
if (older === null) process.stderr.write('Upgrades of the database are not killed: no older PostgreSQL is installed.\n');

describe.skipIf(older === null)('an upgrade of the database files that is killed', { timeout: 900_000 }, () => {
  let original: string;
  /** How long an upgrade takes here, in milliseconds. */
  let duration: number;
  const counts = { 'upgrades killed': 0, 'done already': 0, 'old files lost': 0, 'rows lost': 0 };

  const begin = (dataDir: string): ChildProcess =>
    spawn(process.execPath, [STARTER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const untilUp = async (starting: ChildProcess) => {
    if (starting.stdout !== null) await once(starting.stdout, 'data');
  };
  const copyOf = async (): Promise<string> => {
    const dataDir = await makeTemporaryDirectory('killed-upgrade');
    // Its files belong to the database's user.
    await run('cp', ['-a', join(original, 'postgres'), dataDir]);
    return dataDir;
  };

  beforeAll(async () => {
    original = await makeTemporaryDirectory('older');
    await changeOlderCluster(original, older ?? 0, (database) => fillWithAccounts(database, ACCOUNTS));
    const dataDir = await copyOf();
    const began = performance.now();
    const starting = begin(dataDir);
    await untilUp(starting);
    duration = performance.now() - began;
    starting.kill('SIGTERM');
    await once(starting, 'close');
    await removeDirectory(dataDir);
  });
  afterAll(async () => {
    tell('upgrades of the database, killed', counts);
    await removeDirectory(original);
  });

  it.each(Array.from({ length: KILLS }, (_, index) => index))(
    'at point %d loses nothing, and the next start finishes or begins anew',
    async (point) => {
      const dataDir = await copyOf();
      const starting = begin(dataDir);
      const closed = once(starting, 'close');
      await sleep((duration * (point + 0.5)) / KILLS);
      starting.kill('SIGKILL');
      await closed;
      counts['upgrades killed'] += 1;

      const names = await readdir(join(dataDir, 'postgres'));
      if (!names.some((name) => name === 'cluster' || name.startsWith('cluster-'))) counts['old files lost'] += 1;
      if (names.some((name) => name.startsWith('cluster-')) && names.includes('cluster')) counts['done already'] += 1;
      const database = await startEmbeddedDatabase({ dataDir, isDurable: false, log });
      const connection = connect(database.login, { onIdleError: () => undefined, poolSize: 1 });
      try {
        const { rows } = await connection.$client.query(
          "select count(*)::int as accounts, current_setting('server_version') as version from accounts",
        );
        if (rows[0]?.accounts !== ACCOUNTS) counts['rows lost'] += 1;
        expect(rows).toEqual([{ accounts: ACCOUNTS, version: expect.stringMatching(/^18\./) }]);
        const kept = (await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith(`cluster-${older}-`));
        expect(kept).toHaveLength(1);
      } finally {
        await connection.$client.end();
        await database.stop();
        await removeDirectory(dataDir);
      }
      expect(counts).toMatchObject({ 'old files lost': 0, 'rows lost': 0 });
    },
  );
});
