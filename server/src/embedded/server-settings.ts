/** Settings the embedded PostgreSQL is started with, sized by the memory this process may use, and by the disk. */
import { statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

interface Sizing {
  /** Bytes. */
  readonly memory: number;
  /** Bytes of the file system that holds the data. */
  readonly disk: number;
  /** PostgreSQL's major version; older ones do not know every setting. */
  readonly major: number;
  /** false only for databases of tests, which nobody needs after a power cut. */
  readonly isDurable: boolean;
}

export function serverSettings({ memory, disk, major, isDurable }: Sizing): Record<string, string> {
  const megabytes = (bytes: number) => `${Math.floor(bytes / MEBIBYTE)}MB`;
  const onOff = isDurable ? 'on' : 'off';
  return {
    shared_buffers: isDurable ? megabytes(Math.min(memory / 4, 2 * GIBIBYTE)) : '128MB',
    effective_cache_size: megabytes(memory / 2),
    // What `MEMORY_OF_LISTS` (`connect.ts`) says of external databases.
    work_mem: memory >= 16 * GIBIBYTE ? '64MB' : memory >= 8 * GIBIBYTE ? '32MB' : '16MB',
    maintenance_work_mem: megabytes(Math.min(memory / 16, GIBIBYTE)),
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '2',
    max_connections: isDurable ? '100' : '400',
    fsync: onOff,
    synchronous_commit: onOff,
    full_page_writes: onOff,
    // Nobody replicates its log: a table that is filled, or an index that is built, in one transaction is written to its
    // file alone.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // A big import would otherwise wait for a checkpoint after every gigabyte of log. Small disks have other uses for four.
    max_wal_size: megabytes(Math.min(Math.max(disk / 20, GIBIBYTE / 4), 4 * GIBIBYTE)),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // With cached data on few cores, io workers cost more than they bring.
    ...(major >= 18 ? { io_method: 'sync' } : {}),
    // Containers often get 64 MB of /dev/shm, which one parallel hash join can exceed.
    ...(process.platform === 'linux' && fileSystemSize('/dev/shm') < 512 * MEBIBYTE
      ? { dynamic_shared_memory_type: 'mmap' }
      : {}),
  };
}

/** Bytes this process may use: the machine's memory, or less inside a container. */
export function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** @returns bytes; 0: unknown */
export function fileSystemSize(path: string): number {
  try {
    const { blocks, bsize } = statfsSync(path);
    return blocks * bsize;
  } catch {
    return 0;
  }
}
