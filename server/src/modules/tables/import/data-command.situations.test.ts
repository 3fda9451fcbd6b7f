/** The data commands beside a running server, after one that was killed, and without any. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabaseHome } from '../../../database/embedded/database-home.ts';
import { findEmbeddedDatabase } from '../../../database/embedded/embedded-database.ts';
import { stopPostmaster } from '../../../database/embedded/postmaster.ts';
import { runData } from '../../../testing/data-command.ts';
import { findFreePort, type ServerProcess, startServerProcess } from '../../../testing/server-process.ts';
import { makeTemporaryDirectory, removeDirectory } from '../../../testing/temporary-directory.ts';

const OPERATOR_TOKEN = 'operator-token-of-this-test';

describe('the data commands on the embedded database', () => {
  let dataDir: string;
  let environment: Readonly<Record<string, string>>;
  let server: ServerProcess | null = null;
  beforeEach(async () => {
    dataDir = await makeTemporaryDirectory('data-situations');
    environment = { DATA_DIR: dataDir, PORT: String(await findFreePort()), OPERATOR_TOKEN };
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    server = null;
    await stopPostmaster(await openDatabaseHome(dataDir));
    await removeDirectory(dataDir);
  });

  const startServer = async () => {
    server = startServerProcess(environment);
    await server.ready();
    return server;
  };
  const load = async (name: string) => {
    const path = join(dataDir, `${name}.csv`);
    await writeFile(path, `name,city\n${name},Oslo\n`);
    return runData(['import', 'companies', path], environment);
  };
  /** Asked of the server: the dry run of an upload says which of the names it knows. */
  const knows = async ({ url }: ServerProcess, ...names: readonly string[]) => {
    const answer = await fetch(`${url}/api/v1/table/companies/import?dry_run=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'text/csv' },
      body: `name,city\n${names.map((name) => `${name},Oslo\n`).join('')}`,
    });
    const report = JSON.parse(await answer.text());
    return report.unchanged;
  };

  it('make, start and stop it where no server runs, and the next server has the rows', async () => {
    expect(await load('Alone')).toMatchObject({ code: 0, errors: '' });
    expect(await findEmbeddedDatabase(dataDir)).toBeNull();
    expect(await readdir(join(dataDir, 'server.lock'))).toEqual([]);
    expect(await runData(['export', 'companies'], environment)).toMatchObject({
      code: 0,
      output: expect.stringContaining('\nAlone,'),
    });
    expect(await knows(await startServer(), 'Alone', 'Nobody')).toBe(1);
  });

  it('use it beside a running server, and leave both running', async () => {
    const running = await startServer();
    const before = await findEmbeddedDatabase(dataDir);
    expect(await load('Beside')).toMatchObject({ code: 0, errors: '' });
    expect(await findEmbeddedDatabase(dataDir)).toEqual(before);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    expect(await knows(running, 'Beside')).toBe(1);
  });

  it('wait for a server that is just starting', async () => {
    server = startServerProcess(environment);
    const early = await load('Early');
    expect(early.code, early.errors).toBe(0);
    // Whichever of the two was first, the other was told or waited.
    const isUp = await server.ready().then(
      () => true,
      () => false,
    );
    if (!isUp) expect(server.output()).toContain('already runs on');
    expect(await knows(isUp ? server : await startServer(), 'Early')).toBe(1);
  });

  it('use the one a killed server left behind, and leave it to the next', async () => {
    await (await startServer()).end('SIGKILL');
    expect(await load('Orphan')).toMatchObject({ code: 0, errors: '' });
    expect(await findEmbeddedDatabase(dataDir)).not.toBeNull();
    expect(await knows(await startServer(), 'Orphan')).toBe(1);
  });
});
