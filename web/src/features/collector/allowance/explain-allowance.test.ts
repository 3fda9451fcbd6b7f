import { expect, test } from 'vitest';
import { explainPause, explainRefusal, explainWarmUp } from './explain-allowance.ts';

const format = (epoch: number) => `moment ${epoch}`;

test.each([
  ['throttled', 'LinkedIn asked for a pause. The extension sends no requests until moment 20.'],
  ['signed_out', /^LinkedIn has signed you out\. .* Sign in to LinkedIn in another tab\.$/],
  ['challenged', /complete the check, then press “Continue now” in the extension’s popup\.$/],
  ['redirected', /^LinkedIn redirected a request\..* press “Continue now” in the extension’s popup\.$/],
  ['refused', /^LinkedIn refused several members in a row\..* press “Continue now” in the extension’s popup\.$/],
  ['upstream_error', /^LinkedIn’s servers failed several times\./],
] as const)('a pause by %s says its cause, when it ends, and what to do', (cause, text) => {
  expect(explainPause({ cause, until: 20 }, 10, format)).toMatch(text);
});

test('an expired pause, or none, has no text', () => {
  expect(explainPause({ cause: 'throttled', until: 10 }, 10, format)).toBeNull();
  expect(explainPause(null, 10, format)).toBeNull();
});

test.each(['bad_signature', 'other_key', 'older', 'not_valid'] as const)('a catalogue refused as %s is explained', (refusal) => {
  expect(explainRefusal({ version: 3, refusal })).toMatch(/^The extension does not use this server’s endpoint catalogue: .+\.$/);
});

test('an accepted catalogue, or none, has no text', () => {
  expect(explainRefusal({ version: 3, refusal: null })).toBeNull();
  expect(explainRefusal(null)).toBeNull();
});

test('the text of the warm-up contains its day', () => {
  expect(explainWarmUp(3)).toBe('Day 3 of 7: the limits start low and grow every day.');
  expect(explainWarmUp(null)).toBeNull();
});
