import { describe, expect, it } from 'vitest';
import { freshnessOf } from './freshness.ts';
import { wordedCell } from './worded-cell.ts';

const today = new Date('2026-11-20T09:00:00Z');
const line = (state: string | null, day: string | null) =>
  freshnessOf({ id: 1, changed_in: 1, website_state: state, website_checked_on: day }, today);

describe('the freshness of a row', () => {
  it.each([
    [null, '2026-11-08', 'Website checked 12 days ago'],
    [null, '2026-11-19', 'Website checked yesterday'],
    [null, '2026-11-20', 'Website checked today'],
    // Days are those of UTC, and a reader may be behind.
    [null, '2026-11-21', 'Website checked today'],
    ['unreachable', '2026-11-08', 'Website checked 12 days ago · Website unreachable'],
    ['no_mail_server', null, 'No mail server for the domain'],
    ['not_checked', '2026-08-01', 'Website checked 111 days ago · Website not checked for 90 days'],
    [null, null, ''],
  ])('%s, looked at on %s', (state, day, text) => {
    expect(line(state, day)).toBe(text);
  });
});

describe('cells with words of their own', () => {
  it('are shown by them, and others as they are', () => {
    expect(wordedCell('companies', 'sources', ['file', 'sec-form-d', 'else'])).toEqual(['Imported files', 'SEC Form D', 'else']);
    expect(wordedCell('companies', 'website_state', 'no_mail_server')).toBe('No mail server for the domain');
    expect(wordedCell('companies', 'registry', 'no-orgnr')).toBe('Brønnøysund, Norway');
    expect(wordedCell('companies', 'country', 'Norway')).toBe('Norway');
    expect(wordedCell('companies', 'verticals', ['SaaS'])).toEqual(['SaaS']);
  });
});
