import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registerAt, useServerHome } from '../testing/server-home.ts';

/** Notes each module that is loaded. */
const HOOK = `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const file = process.env.NOTED_MODULES;
registerHooks({ load(url, context, next) { appendFileSync(file, url + '\\n'); return next(url, context); } });`;

const OF_COLUMN_STORE = /\/src\/column-store\/|\/server\/src\/.*(?:\/engine-[\w-]+|-engine)\.ts$/;

describe('what a server loads of the column store', { timeout: 120_000 }, () => {
  const home = useServerHome();

  it.each([
    ['nothing without the setting', {}, []],
    // Nobody listens there: whatever it would answer, PostgreSQL does.
    ['its parts with it', { CLICKHOUSE_URL: 'http://127.0.0.1:9' }, expect.arrayContaining([expect.stringContaining('feeder')])],
  ])('%s', async (_, settings, loaded) => {
    const noted = join(home.dataDir, 'modules');
    const server = home.launch({
      ...settings,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HOOK)}`,
      NOTED_MODULES: noted,
    });
    await server.ready();
    expect((await registerAt(server, 'mara@example.com')).status).toBe(200);
    await server.end('SIGTERM');
    const modules = (await readFile(noted, 'utf8')).split('\n');
    expect(modules.some((url) => url.endsWith('/src/modules/tables/list/list-rows.ts'))).toBe(true);
    expect(modules.filter((url) => OF_COLUMN_STORE.test(url))).toEqual(loaded);
  });
});
