/** The files that Patroni and HAProxy are configured with. Everything listens on loopback alone. */

/** Seconds. The leader renews its lock every `loop`; a primary that was lost is replaced once `lock` has passed since. */
const PATRONI_TIMES = { lock: 20, loop: 5, retry: 5 } as const;
const SUPERUSER = 'postgres';

export interface Member {
  readonly name: string;
  /** The port of PostgreSQL. */
  readonly port: number;
  /** The port of Patroni's own HTTP server, which says which member is the primary. */
  readonly statusPort: number;
  /** The directory of all its files. */
  readonly directory: string;
}

export interface PatroniOptions {
  readonly member: Member;
  /** The directory of the program `postgres`. */
  readonly binaries: string;
  readonly etcdPort: number;
  /** The password of the superuser, and of Patroni's own roles. */
  readonly password: string;
}

/** @returns the text of its YAML file, in JSON, which YAML contains */
export function patroniConfiguration({ member, binaries, etcdPort, password }: PatroniOptions): string {
  const { name, port, statusPort, directory } = member;
  const authentication = {
    superuser: { username: SUPERUSER, password },
    replication: { username: 'replicator', password },
    rewind: { username: 'rewinder', password },
  };
  const settings = {
    scope: 'leadloom',
    name,
    restapi: { listen: `127.0.0.1:${statusPort}`, connect_address: `127.0.0.1:${statusPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: PATRONI_TIMES.lock,
        loop_wait: PATRONI_TIMES.loop,
        retry_timeout: PATRONI_TIMES.retry,
        // A commit is acknowledged once a second member has it on disk, and only that member can become the primary.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 200, wal_keep_size: '256MB' } },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: `${directory}/data`,
      bin_dir: binaries,
      pgpass: `${directory}/pgpass`,
      authentication,
      parameters: { unix_socket_directories: directory, shared_buffers: '64MB' },
      // A former primary that cannot be rewound is copied anew.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

/** The address of the superuser at any port of the cluster. */
export function superuserUrl(port: number, password: string): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
}

/**
 * The configuration of one port, behind which there is always the primary. Connections to a member that is no longer the
 * primary are closed: a member that hangs would otherwise keep them.
 */
export function haproxyConfiguration(port: number, members: readonly Member[]): string {
  return `global
    maxconn 1000

defaults
    mode tcp
    timeout connect 2s
    timeout check 2s
    timeout client 1h
    timeout server 1h
    timeout queue 5s

listen primary
    bind 127.0.0.1:${port}
    option httpchk
    http-check send meth OPTIONS uri /primary
    http-check expect status 200
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${members.map((each) => `    server ${each.name} 127.0.0.1:${each.port} check port ${each.statusPort}`).join('\n')}
`;
}
