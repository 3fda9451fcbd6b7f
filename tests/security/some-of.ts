/** The share of a family that is tried: `pnpm faults` tries all of it, every other command a part. */
import { isThorough } from '@leadloom/server/testing/thorough';

/** @param every so many-th of the cases @param from where it begins: callers that move it on try all cases among them */
export function someOf<Case>(cases: readonly Case[], every: number, from = 0): readonly Case[] {
  return isThorough() ? cases : cases.filter((_, place) => (place + from) % every === 0);
}
