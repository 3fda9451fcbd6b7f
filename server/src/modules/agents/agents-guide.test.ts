import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { companies } from '@leadloom/shared/tables/companies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKeyHolder, type KeyHolder } from '../../testing/key-holder.ts';
import { addRows } from '../../testing/table-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { agentTools } from './agent-tools.ts';

const ADDRESS = 'https://leads.example.com';

const run = promisify(execFile);
const guide = await readFile(join(import.meta.dirname, '../../../../docs/agents.md'), 'utf8');

/** The examples in a language, with the headings they stand under. */
function examples(language: string): { readonly client: string; readonly text: string }[] {
  return guide.split(/^### /m).flatMap((section) => {
    const [client = ''] = section.split('\n');
    const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
    return [...blocks].map(([, text = '']) => ({ client, text }));
  });
}

const httpEntry = z
  .strictObject({
    type: z.literal('http').optional(),
    url: z.literal(`${ADDRESS}/mcp`).optional(),
    httpUrl: z.literal(`${ADDRESS}/mcp`).optional(),
    headers: z.strictObject({ Authorization: z.string().regex(/^Bearer \$\{[\w:-]+\}$/) }),
  })
  .refine(({ url, httpUrl }) => (url === undefined) !== (httpUrl === undefined));
const commandEntry = z.strictObject({
  command: z.literal('npx'),
  args: z.tuple([z.literal('-y'), z.literal('mcp-remote'), z.literal(`${ADDRESS}/mcp`), z.literal('--header'), z.string()]),
  env: z.strictObject({ AUTHORIZATION: z.string().startsWith('Bearer ') }),
});
const entry = z.strictObject({ leadloom: z.union([httpEntry, commandEntry]) });
const configuration = z.union([
  z.strictObject({ mcpServers: entry }),
  z.strictObject({ servers: entry, inputs: z.tuple([z.object({ id: z.string(), password: z.literal(true) })]) }),
]);

describe('the guide for agents', () => {
  let server: TestServer;
  let holder: KeyHolder;
  let origin: string;

  beforeAll(async () => {
    server = await startTestServer();
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    holder = await createKeyHolder(server);
    await addRows(server.database, companies, [{ name: 'Shuttle Works', website: 'https://shuttle.example', country: 'Norway' }]);
  });
  afterAll(() => server.close());

  it('every configuration is valid, names the address and takes the key from outside', () => {
    const found = examples('json');
    expect(found.map(({ client }) => client)).toEqual([
      'Claude Code',
      'Claude Desktop',
      'Cursor',
      'Visual Studio Code',
      'Gemini CLI',
    ]);
    for (const { client, text } of found) expect(configuration.safeParse(JSON.parse(text)).error, client).toBeUndefined();
    const [{ text: toml } = { text: '' }] = examples('toml');
    expect(toml).toContain(`url = "${ADDRESS}/mcp"`);
    expect(toml).toMatch(/^bearer_token_env_var = "LEADLOOM_API_KEY"$/m);
  });

  it('the program runs as it is printed, and finds rows', async () => {
    const [{ text } = { text: '' }] = examples('js');
    expect(text).toContain(ADDRESS);
    // Beside the packages, so that the program finds the SDK.
    const folder = await mkdtemp(join(import.meta.dirname, '../../../node_modules/.agents-guide-'));
    try {
      const file = join(folder, 'agent.mjs');
      await writeFile(file, text.replaceAll(ADDRESS, origin));
      const { stdout } = await run(process.execPath, [file], { env: { LEADLOOM_API_KEY: holder.key } });
      expect(JSON.parse(stdout)).toMatchObject({ total: 1, data: [{ name: 'Shuttle Works' }] });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('the table of tools names every tool and all of its arguments', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` +\| ([^|]+) \|/gm)].map(([, tool = '', cells = '']) => ({
      tool,
      names: [...cells.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    }));
    const described = agentTools.map(({ name, inputSchema }) => ({
      tool: name,
      names: expect.toSatisfy(
        (names: string[]) =>
          names.sort().join() ===
          Object.keys(inputSchema.properties ?? {})
            .sort()
            .join(),
      ),
    }));
    expect(rows).toEqual(described);
  });
});
