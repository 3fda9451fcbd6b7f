/**
 * Bounds the database's log while it runs: what is there is copied aside, and the file starts over. PostgreSQL appends to
 * it, so it goes on at the new end; a line written at that very moment is lost.
 */
import { copyFile, stat, truncate } from 'node:fs/promises';
import { type DatabaseHome, giveTo } from './database-home.ts';

const LIMIT_BYTES = 8 * 1024 * 1024;

/** Keeps the file and the one before it, `server.log.1`, each of eight megabytes and what one interval adds. */
export async function rotateLog({ logFile, user }: DatabaseHome): Promise<void> {
  const found = await stat(logFile).catch(() => null);
  if (found === null || found.size <= LIMIT_BYTES) return;
  const before = `${logFile}.1`;
  await copyFile(logFile, before);
  await giveTo(before, user);
  await truncate(logFile);
}
