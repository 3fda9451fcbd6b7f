import { expect, test } from 'vitest';
import { formatPartialDate } from './partial-date.ts';

test.each([
  ['2019-03-14', 'day', 'en-GB', '14 Mar 2019'],
  ['2019-03-14', null, 'en-GB', '14 Mar 2019'],
  ['2019-03-01', 'month', 'en-GB', 'March 2019'],
  ['2019-03-01', 'month', 'de-DE', 'März 2019'],
  ['2019-01-01', 'year', 'en-US', '2019'],
  [null, null, 'en-GB', 'Unspecified'],
  ['not a date', 'day', 'en-GB', 'Unspecified'],
] as const)('%s known to the %s reads in %s as %s', (date, precision, locale, expected) => {
  expect(formatPartialDate(date, precision, locale)).toBe(expected);
});
