import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '@leadloom/server/testing/accounts';
import {
  backUp,
  describeDatabase,
  type EmptyInstallation,
  openEmptyInstallation,
} from '@leadloom/server/testing/backups.fixture';
import { type DataCommand, startCommand } from '@leadloom/server/testing/data-command';
import { addRows } from '@leadloom/server/testing/table-rows';
import { makeTemporaryDirectory, removeDirectory } from '@leadloom/server/testing/temporary-directory';
import { startTestServer, type TestServer } from '@leadloom/server/testing/test-server';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tell } from '../security/testing/security.fixture.ts';

const UNFINISHED = 'A restore into this installation was interrupted.';
/** After so many tables, and after so many milliseconds. */
const TABLES = [1, 2, 5, 9, 14, 20, 27, 33, 40, 46, 51, 52];
const MILLISECONDS = [300, 600, 900, 1_200, 1_600, 2_000, 2_600, 3_200];

describe('a backup or a restore that is killed', { timeout: 900_000 }, () => {
  let server: TestServer;
  let folder: string;
  let backup: string;
  const counts = { 'restores killed': 0, 'backups killed': 0, 'taken for whole': 0, 'not whole afterwards': 0 };
  beforeAll(async () => {
    server = await startTestServer();
    folder = await makeTemporaryDirectory('killed-backups');
    await createAccount(server);
    await addRows(
      server.database,
      companies,
      Array.from({ length: 5_000 }, (_, index) => ({ name: `Company ${index}`, website: `https://company-${index}.example` })),
    );
    backup = await backUp(server, folder);
  });
  afterAll(async () => {
    tell('backups and restores, killed', counts);
    await server.close();
    await removeDirectory(folder);
  });

  const environmentOf = ({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR }: EmptyInstallation) => ({ DATABASE_URL, DATA_DIR });
  const kill = async (command: DataCommand, when: () => Promise<unknown>) => {
    await when();
    command.process.kill('SIGKILL');
    await command.ended();
  };
  const run = async (name: 'data' | 'restore', args: readonly string[], installation: EmptyInstallation) => {
    const command = startCommand(name, args, environmentOf(installation));
    return { code: await command.ended(), errors: command.errors() };
  };

  it.each([
    ...TABLES.map((tables) => [`after ${tables} tables`, { tables, milliseconds: 0 }] as const),
    ...MILLISECONDS.map((milliseconds) => [`after ${milliseconds} ms`, { tables: 0, milliseconds }] as const),
  ])(
    '%s, a restore is never taken for a whole one, and a second run brings everything back',
    async (_, { tables, milliseconds }) => {
      const installation = await openEmptyInstallation(server.databaseUrl);
      const restoring = startCommand('restore', [backup], environmentOf(installation));
      await kill(restoring, async () => {
        if (tables > 0)
          await expect.poll(() => restoring.errors().split('\n').length > tables, { timeout: 60_000, interval: 2 }).toBe(true);
        else await sleep(milliseconds);
      });
      counts['restores killed'] += 1;

      const isUntouched = (await readdir(installation.dataDir)).filter((name) => name !== 'server.lock').length === 0;
      const isWhole = restoring.output().startsWith('Restored.');
      if (!isUntouched && !isWhole) {
        const start = await run('data', ['sample', '--rows', '1'], installation);
        if (start.code !== 1 || !start.errors.includes(UNFINISHED)) counts['taken for whole'] += 1;
        expect(start).toMatchObject({ code: 1, errors: expect.stringContaining(UNFINISHED) });
      }
      if (!isWhole) expect(await run('restore', [backup], installation)).toMatchObject({ code: 0 });
      const [found, original] = await Promise.all([
        describeDatabase(installation.databaseUrl),
        describeDatabase(server.databaseUrl),
      ]);
      if (JSON.stringify(found) !== JSON.stringify(original)) counts['not whole afterwards'] += 1;
      expect(found).toEqual(original);
      await installation.remove();
    },
  );

  it.each([200, 400, 500, 600, 700, 800, 900, 1_000, 1_200, 1_500])(
    'after %d ms, a backup leaves no file with the name of a whole one',
    async (milliseconds) => {
      const target = await makeTemporaryDirectory('killed-backup');
      const environment = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.platform.config.dataDir };
      const command = startCommand('backup', [target], environment);
      await kill(command, () => sleep(milliseconds));
      counts['backups killed'] += 1;
      for (const name of (await readdir(target)).filter((file) => !file.startsWith('.'))) {
        const verifying = startCommand('backup', ['--verify', `${target}/${name}`], environment);
        const code = await verifying.ended();
        if (code !== 0) counts['taken for whole'] += 1;
        expect(code, verifying.errors()).toBe(0);
      }
      await removeDirectory(target);
    },
  );
});
