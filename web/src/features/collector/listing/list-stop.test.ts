import { expect, test } from 'vitest';
import { explainListStop, listStop, reasonOfFailure } from './list-stop.ts';

const format = (epoch: number) => `moment ${epoch}`;

test.each(['challenged', 'redirected'] as const)(
  'a list stopped by %s names the button that ends the pause, and when it ends by itself',
  (reason) => {
    expect(explainListStop({ reason, continueAt: 20, detail: null }, 10, format)).toMatch(
      /press “Continue now” in the extension’s popup, then continue here\. Otherwise the pause ends at moment 20\.$/,
    );
  },
);

test('a pause after several server errors has a time, and a single server error has none', () => {
  expect(explainListStop({ reason: 'upstream_error', continueAt: 20, detail: null }, 10, format)).toBe(
    'LinkedIn’s servers failed several times in a row, so reading has stopped. You can continue at moment 20.',
  );
  expect(explainListStop(listStop(reasonOfFailure('upstream_error')), 10, format)).toBe(
    'LinkedIn answered with a server error. Continue in a few minutes.',
  );
});
