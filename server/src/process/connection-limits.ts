/**
 * How many connections clients may hold: in all, so that descriptors are left for the database, files and calls to others,
 * and from one address, so that no visitor holds them all. Connections of trusted proxies belong to many visitors, so only
 * the total counts for them. Where a limit is reached, the connection that has been without a request for longest makes
 * room; where every connection has one, the new connection is refused. Some connections are reserved, on which only
 * `/health` is answered.
 */
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { Counter, Gauge, Registry } from 'prom-client';
import { addressKey } from '../http/address-key.ts';

/** The limit that memory sets: a connection takes some ten kilobytes, and one with a request more. */
const MAX_CONNECTIONS = 10_000;
const MIN_CONNECTIONS = 16;
/** Descriptors for files, pipes, and sockets to mail servers, receivers of webhooks and networks. */
const OTHER_DESCRIPTORS = 100;
const HEALTH_CONNECTIONS = 8;

export interface ConnectionLimits {
  readonly total: number;
  readonly perAddress: number;
  /** Whether connections from this address belong to many visitors. */
  readonly isProxy: (address: string) => boolean;
}

/** `health`: only requests for `/health` are answered on it. `refused`: it is to be closed. */
export type Admission = 'admitted' | 'health' | 'refused';
type EndReason = 'address' | 'total' | 'idle' | 'body';

export interface Connections {
  readonly registry: Registry;
  /** Called once for each new connection. May end other connections. */
  admit(socket: Socket): Admission;
  isForHealth(socket: Socket): boolean;
  /** A request came on the connection. */
  begin(socket: Socket): void;
  /** Called when the connection's response has ended. */
  end(socket: Socket): void;
  /** Counts, for the metric, that a connection was ended because of its request's body. */
  noteStalledBody(): void;
}

/** @param databaseConnections that the server may open */
export function totalConnections(descriptors: number, databaseConnections: number): number {
  const left = descriptors - OTHER_DESCRIPTORS - HEALTH_CONNECTIONS - databaseConnections;
  return Math.max(MIN_CONNECTIONS, Math.min(MAX_CONNECTIONS, left));
}

/** @param trusted `loopback`, addresses and networks, as in TRUST_PROXY; null: none */
export function proxyTest(trusted: readonly string[] | null): ConnectionLimits['isProxy'] {
  const list = new BlockList();
  const entries = (trusted ?? []).flatMap((entry) => (entry === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry]));
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const bare = withoutZone(address);
    return isIP(bare) > 0 && list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
  };
}

/** An address of a link names its interface: `fe80::1%eth0`. */
function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

/** A group of connections: those without a request, idle for longest first, and how many there are. */
class Group {
  readonly idle = new Set<Socket>();
  count = 0;

  add(socket: Socket): void {
    this.count += 1;
    this.idle.add(socket);
  }

  remove(socket: Socket): void {
    this.count -= 1;
    this.idle.delete(socket);
  }
}

export function createConnections({ total, perAddress, isProxy }: ConnectionLimits): Connections {
  const all = new Group();
  const forHealth = new Group();
  const byAddress = new Map<string, Group>();
  const groupsOf = new Map<Socket, readonly Group[]>();
  const requests = new Map<Socket, number>();

  const registry = new Registry();
  new Gauge({
    name: 'http_connections',
    help: 'Connections of clients',
    registers: [registry],
    collect() {
      this.set(all.count + forHealth.count);
    },
  });
  const ended = new Counter<'reason'>({
    name: 'http_connections_ended_total',
    help: 'Connections refused or ended by a limit: of their address, of all, to make room, or because a body did not arrive',
    labelNames: ['reason'],
    registers: [registry],
  });
  const note = (reason: EndReason) => ended.inc({ reason });
  for (const reason of ['address', 'total', 'idle', 'body'] as const) ended.inc({ reason }, 0);

  function groupOf(socket: Socket): Group | null {
    const address = withoutZone(socket.remoteAddress ?? '');
    // The socket without an address is closed already.
    if (address === '' || isProxy(address)) return null;
    // The same key as for rate limits: networks of IPv6, and IPv4 in either form.
    const key = addressKey(address);
    const group = byAddress.get(key) ?? new Group();
    byAddress.set(key, group);
    socket.once('close', () => {
      if (group.count === 0 && byAddress.get(key) === group) byAddress.delete(key);
    });
    return group;
  }

  function add(socket: Socket, groups: readonly Group[]): void {
    for (const group of groups) group.add(socket);
    groupsOf.set(socket, groups);
    socket.once('close', () => remove(socket));
  }

  function remove(socket: Socket): void {
    for (const group of groupsOf.get(socket) ?? []) group.remove(socket);
    groupsOf.delete(socket);
    requests.delete(socket);
  }

  /** @returns whether there is room for one more */
  function makeRoom(group: Group, limit: number): boolean {
    if (group.count < limit) return true;
    const [longest] = group.idle;
    if (longest === undefined) return false;
    remove(longest);
    longest.destroy();
    note('idle');
    return true;
  }

  return {
    registry,
    admit: (socket) => {
      const address = groupOf(socket);
      if (address !== null && !makeRoom(address, perAddress)) {
        note('address');
        return 'refused';
      }
      if (makeRoom(all, total)) {
        add(socket, address === null ? [all] : [all, address]);
        return 'admitted';
      }
      if (makeRoom(forHealth, HEALTH_CONNECTIONS)) {
        add(socket, [forHealth]);
        return 'health';
      }
      note('total');
      return 'refused';
    },
    isForHealth: (socket) => groupsOf.get(socket)?.includes(forHealth) === true,
    begin: (socket) => {
      requests.set(socket, (requests.get(socket) ?? 0) + 1);
      for (const group of groupsOf.get(socket) ?? []) group.idle.delete(socket);
    },
    end: (socket) => {
      const left = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, left);
      if (left > 0) return;
      requests.delete(socket);
      for (const group of groupsOf.get(socket) ?? []) group.idle.add(socket);
    },
    noteStalledBody: () => note('body'),
  };
}
