/** The data commands next to a server that is starting, and after a killed one. */
import { describe, expect, it } from 'vitest';
import { findEmbeddedDatabase } from '../../embedded/embedded-database.ts';
import { useDataSituation } from '../../testing/data-situation.ts';

describe('the data commands on the embedded database, at a bad moment', () => {
  const { home, launch, startServer, load, knows } = useDataSituation();

  it('the commands wait for a server that is just starting', async () => {
    const server = launch();
    const early = await load('Early');
    expect(early.code, early.errors).toBe(0);
    // Whichever was first, the other reported it or waited.
    const isUp = await server.ready().then(
      () => true,
      () => false,
    );
    if (!isUp) expect(server.output()).toContain('already runs on');
    expect(await knows(isUp ? server : await startServer(), 'Early')).toBe(1);
  });

  it('the commands use the database that a killed server left behind, and leave it to the next server', async () => {
    await (await startServer()).end('SIGKILL');
    expect(await load('Orphan')).toMatchObject({ code: 0, errors: '' });
    expect(await findEmbeddedDatabase(home.dataDir)).not.toBeNull();
    expect(await knows(await startServer(), 'Orphan')).toBe(1);
  });
});
