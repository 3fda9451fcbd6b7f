/** The share of a family of attacks that is tried: `pnpm faults` tries all of them, every other command a part. */
import { isThorough } from '@leadloom/server/testing/thorough';

/** @param every tries each n-th case @param from the first case: callers that increase it try all cases together */
export function someOf<Case>(cases: readonly Case[], every: number, from = 0): readonly Case[] {
  return isThorough() ? cases : cases.filter((_, place) => (place + from) % every === 0);
}
