import { expect, it } from 'vitest';
import { fuzzJudge } from './url-fuzz.ts';

const ADDRESSES = 20_000;
const LARGEST_SEED = 2 ** 31;

it('of the generated addresses, only canonical addresses of allowed endpoints pass', () => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * LARGEST_SEED));
  const { judged, accepted, distinctAccepted, wrong } = fuzzJudge(ADDRESSES, seed);
  console.log(`fuzzed addresses (FUZZ_SEED=${seed}): ${judged} judged, ${accepted} accepted, ${wrong.length} wrongly`);
  expect(wrong).toEqual([]);
  // A check that refuses everything, or only hopeless addresses, would prove nothing.
  expect(distinctAccepted).toBeGreaterThan(ADDRESSES / 100);
  expect(accepted).toBeLessThan(ADDRESSES / 2);
});
