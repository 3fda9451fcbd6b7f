/** What a server's process survives that is slow to show. */
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { registerAt, signInAt, useServerHome } from './testing/server-home.ts';

describe('the server’s process, killed', { timeout: 120_000 }, () => {
  const home = useServerHome();

  it('everything acknowledged is there after the server and the database are killed', async () => {
    const first = home.launch();
    await first.ready();
    expect((await registerAt(first, 'kept@example.com')).status).toBe(200);
    process.kill(await home.postmasterPid(), 'SIGKILL');
    await first.end('SIGKILL');

    const second = home.launch();
    await second.ready();
    expect((await signInAt(second, 'kept@example.com')).status).toBe(200);
  });

  it('a server starts after a first start that was killed while it created the database', async () => {
    const first = home.launch();
    const isMaking = async () =>
      (await readdir(join(home.dataDir, 'postgres')).catch(() => [])).some((name) => name.startsWith('unfinished'));
    while (!(await isMaking())) await sleep(5);
    await first.end('SIGKILL');

    const second = home.launch();
    await second.ready();
    expect((await registerAt(second, 'new@example.com')).status).toBe(200);
  });

  it('a server told to stop while it creates the database stops, and starts the next time', async () => {
    const first = home.launch();
    while (
      !(await access(join(home.dataDir, 'postgres/password')).then(
        () => true,
        () => false,
      ))
    )
      await sleep(5);
    expect(await first.end('SIGTERM')).toBe(0);
    const second = home.launch();
    await second.ready();
  });
});
