/**
 * Tells an engine that hangs from one that is slow. An engine that hangs closes no connection: only asking it something small shows.
 */
import type { EngineCell } from './column-store.ts';
import type { EngineClient, EngineStatement } from './engine-client.ts';
import { EngineAway } from './engine-failure.ts';

/** Milliseconds after which a statement without an answer is doubted, again and again. */
const DOUBTS_AFTER = 1_000;
const MEGABYTES = 200;

/** Asks something that takes an engine that works a moment. @throws {ColumnStoreFailed} also after the milliseconds */
export async function askSoon(
  engine: EngineClient,
  statement: EngineStatement,
  milliseconds: number,
): Promise<readonly (readonly EngineCell[])[]> {
  const signal = AbortSignal.timeout(milliseconds);
  try {
    return await engine.rows(statement, { signal, megabytes: MEGABYTES });
  } catch (error) {
    throw signal.aborted ? new EngineAway(`The column store did not answer within ${milliseconds} milliseconds.`) : error;
  }
}

/** Waits for a part of an answer, and calls `giveUp` where the engine answers nothing else meanwhile. */
export type Doubt = <Part>(part: Promise<Part>, giveUp: (error: unknown) => void) => Promise<Part>;

export function createDoubts(engine: EngineClient, milliseconds: number): Doubt {
  let asking: Promise<unknown> | null = null;
  const ask = () => {
    asking ??= askSoon(engine, { text: 'select 1', parameters: {} }, milliseconds).finally(() => {
      asking = null;
    });
    return asking;
  };
  return async (part, giveUp) => {
    const timer = setInterval(() => void ask().catch(giveUp), DOUBTS_AFTER);
    try {
      return await part;
    } finally {
      clearInterval(timer);
    }
  };
}
