/** Collects what the server logs, line by line, for tests that look for what must not be in it. */
import type { FastifyBaseLogger } from 'fastify';
import { createLog } from '../log.ts';

export interface CollectedLog {
  readonly log: FastifyBaseLogger;
  readonly lines: string[];
}

export function collectLog(): CollectedLog {
  const lines: string[] = [];
  return { log: createLog('trace', { write: (line) => void lines.push(line) }), lines };
}
