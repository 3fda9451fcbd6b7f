/**
 * A file that waits on disk for its reader holds rows as they were when it was begun. It is broken off once somebody was
 * erased since, on whatever server: the reader starts again, and rows that were not sent are not charged.
 */
import type { Readable } from 'node:stream';
import type { Database } from '../../database/database.ts';
import { lastErasure } from '../suppression/last-erasure.service.ts';

/** @param known what `lastErasure` was before the file was begun */
export function breakAfterErasure(database: Database, stream: Readable, known: number, everyMilliseconds: number): void {
  const look = async () => {
    // Without the database nothing is known; the next check asks again.
    const last = await lastErasure(database).catch(() => known);
    if (last !== known) stream.destroy(new Error('somebody was erased since this file was begun'));
  };
  const timer = setInterval(() => void look(), everyMilliseconds);
  timer.unref();
  stream.once('close', () => clearInterval(timer));
}
