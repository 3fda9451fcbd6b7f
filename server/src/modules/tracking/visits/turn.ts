/**
 * What every step of visiting goes through, for as long as one server has the right to talk to a network: each
 * question to the network, each page that is kept, each fault and each end. Here alone is decided that a pause
 * and the day's count are respected, and that whoever lost the lease writes nothing more.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkName } from '@leadloom/shared/contract/sources';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import type { Database } from '../../../database/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { VisitedPage } from '../../../sources/adapters.ts';
import { SourceError } from '../../../sources/source-error.ts';
import { storeRecords } from '../../tables/import/store-records.service.ts';
import { readNetwork } from '../tracking.repository.ts';
import { hasRequestsLeft, nextMidnight, type Purpose } from './daily-requests.ts';
import { type Lease, LostLease } from './leases.repository.ts';
import type { HeldLease } from './network-lease.ts';
import type { RequestTally } from './request-tally.ts';
import { nextRegularVisit, settleNetwork, settleSource, toSourceError } from './settle-fault.ts';
import type { VisitMetrics } from './visit-metrics.ts';
import { type ClaimedSource, changeNetwork, endVisits, type Outcome, releaseSources, saveState } from './visits.repository.ts';

/** How often a page knocks while a file is loaded into its table. */
const BUSY_PAUSE_MILLISECONDS = 2_000;

export interface VisitLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What all turns of a server on one network have in common. */
export interface VisitSetting {
  readonly network: NetworkName;
  readonly definition: TableDefinition;
  readonly database: Database;
  readonly now: () => Date;
  readonly log: VisitLog;
  readonly tally: RequestTally;
  readonly figures: VisitMetrics;
  readonly intervalMinutes: number;
  /** Rows of which the network says that they were deleted. */
  readonly removeGone: (ids: readonly string[], lease: Lease) => Promise<number>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** What a whole visit learnt of a name. */
export interface Collected {
  readonly source: ClaimedSource;
  readonly seenUntil: Date | null;
  readonly displayName: string | null;
  readonly followerCount: number | null;
  /** What the network says of the name although its rows came; null: nothing. */
  readonly fault: SourceError | null;
}

export interface Turn extends VisitSetting {
  readonly lease: HeldLease;
  /** Whether the day's requests leave room for it. */
  mayAsk(purpose: Purpose): Promise<boolean>;
  /** One question. @throws {SourceError} also where the day's requests are used up, and the signal's reason once it is given */
  ask<Answer>(question: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>;
  /** Stores a page and, in the same transaction, where its visit stands. @throws {LostLease} and then nothing was stored */
  keepPage(page: VisitedPage<unknown>, sourceId: number, visitState: unknown): Promise<void>;
  /** Ends visits that got everything. */
  settleCollected(collected: readonly Collected[]): Promise<void>;
  /** Ends visits that did not. What is the matter with the network leaves its names as they were. @throws what is no matter of theirs */
  settleFault(error: unknown, sources: readonly ClaimedSource[]): Promise<void>;
}

export function createTurn(setting: VisitSetting, lease: HeldLease): Turn {
  const { network, definition, database, now, log, tally, figures, intervalMinutes, random = Math.random } = setting;

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
    // First: a page whose place is saved is not looked at again.
    if (goneIds.length > 0) figures.removed(network, await setting.removeGone(goneIds, lease));
    for (;;) {
      lease.signal.throwIfAborted();
      try {
        const options = { source: network, now: now(), alongside };
        const { added, changed, refused } = await storeRecords(database, definition, records, options);
        figures.stored(network, added + changed);
        if (refused.length > 0)
          log.warn({ network, reasons: refused.slice(0, 5), refused: refused.length }, 'posts were refused');
        return;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'IMPORT.BUSY')) throw error;
      }
      log.info({ network }, 'a page waits for an import to finish');
      // It is not lost meanwhile: if the server ends, it is asked for again.
      await sleep(BUSY_PAUSE_MILLISECONDS, undefined, { signal: lease.signal }).catch(() => undefined);
    }
    function alongside(transaction: Parameters<typeof saveState>[0]): Promise<void> {
      return saveState(transaction, lease, sourceId, visitState);
    }
  }

  async function end(outcomes: readonly (Outcome & { readonly id: number })[]): Promise<void> {
    await endVisits(database, lease, outcomes, now());
    for (const { state } of outcomes) figures.visited(network, state);
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

  /** It answered: whatever was the matter with the network is over. */
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
      // Whatever is the matter with the name, the network answered. Other errors may be our own.
      if (fault.fault !== 'failed') await markAnswering();
      return;
    }
    figures.visited(network, fault.fault);
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
