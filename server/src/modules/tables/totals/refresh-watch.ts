/** Notices when stale chunks do not become fewer: in the log, and for Prometheus. */
import { Gauge, Registry } from 'prom-client';
import type { StaleChunk } from './stale-chunks.ts';

interface WatchLog {
  info(message: string): void;
  error(fields: { readonly chunks: number; readonly seconds: number }, message: string): void;
}

export interface RefreshWatch {
  readonly registry: Registry;
  /**
   * @param stale all chunks that are stale now
   * @returns true at most once for each `stallMilliseconds` in which none of them was brought up to date, by any server
   */
  isStalled(stale: readonly StaleChunk[]): boolean;
  /** Called when nothing is known, such as while the database is away. The time without progress starts again. */
  forget(): void;
}

/** @param now milliseconds of a clock that only goes forward */
export function createRefreshWatch(stallMilliseconds: number, log: WatchLog, now = () => performance.now()): RefreshWatch {
  let known: readonly StaleChunk[] = [];
  let progressAt = now();
  let reportedAt: number | null = null;

  const registry = new Registry();
  new Gauge({
    name: 'bitmap_refresh_stalled_seconds',
    help: 'Time since the last stale chunk was brought up to date; 0 where none is stale',
    registers: [registry],
    collect() {
      this.set(known.length === 0 ? 0 : Math.round((now() - progressAt) / 1000));
    },
  });

  function restart(stale: readonly StaleChunk[]): void {
    known = stale;
    progressAt = now();
    reportedAt = null;
  }

  return {
    registry,
    forget: () => restart([]),
    isStalled: (stale) => {
      const keys = new Set(stale.map(keyOf));
      // Writers do not change a chunk that is stale already, so one that is not the same was worked on.
      if (known.length === 0 || known.some((chunk) => !keys.has(keyOf(chunk)))) {
        if (reportedAt !== null) log.info('bitmaps of the data tables are made again');
        restart(stale);
        return false;
      }
      known = stale;
      if (now() - (reportedAt ?? progressAt) < stallMilliseconds) return false;
      reportedAt = now();
      const seconds = Math.round((now() - progressAt) / 1000);
      log.error({ chunks: stale.length, seconds }, 'bitmaps of the data tables are not made; totals are slow');
      return true;
    },
  };
}

function keyOf({ table, chunk, since }: StaleChunk): string {
  return `${table} ${chunk} ${since}`;
}
