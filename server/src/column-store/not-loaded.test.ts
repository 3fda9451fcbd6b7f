import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { codeIn } from '../testing/accounts.ts';
import { registerAt, signInAt, useServerHome } from '../testing/server-home.ts';
import type { ServerProcess } from '../testing/server-process.ts';

/** Notes each module that is loaded. */
const HOOK = `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
const file = process.env.NOTED_MODULES;
registerHooks({ load(url, context, next) { appendFileSync(file, url + '\\n'); return next(url, context); } });`;

const OF_COLUMN_STORE = /\/src\/column-store\/|\/server\/src\/.*(?:\/engine-[\w-]+|-engine)\.ts$/;

/** Of the text of a name, PostgreSQL has nothing ready. */
const NAMED = `where=${encodeURIComponent('name contains "a"')}`;
/** What a column store is asked where there is one: a total, a sort without an index, facets, a summary and a file. */
const QUESTIONS = [
  `companies?include_total=true&${NAMED}`,
  'companies?sort=city',
  `companies/facets?of=country&${NAMED}`,
  `companies/summary?by=country&measure=count&${NAMED}`,
  'companies/export?columns=name&limit=5',
] as const;

describe('what a server loads of the column store', { timeout: 120_000 }, () => {
  const home = useServerHome();

  it.each([
    ['nothing without the setting', {}, []],
    // Nobody listens there: whatever it would answer, PostgreSQL does.
    [
      'its parts with it',
      { CLICKHOUSE_URL: 'http://127.0.0.1:9', COLUMN_STORE_FROM: '0' },
      expect.arrayContaining(
        ['/feeder.ts', '/engine-total.ts', '/engine-page.ts', '/engine-counter.ts', '/engine-ids.ts'].map((name) =>
          expect.stringContaining(name),
        ),
      ),
    ],
  ])('%s', async (_, settings, loaded) => {
    const noted = join(home.dataDir, 'modules');
    const server = home.launch({
      ...settings,
      SAMPLE_DATA: 'on',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HOOK)}`,
      NOTED_MODULES: noted,
    });
    await server.ready();
    const authorization = await signInVerified(server, home.dataDir);
    for (const question of QUESTIONS) {
      const answer = await fetch(`${server.url}/api/v1/table/${question}`, { headers: { authorization } });
      expect(answer.status, `${question}: ${await answer.text()}`).toBe(200);
    }
    await server.end('SIGTERM');
    const modules = (await readFile(noted, 'utf8')).split('\n');
    expect(modules.some((url) => url.endsWith('/src/modules/tables/list/list-rows.ts'))).toBe(true);
    expect(modules.filter((url) => OF_COLUMN_STORE.test(url))).toEqual(loaded);
  });
});

/** @returns the header `Authorization` of an account whose trial runs */
async function signInVerified(server: ServerProcess, dataDir: string): Promise<string> {
  const email = 'mara@example.com';
  expect((await registerAt(server, email)).status).toBe(200);
  const outbox = join(dataDir, 'outbox');
  const mails = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(1);
  const [file = ''] = await mails();
  const { subject = '', text = '' } = await PostalMime.parse(await readFile(join(outbox, file)));
  const code = codeIn({ subject, text });
  expect((await fetch(`${server.url}/api/v1/verify/${code}`)).status).toBe(200);
  const { access_token: token } = (await (await signInAt(server, email)).json()) as { readonly access_token: string };
  return `Bearer ${token}`;
}
