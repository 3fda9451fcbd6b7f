import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasSshd, NO_SSHD, startSftpServer, type TestSftpServer } from '../../testing/sftp-server.ts';
import type { DeliveryContext, OutgoingFile } from '../connector.ts';
import { RefusedByDestination } from '../connector.ts';
import { createSftpConnector } from './sftp-connector.ts';

const MEGABYTE = 1024 * 1024;
const addressSchema = z.object({ port: z.number() });
const network = { isPrivateAllowed: true };
const unstopped = () => new AbortController().signal;
const isThere = await hasSshd();

function fileOf(bytes: Buffer, name = 'companies_20260331-1.csv'): OutgoingFile {
  const read = async function* () {
    for (let at = 0; at < bytes.length; at += MEGABYTE) yield bytes.subarray(at, at + MEGABYTE);
  };
  return { name, folder: 'Norway-7', format: 'csv', isGzip: false, size: bytes.length, read };
}

describe.skipIf(!isThere)(`the connector of SFTP${isThere ? '' : NO_SSHD}`, () => {
  let server: TestSftpServer;
  let hostKey: string;
  beforeAll(async () => {
    server = await startSftpServer();
    const connector = open({}, null);
    hostKey = (await connector.test(unstopped())).hostKey ?? '';
    await connector.close();
  });
  afterAll(() => server.close());

  const open = (changes: object = {}, pinned: string | null = hostKey) =>
    createSftpConnector({ ...server.settings, name: 'Drop', ...changes }, { network, hostKey: pinned });
  const contextOf = (saved: DeliveryContext['progress']['saved'] = null, signal = unstopped()) => {
    const kept: Readonly<Record<string, unknown>>[] = [];
    return {
      signal,
      progress: { saved, save: async (progress: Readonly<Record<string, unknown>>) => void kept.push(progress) },
      kept,
    };
  };

  it('a test says the host key, and leaves nothing behind', async () => {
    expect(hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    const connector = open();
    expect(await connector.test(unstopped())).toEqual({ hostKey });
    expect(await readdir(server.folder)).toEqual([]);
    await connector.close();
  });

  it('a run is a file of its own, and latest is the newest one', async () => {
    const connector = open();
    const [small, large] = [Buffer.from('name\nAcme\n'), randomBytes(9 * MEGABYTE)];
    await connector.sendFile(fileOf(small), 'replace', contextOf());
    await connector.close();
    const another = open();
    await another.sendFile(fileOf(large, 'companies_20260401-2.csv'), 'replace', contextOf());
    await another.close();
    const folder = join(server.folder, 'Norway-7');
    expect((await readdir(folder)).sort()).toEqual(['companies_20260331-1.csv', 'companies_20260401-2.csv', 'latest.csv']);
    expect((await readFile(join(folder, 'latest.csv'))).equals(large)).toBe(true);
    expect((await readFile(join(folder, 'companies_20260331-1.csv'))).equals(small)).toBe(true);
  });

  it('what a killed try left is removed, and what was done is not done again', async () => {
    const folder = join(server.folder, 'Norway-8');
    await mkdir(folder);
    const temporary = join(folder, '.latest.csv.killed.part');
    await writeFile(temporary, 'half');
    const connector = open();
    await connector.sendFile(
      { ...fileOf(Buffer.from('new\n')), folder: 'Norway-8' },
      'replace',
      contextOf({ done: 1, temporary }),
    );
    expect(await readdir(folder)).toEqual(['latest.csv']);
    await connector.close();
  });

  it('a file that cannot be read to its end does not get its name, and its error is not the server’s', async () => {
    const broken = new Error('the database went away');
    const read = async function* () {
      yield randomBytes(MEGABYTE);
      throw broken;
    };
    const connector = open();
    const sending = connector.sendFile({ ...fileOf(Buffer.alloc(0)), folder: 'Norway-9', read }, 'replace', contextOf());
    await expect(sending).rejects.toBe(broken);
    expect(await readdir(join(server.folder, 'Norway-9'))).toEqual([]);
    await connector.close();
  });

  it('a connection that breaks is said, and the file has no name yet', async () => {
    const connector = open();
    const read = async function* () {
      yield randomBytes(MEGABYTE);
      server.breakConnections();
      yield randomBytes(MEGABYTE);
    };
    const context = contextOf();
    const sending = connector.sendFile({ ...fileOf(Buffer.alloc(0)), folder: 'Norway-10', read }, 'append', context);
    await expect(sending).rejects.toThrow(/^The (?:connection to the server failed|server ended the connection)/);
    const names = await readdir(join(server.folder, 'Norway-10'));
    expect(names.filter((name) => !/^\.companies.*\.part$/.test(name))).toEqual([]);
    // The next try removes what may be there.
    expect(context.kept).toEqual([{ done: 0, temporary: expect.stringMatching(/Norway-10\/\.companies.*\.part$/) }]);
    await connector.close();
  });

  it('a user, a folder or a key that is not right is refused with a sentence', async () => {
    const other = await startSftpServer();
    const wrong = [
      [{ private_key: other.settings.private_key }, 'did not accept the user name'],
      [{ private_key: undefined, password: 'a-wrong-password' }, 'did not accept the user name'],
      [{ private_key: 'no key' }, 'private key cannot be read'],
    ] as const;
    await other.close();
    for (const [changes, sentence] of wrong) {
      const connector = open(changes);
      const failure = await connector.test(unstopped()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RefusedByDestination);
      expect(String(failure)).toContain(sentence);
      expect(String(failure)).not.toContain('a-wrong-password');
      await connector.close();
    }
  });

  it('what is no server of SFTP, or does not answer, is said with what to check', async () => {
    const answering = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(`SSH-2.0-other\r\n${'x'.repeat(100_000)}`);
    });
    await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
    const { port } = addressSchema.parse(answering.address());
    const places = [
      [{ host: 'nowhere.invalid' }, /^The host name nowhere\.invalid (?:was not found|could not be looked up)\. Check the host/],
      [{ port: 9 }, /^The server refused the connection\. Check the host and its port\.$/],
      [{ port }, /^What answered is no SFTP server\. Check the port\.$/],
      [{ folder: '/proc/nowhere' }, /^The server has no such folder, and it could not be made\.$/],
    ] as const;
    for (const [changes, sentence] of places) {
      const connector = open(changes);
      await expect(connector.test(unstopped())).rejects.toThrow(sentence);
      await connector.close();
    }
    await new Promise((resolve) => answering.close(resolve));
  });

  it('a server whose key is not pinned yet gets no files', async () => {
    const connector = open({}, null);
    const sending = connector.sendFile({ ...fileOf(Buffer.from('x')), folder: 'Unpinned' }, 'append', contextOf());
    await expect(sending).rejects.toThrow('Test the destination first.');
    expect(await readdir(server.folder)).not.toContain('Unpinned');
    await connector.close();
  });

  it('a server with another host key gets nothing, not even a sign-in', async () => {
    await server.changeHostKey();
    for (const work of ['test', 'send'] as const) {
      const connector = open();
      const done =
        work === 'test'
          ? connector.test(unstopped())
          : connector.sendFile({ ...fileOf(Buffer.from('secret rows')), folder: 'Stolen' }, 'replace', contextOf());
      const failure = await done.catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RefusedByDestination);
      expect(String(failure)).toContain('another host key');
      expect(String(failure)).toContain(hostKey);
      await connector.close();
    }
    expect(await readdir(server.folder)).not.toContain('Stolen');
  });

  it('private addresses are refused unless they are allowed', async () => {
    for (const host of ['127.0.0.1', '::1', 'localhost', '10.1.2.3', '2130706433', '0x7f.1', '169.254.169.254'])
      expect(
        () => createSftpConnector({ ...server.settings, name: 'Drop', host }, { network: { isPrivateAllowed: false }, hostKey }),
        host,
      ).toThrow(RefusedByDestination);
  });
});
