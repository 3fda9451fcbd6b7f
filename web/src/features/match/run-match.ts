/** Sends a list in batches, two at once. What was found stays, whatever becomes of the rest. */
import { MAX_MATCH_ROWS, type MatchLine, type MatchResult, matchRows } from '@leadloom/shared/contract/match';
import type { TableName } from '@leadloom/shared/tables/tables';
import pLimit from 'p-limit';
import { ApiError, unreadableError } from '../../lib/api-client/api-error.ts';
import { call } from '../../lib/api-client/call.ts';

/** The server lets one account have two at once. */
const AT_ONCE = 2;
const TRIES = 4;
const PAUSE_MS = 2_000;

export interface MatchOrder {
  readonly table: TableName;
  readonly lines: readonly MatchLine[];
  /** Batches of lines that have results already are not sent again. */
  readonly results: readonly (MatchResult | undefined)[];
  readonly signal: AbortSignal;
  /** @param first the number of the batch's first line */
  readonly onBatch: (first: number, found: readonly MatchResult[]) => void;
}

/** Resolves when every batch has ended. @returns why batches failed; null: none did */
export async function runMatch({ table, lines, results, signal, onBatch }: MatchOrder): Promise<ApiError | null> {
  const limit = pLimit(AT_ONCE);
  const starts = Array.from({ length: Math.ceil(lines.length / MAX_MATCH_ROWS) }, (_, at) => at * MAX_MATCH_ROWS);
  let failure: ApiError | null = null;
  await Promise.all(
    starts
      .filter((start) => results[start] === undefined)
      .map((start) =>
        limit(async () => {
          // A refusal is one of the whole list.
          if (signal.aborted || (failure !== null && !isPassing(failure))) return;
          try {
            onBatch(start, await sendBatch(table, lines.slice(start, start + MAX_MATCH_ROWS), signal));
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            if (error.code !== 'CLIENT.ABORTED') failure = error;
          }
        }),
      ),
  );
  return failure;
}

async function sendBatch(table: TableName, rows: readonly MatchLine[], signal: AbortSignal): Promise<readonly MatchResult[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      const { data } = await call(matchRows, { body: { table, rows: [...rows] } }, { signal });
      if (data.length !== rows.length) throw unreadableError(200);
      return data;
    } catch (error) {
      if (!(error instanceof ApiError) || tried >= TRIES || signal.aborted || !isPassing(error)) throw error;
      await pause(PAUSE_MS * tried, signal);
    }
  }
}

/** Whether the same call may succeed a little later. */
function isPassing({ status, code }: ApiError): boolean {
  return status === 429 || status === 503 || code === 'CLIENT.NETWORK';
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
