/**
 * The steps of visiting while a server holds the lease on a network: each request, each stored page, each fault and each
 * end of a visit. This file alone ensures that pauses and daily limits are respected, and that nothing is written after
 * the lease is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { SecretRing } from '../../../crypto/secret-ring.ts';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import { LostLease } from '../../../leased-work/leases.ts';
import type { VisitedPage } from '../../../sources/adapters.ts';
import { SourceError } from '../../../sources/source-error.ts';
import { storeRecords } from '../../imports/store-records.service.ts';
import { openSuppressionKey } from '../../suppression/suppression-key.service.ts';
import { readNetwork } from '../tracking.repository.ts';
import { hasRequestsLeft, nextMidnight, type Purpose } from './daily-requests.ts';
import type { VisitLease } from './leases.repository.ts';
import type { RequestTally } from './request-tally.ts';
import { nextRegularVisit, settleNetwork, settleSource, toSourceError } from './settle-fault.ts';
import type { VisitMetrics } from './visit-metrics.ts';
import { type ClaimedSource, changeNetwork, endVisits, type Outcome, releaseSources, saveState } from './visits.repository.ts';

/** The pause between two attempts to store a page while an import holds its table. */
const BUSY_PAUSE_MILLISECONDS = 2_000;

export interface VisitLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** The parts that all turns of a server at one network share. */
export interface VisitSetting {
  readonly network: NetworkName;
  readonly definition: TableDefinition;
  readonly database: Database;
  /** The database for storing records. */
  readonly direct: Database;
  readonly now: () => Date;
  readonly secrets: SecretRing;
  readonly log: VisitLog;
  readonly tally: RequestTally;
  readonly metrics: VisitMetrics;
  readonly intervalMinutes: number;
  /** Removes rows that the network reports as deleted. */
  readonly removeGone: (ids: readonly string[], lease: VisitLease) => Promise<number>;
  /** A random number from 0 to 1. */
  readonly random?: () => number;
}

/** The result of a complete visit of a name. */
export interface Collected {
  readonly source: ClaimedSource;
  readonly seenUntil: Date | null;
  readonly displayName: string | null;
  readonly followerCount: number | null;
  /** A fault of the name that the network reported although its rows came; null: none. */
  readonly fault: SourceError | null;
}

/** A lease that is kept for as long as the turn lasts. */
export interface HeldLease extends VisitLease {
  /** Aborted when the server closes, with the closing's reason, or when the lease is lost, with `LostLease`. */
  readonly signal: AbortSignal;
}

