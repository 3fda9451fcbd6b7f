/**
 * Where the embedded PostgreSQL listens: a socket inside its own 0700 directory, so that no other user of
 * the machine reaches it and no port can be taken. Where a socket cannot be (Windows, a path too long), a
 * free port of loopback, remembered for tools that are pointed at it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { DatabaseHome } from './database-home.ts';

/** sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included. */
const SOCKET_PATH_LIMIT = 103;
const SOCKET_PORT = 5432;

export interface Listening {
  /** Empty: no TCP. */
  readonly address: string;
  /** Empty: no socket. */
  readonly socketDirectory: string;
  readonly port: number;
}

export async function chooseListening(home: DatabaseHome): Promise<Listening> {
  const socket = Buffer.byteLength(join(home.directory, `.s.PGSQL.${SOCKET_PORT}`));
  if (process.platform !== 'win32' && socket <= SOCKET_PATH_LIMIT) {
    return { address: '', socketDirectory: home.directory, port: SOCKET_PORT };
  }
  const file = join(home.directory, 'port');
  const remembered = Number(await readFile(file, 'utf8').catch(() => ''));
  const port = (await freePort(remembered)) ?? (await freePort(0)) ?? SOCKET_PORT;
  await writeFile(file, `${port}\n`);
  return { address: '127.0.0.1', socketDirectory: '', port };
}

/** @param wanted 0: any */
function freePort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? null) : null));
    });
  });
}
