import { expect, it } from 'vitest';
import { fuzzJudge } from './url-fuzz.ts';

const ADDRESSES = 1_000_000;
const SEED = 20_260_105;

it('of a million generated addresses, only canonical addresses of allowed endpoints pass', () => {
  const began = performance.now();
  const { judged, accepted, distinctAccepted, wrong } = fuzzJudge(ADDRESSES, SEED);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `fuzzed addresses: ${judged} judged in ${seconds} s, ${accepted} accepted, ${distinctAccepted} different ones, ${wrong.length} wrongly`,
  );
  expect(wrong).toEqual([]);
  expect(distinctAccepted).toBeGreaterThan(ADDRESSES / 100);
}, 300_000);
