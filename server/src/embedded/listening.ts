/**
 * Where the embedded PostgreSQL listens: on a socket inside its own 0700 directory, so that no other user of the machine
 * reaches it and no port can be taken. Where a socket is impossible (Windows, a path too long), it listens on a free port
 * of loopback, which is remembered for tools that are pointed at it.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readIfThere } from '../process/read-if-there.ts';
import type { DatabaseHome } from './database-home.ts';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, the closing zero included. */
const SOCKET_PATH_LIMIT = 103;
const SOCKET_PORT = 5432;
/** The port of a second database in the same directory, while one is copied into the other. */
const SECOND_SOCKET_PORT = 5433;

export interface Listening {
  /** Empty: no TCP. */
  readonly address: string;
  /** Empty: no socket. */
  readonly socketDirectory: string;
  readonly port: number;
}

/** @param isSecond for a second database in the same directory */
export async function chooseListening(home: DatabaseHome, { isSecond = false } = {}): Promise<Listening> {
  const socketPort = isSecond ? SECOND_SOCKET_PORT : SOCKET_PORT;
  const socket = Buffer.byteLength(join(home.directory, `.s.PGSQL.${socketPort}`));
  if (process.platform !== 'win32' && socket <= SOCKET_PATH_LIMIT) {
    return { address: '', socketDirectory: home.directory, port: socketPort };
  }
  if (isSecond) return { address: '127.0.0.1', socketDirectory: '', port: (await freePort(0)) ?? socketPort };
  const file = join(home.directory, 'port');
  const remembered = Number((await readIfThere(file))?.toString() ?? '');
  const port = (await freePort(remembered)) ?? (await freePort(0)) ?? SOCKET_PORT;
  await writeFile(file, `${port}\n`);
  return { address: '127.0.0.1', socketDirectory: '', port };
}

/** @param wanted the port; 0: any */
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
