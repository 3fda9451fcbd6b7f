/** Reads what COPY … TO STDOUT sends. */
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/**
 * Starts the copy. The connection is free again once the stream has ended or failed; until then it must be read, or the
 * connection be closed.
 * @param statement must be a COPY … TO STDOUT
 */
export function copyRows(client: pg.ClientBase, statement: string): Readable {
  const rows = client.query(copyTo(statement));
  // The library only emits the error: a reader that begins later would wait for ever.
  rows.on('error', (error) => rows.destroy(error));
  return rows;
}

/** Several copies, one after the other. @param signal no copy begins after it was aborted */
export async function* copyInTurn(
  client: pg.ClientBase,
  statements: Iterable<string>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const statement of statements) {
    signal?.throwIfAborted();
    yield* copyRows(client, statement);
  }
}
