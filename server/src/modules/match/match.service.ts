/** Finds the rows that the lines of a list mean. Bounded like lists, by slots and by time. */
import type { MatchLine, MatchResult } from '@leadloom/shared/contract/match';
import type { TableName } from '@leadloom/shared/tables/tables';
import { runAbortably } from '../../database/abortable-reads.ts';
import { within } from '../../database/time-limit.ts';
import { AppError } from '../../http/app-error.ts';
import { createGate } from '../../limits/gate.ts';
import type { Platform } from '../../platform.ts';
import type { ListReader } from '../tables/list/list-admission.ts';
import { decideMatches } from './decide-matches.ts';
import { findMatches } from './match-rows.repository.ts';

const SLOTS = { slots: 4, atOnce: 2, perAccount: 16, waiting: 256, waitMilliseconds: 10_000 };
const LIMIT_MILLISECONDS = 5_000;
const RETRY_AFTER = 2;

/** @throws {AppError} LIST.BUSY, LIST.TOO_SLOW, SERVER.BUSY */
export type MatchRows = (table: TableName, lines: readonly MatchLine[], reader: ListReader) => Promise<MatchResult[]>;

export function createMatches({ lists }: Platform): MatchRows {
  const gate = createGate(SLOTS);
  return async (table, lines, { workspaceId, signal }) => {
    const busy = new AppError('LIST.BUSY', { retryAfterSeconds: RETRY_AFTER, violatedPolicies: ['lists'] });
    const leave = await gate.enter(workspaceId, busy, signal);
    try {
      return await within(LIMIT_MILLISECONDS, signal, (wanted) =>
        runAbortably(wanted, () => decideMatches(table, lines, (values) => findMatches(lists, table, values))),
      );
    } finally {
      leave();
    }
  };
}
