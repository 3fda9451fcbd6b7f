import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startS3Server, type TestStore } from '../../testing/s3-server.ts';
import type { DeliveryContext, OutgoingFile } from '../connector.ts';
import { RefusedByDestination } from '../connector.ts';
import { createS3Connector } from './s3-connector.ts';

const MEGABYTE = 1024 * 1024;
const network = { isPrivateAllowed: true };
const addressSchema = z.object({ port: z.number() });

function fileOf(bytes: Buffer, name = 'companies_20260331-1.csv'): OutgoingFile {
  const read = async function* () {
    for (let at = 0; at < bytes.length; at += MEGABYTE) yield bytes.subarray(at, at + MEGABYTE);
  };
  return { name, folder: 'Norway-7', format: 'csv', isGzip: false, size: bytes.length, read };
}

describe('the connector of S3', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startS3Server();
  });
  afterAll(() => store.close());

  const open = (changes: object = {}) =>
    createS3Connector({ ...store.settings, name: 'Archive', prefix: 'leads/', ...changes }, network);
  const contextOf = (saved: DeliveryContext['progress']['saved'] = null, signal = new AbortController().signal) => {
    const kept: unknown[] = [];
    return { signal, progress: { saved, save: async (progress: object) => void kept.push(progress) }, kept };
  };

  it('a test writes and removes an object', async () => {
    const connector = open();
    expect(await connector.test(new AbortController().signal)).toEqual({});
    expect(await store.keys()).toEqual([]);
    await connector.close();
  });

  it('a run is an object of its own, and latest is the newest one', async () => {
    const connector = open();
    const [small, large] = [Buffer.from('name\nAcme\n'), randomBytes(20 * MEGABYTE)];
    await connector.sendFile(fileOf(small), 'replace', contextOf());
    await connector.sendFile(fileOf(large, 'companies_20260401-2.csv'), 'replace', contextOf());
    await connector.sendFile(fileOf(small, 'companies_20260402-3.csv'), 'append', contextOf());
    const folder = 'leads/Norway-7';
    const [first, second, third] = [1, 2, 3].map((id) => `${folder}/companies_2026${['0331', '0401', '0402'][id - 1]}-${id}.csv`);
    expect(await store.keys()).toEqual([first, second, third, `${folder}/latest.csv`]);
    expect((await store.read(second ?? '')).equals(large)).toBe(true);
    expect((await store.read(`${folder}/latest.csv`)).equals(large)).toBe(true);
    await connector.close();
  });

  it('a try that goes on does not send again what is there', async () => {
    const connector = open();
    const context = contextOf({ done: 1, upload: null });
    await connector.sendFile({ ...fileOf(Buffer.from('new\n'), 'never.csv'), folder: 'Resumed-8' }, 'replace', context);
    expect((await store.keys()).filter((key) => key.includes('Resumed-8'))).toEqual(['leads/Resumed-8/latest.csv']);
    expect(context.kept.at(-1)).toEqual({ done: 2, upload: null });
    await connector.close();
  });

  it('a file that cannot be read to its end leaves no object, and its error is not the store’s', async () => {
    const connector = open();
    const broken = new Error('the database went away');
    const read = async function* () {
      yield randomBytes(20 * MEGABYTE);
      throw broken;
    };
    const sending = connector.sendFile({ ...fileOf(Buffer.alloc(0)), folder: 'Broken-9', read }, 'replace', contextOf());
    await expect(sending).rejects.toBe(broken);
    expect((await store.keys()).filter((key) => key.includes('Broken-9'))).toEqual([]);
    await connector.close();
  });

  it.each([
    [{ secret_access_key: 'wrong-and-secret' }, 'The secret access key is not right.'],
    [{ access_key_id: 'nobody' }, 'The store does not know this access key.'],
    [{ bucket: 'nowhere' }, 'There is no bucket of this name.'],
  ])('%j is refused with a sentence', async (changes, sentence) => {
    const connector = open(changes);
    const failure = connector.test(new AbortController().signal);
    await expect(failure).rejects.toThrow(new RefusedByDestination(sentence));
    await connector.close();
  });

  it('a store that is not there, or redirects, is said without following', async () => {
    const gone = open({ endpoint: 'http://127.0.0.1:9' });
    await expect(gone.test(new AbortController().signal)).rejects.toThrow(
      'The store refused the connection. Check the endpoint and its port.',
    );
    await gone.close();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(307, { location: `${store.settings.endpoint}/exports/stolen` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = addressSchema.parse(server.address());
    const redirecting = open({ endpoint: `http://127.0.0.1:${port}` });
    await expect(redirecting.test(new AbortController().signal)).rejects.toThrow('redirects are not followed');
    expect(asked).toHaveLength(1);
    expect(await store.keys()).not.toContain('stolen');
    await redirecting.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('a store that answers without end is left, whether it sends much or little', async () => {
    let sent = 0;
    const drip = setInterval(() => {
      for (const response of open) response.write('.');
    }, 20);
    const open: ServerResponse[] = [];
    const server = createServer((request, response) => {
      response.writeHead(request.url?.startsWith('/much/') ? 500 : 200, { 'content-type': 'application/xml' });
      if (!request.url?.startsWith('/much/')) return void open.push(response);
      const pump = () => {
        while (!response.destroyed && sent < 64 * MEGABYTE) {
          sent += MEGABYTE;
          if (!response.write(Buffer.alloc(MEGABYTE, ' '))) return void response.once('drain', pump);
        }
      };
      pump();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${addressSchema.parse(server.address()).port}`;
    const flooding = createS3Connector({ ...store.settings, name: 'Archive', endpoint, bucket: 'much' }, network);
    await expect(flooding.test(new AbortController().signal)).rejects.toThrow(
      'The store answered more than it should. Check the endpoint.',
    );
    expect(sent).toBeLessThan(32 * MEGABYTE);
    await flooding.close();
    const stop = new AbortController();
    const dripping = createS3Connector({ ...store.settings, name: 'Archive', endpoint, bucket: 'little' }, network);
    const waiting = dripping.test(stop.signal).catch((error: unknown) => error);
    await expect.poll(() => open.length).toBe(1);
    stop.abort();
    expect(await waiting).toBeInstanceOf(Error);
    await dripping.close();
    clearInterval(drip);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('private addresses are refused unless they are allowed', async () => {
    const refuse = (endpoint: string) => () =>
      createS3Connector({ ...store.settings, name: 'Archive', endpoint }, { isPrivateAllowed: false });
    for (const endpoint of [
      store.settings.endpoint,
      'https://10.0.0.1',
      'https://[::1]',
      'https://localhost',
      'http://s3.example',
    ])
      expect(refuse(endpoint), endpoint).toThrow(RefusedByDestination);
    // Its bucket makes the name another one, which is looked up and judged when the connection is opened.
    const connector = createS3Connector(
      { ...store.settings, name: 'Archive', endpoint: 'https://localtest.invalid', path_style: false },
      { isPrivateAllowed: false },
    );
    await expect(connector.test(new AbortController().signal)).rejects.toThrow('The store has no public address.');
    await connector.close();
  });
});
