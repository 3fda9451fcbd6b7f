/**
 * A cluster of three PostgreSQL instances with failover: Patroni with etcd, behind HAProxy, on loopback, in one directory.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPassword } from '../../../server/src/embedded/create-cluster.ts';
import { chooseDatabaseUser, type DatabaseUser } from '../../../server/src/embedded/database-user.ts';
import { findFreePort } from '../../../server/src/testing/loopback.ts';
import { killProcesses, signalProcesses } from '../../../server/src/testing/throw-away-directory.ts';
import { haproxyConfiguration, type Member, patroniConfiguration, superuserUrl } from './configuration.ts';
import { isWhole, type MemberState, primaryOf, readMembers } from './member-states.ts';
import type { ClusterPrograms } from './programs.ts';

const MEMBERS = 3;
const WHOLE_LIMIT_MILLISECONDS = 180_000;
const PAUSE_MILLISECONDS = 250;
const LOG_LINES = 15;

/** `kill`: as if the machine lost power. `hang`: nothing on it goes on, and its connections stay open. */
export const faults = ['kill', 'hang'] as const;
export type Fault = (typeof faults)[number];
const SIGNALS = { kill: 'SIGKILL', hang: 'SIGSTOP' } as const satisfies Record<Fault, NodeJS.Signals>;

export interface PatroniCluster {
  /** The address, as superuser, of the database `postgres`, through HAProxy: it always leads to the primary. */
  readonly url: string;
  /** Applies the fault to every process of the primary at once. @returns its name */
  failPrimary(fault: Fault): Promise<string>;
  /** Starts a member that failed, which follows the new primary. */
  restart(name: string): Promise<void>;
  /** Resolves once all members run, one of them as the primary and one as its synchronous replica. @throws {Error} after three minutes */
  untilWhole(): Promise<void>;
  /** The last lines of the logs of all programs. */
  logs(): Promise<string>;
}

/**
 * Starts the cluster. All programs run in the directory, so `removeWithProcesses` ends them. @param home exists and is
 * empty
 */
export async function startPatroniCluster(programs: ClusterPrograms, home: string): Promise<PatroniCluster> {
  const user = await chooseDatabaseUser('/nowhere');
  const own = async (path: string) => user !== null && chown(path, user.uid, user.gid);
  await own(home);
  const directories = { etcd: join(home, 'etcd'), haproxy: join(home, 'haproxy') };
  const members: Member[] = [];
  for (let number = 1; number <= MEMBERS; number += 1) {
    const name = `member-${number}`;
    members.push({ name, directory: join(home, name), port: await findFreePort(), statusPort: await findFreePort() });
  }
  for (const directory of [...Object.values(directories), ...members.map((member) => member.directory)]) {
    await mkdir(directory, { mode: 0o700 });
    await own(directory);
  }

  const password = createPassword();
  const [etcdPort, etcdPeerPort, port] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const binaries = programs.postgres.directory;
  for (const member of members) {
    const path = configurationOf(member);
    await writeFile(path, patroniConfiguration({ member, binaries, etcdPort, password }), { mode: 0o600 });
    await own(path);
  }
  const balancer = join(directories.haproxy, 'haproxy.cfg');
  await writeFile(balancer, haproxyConfiguration(port, members));

  await launch(user, directories.etcd, programs.etcd, etcdArguments(directories.etcd, etcdPort, etcdPeerPort));
  await launch(user, directories.haproxy, programs.haproxy, ['-db', '-f', balancer]);
  const startMember = (member: Member) => launch(user, member.directory, programs.patroni, [configurationOf(member)]);
  for (const member of members) await startMember(member);

  const memberCalled = (name: string): Member => {
    const found = members.find((member) => member.name === name);
    if (found === undefined) throw new Error(`no member is called "${name}"`);
    return found;
  };
  const states = (): Promise<readonly MemberState[]> => readMembers(members.map((member) => member.statusPort));

  return {
    url: superuserUrl(port, password),
    failPrimary: async (fault) => {
      const name = primaryOf(await states());
      if (name === null) throw new Error('the cluster has no primary');
      await signalProcesses(memberCalled(name).directory, SIGNALS[fault]);
      return name;
    },
    restart: async (name) => {
      const member = memberCalled(name);
      await killProcesses(member.directory);
      await startMember(member);
    },
    untilWhole: async () => {
      const deadline = performance.now() + WHOLE_LIMIT_MILLISECONDS;
      for (;;) {
        const found = await states();
        if (isWhole(found, MEMBERS)) return;
        if (performance.now() > deadline) throw new Error(`the cluster is not whole: ${JSON.stringify(found)}`);
        await sleep(PAUSE_MILLISECONDS);
      }
    },
    logs: async () => {
      const places = [directories.etcd, directories.haproxy, ...members.map((member) => member.directory)];
      const texts = await Promise.all(places.map((place) => readFile(logOf(place), 'utf8').catch(() => '')));
      return texts.map((text, index) => [places[index], ...text.trimEnd().split('\n').slice(-LOG_LINES)].join('\n')).join('\n\n');
    },
  };
}

function configurationOf({ directory }: Member): string {
  return join(directory, 'patroni.yml');
}

function logOf(directory: string): string {
  return join(directory, 'log');
}

function etcdArguments(directory: string, port: number, peerPort: number): string[] {
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const listening = ['--listen-client-urls', clients, '--listen-peer-urls', peers];
  const advertised = ['--advertise-client-urls', clients, '--initial-advertise-peer-urls', peers];
  return [
    '--name',
    'one',
    '--data-dir',
    join(directory, 'data'),
    ...listening,
    ...advertised,
    '--initial-cluster',
    `one=${peers}`,
  ];
}

/** Works in the directory, and writes all it says into a file there. */
async function launch(
  user: DatabaseUser | null,
  directory: string,
  program: string,
  args: readonly string[],
): Promise<ChildProcess> {
  const log = await open(logOf(directory), 'a');
  const child = spawn(program, args, {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: directory, LANG: 'C.UTF-8' },
    stdio: ['ignore', log.fd, log.fd],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  child.on('error', () => undefined);
  await log.close();
  return child;
}
