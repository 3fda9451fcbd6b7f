/**
 * Writes files to an SFTP server. Each is written under a temporary name and renamed when it is whole, so that nobody reads half
 * of one. The server is the one whose host key the first test saw: a server with another key gets neither a password nor a file.
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DestinationContent } from '@leadloom/shared/contract/destinations';
import SftpClient from 'ssh2-sftp-client';
import type { ConnectorNetwork, DeliveryContext, FileConnector, OutgoingFile, TestedDestination } from '../connector.ts';
import { RefusedByDestination } from '../connector.ts';
import { joinPath, latestName } from '../file-names.ts';
import { guardedLookup } from '../guarded-lookup.ts';
import { judgeHost } from '../judge-address.ts';
import { createOwnFailures } from '../own-failures.ts';
import { explainFailure } from './sftp-failure.ts';

const CONNECT_MILLISECONDS = 10_000;
/** Between two signs of life that the client asks for, and how many may be missing. */
const ALIVE_MILLISECONDS = 15_000;
const MISSING_SIGNS = 3;
/** How long a goodbye may take. */
const END_MILLISECONDS = 1_000;
/** Deletions of what is not there succeed. */
const IGNORED = true;

type SftpContent = Extract<DestinationContent, { readonly kind: 'sftp' }>;

interface SftpParts {
  readonly network: ConnectorNetwork;
  /** `SHA256:…`; null: none is pinned, and only a test connects. */
  readonly hostKey: string | null;
}

/** @throws {RefusedByDestination} the address may not be used */
export function createSftpConnector(content: SftpContent, { network, hostKey }: SftpParts): FileConnector {
  const { host, port, username, folder } = content;
  // The setting may have changed since the destination was made.
  if (judgeHost(host, network) !== 'allowed') throw new RefusedByDestination('The address is private or not valid.');
  const failures = createOwnFailures();
  /** The key that the server showed. */
  let shown: string | null = null;
  let opened: { readonly client: SftpClient; readonly socket: Socket } | null = null;

  async function open(signal: AbortSignal): Promise<SftpClient> {
    const socket = openSocket({ host, port, lookup: guardedLookup(network), timeout: CONNECT_MILLISECONDS });
    const ignore = () => undefined;
    // Failures reach whoever waits for the client; nobody else needs to know of them.
    const client = new SftpClient('leadloom', { error: ignore, end: ignore, close: ignore });
    opened = { client, socket };
    socket.on('error', ignore);
    socket.once('timeout', () => socket.destroy(new Error('Timed out while waiting for handshake')));
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    await once(socket, 'connect', { signal });
    socket.setTimeout(0);
    const { password, private_key: privateKey } = content;
    await client
      .connect({
        ...{ sock: socket, host, port, username, readyTimeout: CONNECT_MILLISECONDS },
        ...(privateKey === undefined ? {} : { privateKey }),
        ...(password === undefined ? {} : { password }),
        ...{ keepaliveInterval: ALIVE_MILLISECONDS, keepaliveCountMax: MISSING_SIGNS },
        hostVerifier: (key: Buffer) => {
          shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
          return hostKey === null || shown === hostKey;
        },
      })
      .catch((error: unknown) => {
        throw otherKey() ?? error;
      });
    return client;
  }

  function otherKey(): RefusedByDestination | null {
    if (hostKey === null || shown === null || shown === hostKey) return null;
    return new RefusedByDestination(
      `The server showed another host key (${shown}) than the pinned one (${hostKey}). Nothing was sent. If its owner changed it, forget the pinned key and test again.`,
    );
  }

  /** Writes what is read, and gives it its name once it is whole. */
  async function write(client: SftpClient, bytes: AsyncIterable<Buffer>, path: string, temporary: string): Promise<void> {
    const source = Readable.from(failures.reading(bytes), { objectMode: false });
    let failure: { readonly error: unknown } | null = null;
    source.on('error', (error) => {
      failure = { error };
    });
    try {
      await client.put(source, temporary);
    } catch (error) {
      throw failure === null ? error : (failure as { readonly error: unknown }).error;
    } finally {
      source.destroy();
    }
    await rename(client, temporary, path);
  }

  /** Servers without the extension of OpenSSH rename only to a free name. */
  async function rename(client: SftpClient, from: string, to: string): Promise<void> {
    try {
      await client.posixRename(from, to);
    } catch {
      await client.delete(to, IGNORED);
      await client.rename(from, to);
    }
  }

  async function makeFolder(client: SftpClient, path: string): Promise<void> {
    if ((await client.exists(path)) === false) await client.mkdir(path, true);
  }

  async function sendFile(file: OutgoingFile, mode: 'replace' | 'append', { signal, progress }: DeliveryContext): Promise<void> {
    const client = await open(signal);
    const { done = 0, temporary: left } = progress.saved ?? {};
    // What a killed try left.
    if (typeof left === 'string') await client.delete(left, IGNORED);
    const path = joinPath(folder, file.folder);
    await makeFolder(client, path);
    const names = [file.name, ...(mode === 'replace' ? [latestName(file)] : [])];
    for (const [at, name] of names.entries()) {
      if (at < Number(done)) continue;
      const temporary = joinPath(path, `.${name}.${randomUUID()}.part`);
      await failures.noted(progress.save({ done: at, temporary }));
      try {
        await write(client, file.read(), joinPath(path, name), temporary);
      } catch (error) {
        if (!signal.aborted) await client.delete(temporary, IGNORED).catch(() => undefined);
        throw error;
      }
      await failures.noted(progress.save({ done: at + 1 }));
    }
  }

  async function test(signal: AbortSignal): Promise<TestedDestination> {
    const client = await open(signal);
    await makeFolder(client, folder);
    const path = joinPath(folder, `.leadloom-test-${randomUUID()}`);
    await client.put(Buffer.from('Leadloom wrote this to test the destination.\n'), path);
    await client.delete(path);
    return shown === null ? {} : { hostKey: shown };
  }

  const explained = async <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
    work.catch((error: unknown) => {
      signal.throwIfAborted();
      throw failures.isOwn(error) ? error : explainFailure(error, host);
    });

  return {
    takes: 'files',
    test: (signal) => explained(test(signal), signal),
    async sendFile(file, mode, context): Promise<void> {
      if (hostKey === null) throw new Error('The host key of the server is not known yet. Test the destination first.');
      await explained(sendFile(file, mode, context), context.signal);
    },
    async close(): Promise<void> {
      if (opened === null) return;
      const { client, socket } = opened;
      const patience = sleep(END_MILLISECONDS, undefined, { ref: false });
      await Promise.race([client.end().catch(() => undefined), patience]);
      socket.destroy();
    },
  };
}
