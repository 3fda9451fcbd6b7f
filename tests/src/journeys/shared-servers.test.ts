import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LeadloomProcess } from './leadloom-process.ts';
import { shareServers } from './shared-servers.ts';

function createPrograms() {
  const started: (string | null)[] = [];
  const stopped: (string | null)[] = [];
  let printed = '';
  const start = async (knownAs: string | null): Promise<LeadloomProcess> => {
    started.push(knownAs);
    return {
      port: 1,
      publicUrl: knownAs ?? 'http://localhost:1',
      dataDir: '/nowhere',
      isShared: false,
      outboxPath: '/outbox',
      log: () => printed,
      stop: async () => void stopped.push(knownAs),
    };
  };
  return { started, stopped, start, print: (text: string) => (printed += text) };
}

it('starts one server for each address, however many journeys borrow it, and stops each once', async () => {
  const { started, stopped, start } = createPrograms();
  const servers = shareServers(start);
  await Promise.all([servers.borrow(null), servers.borrow(null), servers.borrow('http://app.example')]);
  await servers.borrow(null);
  expect(started).toEqual([null, 'http://app.example']);
  await servers.close();
  expect(stopped).toEqual([null, 'http://app.example']);
});

it('lets no journey stop the server, and shows each what was printed since it came', async () => {
  const { stopped, start, print } = createPrograms();
  const servers = shareServers(start);
  print('of the first');
  const server = await servers.borrow(null);
  print('of the second');
  expect(server.isShared).toBe(true);
  expect(server.log()).toBe('of the second');
  await expect(server.stop()).rejects.toThrow('shares its server');
  expect(stopped).toEqual([]);
});

it('no account is named by two journeys that share a server: who came second would find what the first one left', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.spec.ts'));
  const journeys = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(import.meta.dirname, name), 'utf8') })),
  );
  const sharing = journeys.filter(({ text }) => text.includes('sharesServer: true'));
  expect(sharing.length).toBeGreaterThan(10);
  const namedBy = new Map<string, string[]>();
  for (const { name, text } of sharing)
    for (const address of new Set(text.match(/[\w.+-]+@[\w.-]*example[\w.-]*/g)))
      namedBy.set(address, [...(namedBy.get(address) ?? []), name]);
  expect([...namedBy].filter(([, by]) => by.length > 1)).toEqual([]);
});
