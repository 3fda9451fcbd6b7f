/** OpenSSH's server on loopback, started as the current user, who signs in with a key. Where it is not installed, there is none. */
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { findFreePort } from './loopback.ts';

const addressSchema = z.object({ port: z.number() });
const PROGRAM = '/usr/sbin/sshd';
/** Where the program wants an empty folder if root starts it. */
const EMPTY_FOLDER = '/run/sshd';
const READY_LIMIT_MILLISECONDS = 20_000;
const PAUSE_MILLISECONDS = 20;

export interface TestSftpServer {
  /** What a destination of the kind `sftp` needs, with a folder for its files. */
  readonly settings: {
    readonly kind: 'sftp';
    readonly host: string;
    readonly port: number;
    readonly username: string;
    readonly private_key: string;
    readonly folder: string;
  };
  /** The folder on this machine. */
  readonly folder: string;
  /** Goes on with another host key, as somebody in between would have. */
  changeHostKey(): Promise<void>;
  /** Breaks all connections. */
  breakConnections(): void;
  close(): Promise<void>;
}

/** Why tests are skipped, in their names. */
export const NO_SSHD = ' (skipped: /usr/sbin/sshd is not installed; Debian: apt-get install openssh-server)';

/** Whether the program is there; Debian has it as `openssh-server`. */
export async function hasSshd(): Promise<boolean> {
  return access(PROGRAM).then(
    () => true,
    () => false,
  );
}

export async function startSftpServer(): Promise<TestSftpServer> {
  const home = await mkdtemp(join(tmpdir(), 'leadloom-sftp-'));
  const folder = join(home, 'files');
  await mkdir(folder);
  if (process.getuid?.() === 0) await mkdir(EMPTY_FOLDER, { recursive: true });
  const port = await findFreePort();
  const [hostKey, keys, config] = [join(home, 'host_key'), join(home, 'authorized_keys'), join(home, 'sshd_config')];
  const user = await makeKey(join(home, 'user_key'));
  await writeFile(keys, user.publicKey);
  await writeFile(
    config,
    [
      ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${hostKey}`, `AuthorizedKeysFile ${keys}`],
      ...['PidFile none', 'StrictModes no', 'UsePAM no', 'PermitRootLogin yes', 'PasswordAuthentication yes'],
      'Subsystem sftp internal-sftp',
    ].join('\n'),
  );
  await makeKey(hostKey);
  let server = await start();
  const door = await openDoor(port);

  async function start(): Promise<ChildProcess> {
    const started = spawn(PROGRAM, ['-D', '-e', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    started.stderr?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
    const until = Date.now() + READY_LIMIT_MILLISECONDS;
    while (!(await answers(port))) {
      if (started.exitCode !== null || Date.now() > until) throw new Error(`sshd did not start: ${said}`);
      await sleep(PAUSE_MILLISECONDS);
    }
    return started;
  }

  async function stop(): Promise<void> {
    if (server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  return {
    settings: {
      ...{ kind: 'sftp', host: '127.0.0.1', port: door.port, username: userInfo().username },
      ...{ private_key: user.privateKey, folder },
    },
    folder,
    async changeHostKey() {
      await stop();
      await rm(hostKey);
      await makeKey(hostKey);
      server = await start();
    },
    breakConnections: () => door.breakConnections(),
    async close() {
      await door.close();
      await stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** What connections pass through, so that they can be broken: the program gives each a process of its own. */
async function openDoor(target: number) {
  const sockets = new Set<Socket>();
  const server = createServer((outer) => {
    const inner = connect({ host: '127.0.0.1', port: target });
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressSchema.parse(server.address());
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    breakConnections,
    close: async () => {
      breakConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface TestKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Makes a key of a user or a host, as `ssh-keygen` does. */
async function makeKey(path: string): Promise<TestKey> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-rsa'), positive(Buffer.from(e, 'base64url')), positive(Buffer.from(n, 'base64url'))];
  const line = `ssh-rsa ${Buffer.concat(parts.flatMap((part) => [sizeOf(part), part])).toString('base64')}\n`;
  const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  await writeFile(path, pem, { mode: 0o600 });
  return { publicKey: line, privateKey: pem };
}

/** Numbers of SSH have a sign, and are positive with a zero in front. */
function positive(number: Buffer): Buffer {
  return (number[0] ?? 0) < 0x80 ? number : Buffer.concat([Buffer.alloc(1), number]);
}

function sizeOf(part: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(part.length);
  return size;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