export interface Turn extends VisitSetting {
  readonly lease: HeldLease;
  /** Whether the daily limit leaves requests for this purpose. */
  mayAsk(purpose: Purpose): Promise<boolean>;
  /** Makes one call. @throws {SourceError} also if the daily requests are used up; the signal's reason once it is aborted */
  ask<Answer>(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Stores a page and, in the same transaction, the state of its visit. @throws {LostLease} and stores nothing */
  keepPage(page: VisitedPage<unknown>, sourceId: number, visitState: unknown): Promise<void>;
  /** Ends complete visits. */
  settleCollected(collected: readonly Collected[]): Promise<void>;
  /** Ends failed visits. A fault of the network leaves its names unchanged. @throws the signal's reason, {LostLease} */
  settleFault(error: unknown, sources: readonly ClaimedSource[]): Promise<void>;
}

export function createTurn(setting: VisitSetting, lease: HeldLease): Turn {
  const { network, definition, database, direct, now, log, tally, metrics, intervalMinutes, random = Math.random } = setting;

  async function mayAsk(purpose: Purpose): Promise<boolean> {
    return hasRequestsLeft(await readNetwork(database, network), purpose, now());
  }

  async function ask<Answer>(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    lease.signal.throwIfAborted();
    if (!(await mayAsk('visits'))) {
      const retryAt = nextMidnight(now());
      throw new SourceError('rate_limited', 'the requests of the day are used up', { isOfNetwork: true, retryAt });
    }
    try {
      return await question(lease.signal);
    } catch (error) {
      lease.signal.throwIfAborted();
      throw error;
    } finally {
      await tally.written();
    }
  }

  async function keepPage({ records, goneIds }: VisitedPage<unknown>, sourceId: number, visitState: unknown): Promise<void> {
    // Rows are removed before the page is stored: a page whose state is saved is not read again.
    if (goneIds.length > 0) metrics.removed(network, await setting.removeGone(goneIds, lease));
    for (;;) {
      lease.signal.throwIfAborted();
      try {
        const suppressionKey = await openSuppressionKey(database, setting.secrets);
        const options = { source: network, origin: network, now: now(), suppressionKey, alongside };
        const { added, changed, refused } = await storeRecords(direct, definition, records, options);
        metrics.stored(network, added + changed);
        if (refused.length > 0)
          log.warn({ network, reasons: refused.slice(0, 5), refused: refused.length }, 'posts were refused');
        return;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'IMPORT.BUSY')) throw error;
      }
      log.info({ network }, 'a page waits for an import to finish');
      // Nothing is lost if the server stops now: the page is fetched again.
      await sleep(BUSY_PAUSE_MILLISECONDS, undefined, { signal: lease.signal }).catch(() => undefined);
    }
    function alongside(transaction: Parameters<typeof saveState>[0]): Promise<void> {
      return saveState(transaction, lease, sourceId, visitState);
    }
  }

  async function end(outcomes: readonly (Outcome & { readonly id: number })[]): Promise<void> {
    await endVisits(database, lease, outcomes, now());
    for (const { state } of outcomes) metrics.visited(network, state);
  }

  async function settleCollected(collected: readonly Collected[]): Promise<void> {
    const at = now();
    const regular = () => ({
      state: 'ok' as const,
      detail: null,
      nextVisitAt: nextRegularVisit(at, intervalMinutes, random),
      failures: 0,
      keepsState: false,
    });
    const outcomes = collected.map(({ source, seenUntil, displayName, followerCount, fault }) => {
      if (fault !== null)
        return { id: source.id, ...settleSource(fault, { failures: source.failures, now: at, random }), keepsState: false };
      return { id: source.id, ...regular(), collected: { at, seenUntil, displayName }, followerCount };
    });
    await end(outcomes);
    await markAnswering();
  }

  /** The network responded, so its fault is over. */
  async function markAnswering(): Promise<void> {
    const { state, pausedUntil } = await readNetwork(database, network);
    if (state === 'ok' && pausedUntil === null) return;
    await changeNetwork(database, lease, { state: 'ok', detail: null, pausedUntil: null }, now());
    if (state !== 'waiting') log.info({ network, before: state }, 'a network responds again');
  }

  async function settleFault(error: unknown, sources: readonly ClaimedSource[]): Promise<void> {
    lease.signal.throwIfAborted();
    if (error instanceof LostLease) throw error;
    const fault = toSourceError(error);
    const names = sources.map(({ key }) => key);
    log.warn({ err: error, network, names: names.slice(0, 5), state: fault.fault }, 'a visit failed');
    if (!fault.isOfNetwork) {
      await end(
        sources.map((source) => ({ id: source.id, ...settleSource(fault, { failures: source.failures, now: now(), random }) })),
      );
      // Any other fault of a name means that the network responded. `failed` may be an error of ours.
      if (fault.fault !== 'failed') await markAnswering();
      return;
    }
    metrics.visited(network, fault.fault);
    await changeNetwork(
      database,
      lease,
      settleNetwork(fault, { known: await readNetwork(database, network), now: now() }),
      now(),
    );
    await releaseSources(
      database,
      lease,
      sources.map(({ id }) => id),
    );
  }

  return { ...setting, lease, mayAsk, ask, keepPage, settleCollected, settleFault };
}
