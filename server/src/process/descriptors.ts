/** How many files and connections this process may have open at the same time. */
import { readFileSync } from 'node:fs';

/** Assumed where the system does not report its limit. */
const DEFAULT_LIMIT = 1_024;

/** The soft limit, which Node has raised to the hard one at its start. */
export function descriptorLimit(): number {
  try {
    return parseDescriptorLimit(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return DEFAULT_LIMIT;
  }
}

/** @param limits as in `/proc/self/limits` */
export function parseDescriptorLimit(limits: string): number {
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1];
  if (soft === 'unlimited') return Number.POSITIVE_INFINITY;
  const parsed = Number(soft);
  return Number.isInteger(parsed) && parsed > 0 ? parsed : DEFAULT_LIMIT;
}
