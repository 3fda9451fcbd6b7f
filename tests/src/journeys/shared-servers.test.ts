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
