/** The data commands next to a running server, and without one. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEmbeddedDatabase } from '../../embedded/embedded-database.ts';
import { useDataSituation } from '../../testing/data-situation.ts';

/** Nothing, or the progress that a slow machine prints. */
const PROGRESS = /^(?:(?:read|storing) .*\n)*$/;

describe('the data commands on the embedded database', () => {
  const { home, data, startServer, load, knows } = useDataSituation();

  it('the commands create, start and stop the database where no server runs; beside one they use it and leave both running', async () => {
    expect(await load('Alone')).toMatchObject({ code: 0, errors: expect.stringMatching(PROGRESS) });
    expect(await findEmbeddedDatabase(home.dataDir)).toBeNull();
    expect(await readdir(join(home.dataDir, 'server.lock'))).toEqual([]);
    const running = await startServer();
    expect(await knows(running, 'Alone', 'Nobody')).toBe(1);

    const before = await findEmbeddedDatabase(home.dataDir);
    expect(await load('Beside')).toMatchObject({ code: 0, errors: expect.stringMatching(PROGRESS) });
    expect(await data('export', 'companies')).toMatchObject({ code: 0, output: expect.stringContaining('\nAlone,') });
    expect(await findEmbeddedDatabase(home.dataDir)).toEqual(before);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
    expect(await knows(running, 'Beside')).toBe(1);
  });
});
