import { expect, it } from 'vitest';
import { findEntries, type PaletteEntry } from './find-entries.ts';

const entry = (group: PaletteEntry['group'], label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  key: `${group} ${label}`,
  group,
  label,
  choose: () => undefined,
  ...more,
});
const labels = (entries: readonly PaletteEntry[], text: string) => findEntries(entries, text).map(({ label }) => label);

it('a text finds labels that start with it first, then those with such a word, then those that contain it', () => {
  const entries = ['Unpaid', 'Reddit Paint', 'Paid', 'Other'].map((label) => entry('Views', label));
  expect(labels(entries, 'pai')).toEqual(['Paid', 'Reddit Paint', 'Unpaid']);
});

it('the entry that has the text as its name comes first, whatever its group', () => {
  const entries = [
    entry('Rows', 'People: Is investor', { isFound: true }),
    entry('Screens', 'Collected People'),
    entry('Tables', 'Investors'),
    entry('Tables', 'People'),
    entry('Lists', 'people to call'),
  ];
  expect(labels(entries, 'Investors')).toEqual(['Investors', 'People: Is investor']);
  expect(labels(entries, ' people ')).toEqual(['People', 'people to call', 'People: Is investor', 'Collected People']);
});

it('a name that begins with the text comes before other groups, except where the server found it', () => {
  const entries = [
    entry('Rows', 'Companies: Germany', { isFound: true }),
    entry('Screens', 'Keys of Germany'),
    entry('Views', 'Germany, east'),
    entry('Companies', 'Germany Trade', { isFound: true }),
  ];
  expect(labels(entries, 'germany')).toEqual(['Germany, east', 'Companies: Germany', 'Keys of Germany', 'Germany Trade']);
});

it('within its group a whole name comes before longer ones', () => {
  const entries = ['Paid last year', 'Paid'].map((label) => entry('Views', label));
  expect(labels(entries, 'paid')).toEqual(['Paid', 'Paid last year']);
});

it('every word must be found, in the label or in the detail', () => {
  const entries = [entry('Views', 'Nordic', { detail: 'Companies' }), entry('Views', 'Nordic', { key: 'b', detail: 'People' })];
  expect(findEntries(entries, 'comp nor').map(({ detail }) => detail)).toEqual(['Companies']);
});

it('case and accents make no difference', () => {
  expect(labels([entry('Lists', 'Énergie')], 'ENERG')).toEqual(['Énergie']);
});

it('what the server found is shown last, whatever it is called', () => {
  const entries = [entry('Companies', 'Oddly named', { isFound: true }), entry('Companies', 'Needle Port', { isFound: true })];
  expect(labels(entries, 'needle')).toEqual(['Needle Port', 'Oddly named']);
});

it('groups keep their order, and a text shows six of each at most', () => {
  const entries = [...Array.from({ length: 9 }, (_, at) => entry('Lists', `a${at}`)), entry('Screens', 'Alerts')];
  expect(labels(entries, 'a')).toEqual(['Alerts', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5']);
});

it('without a text all screens and tables are shown, and six of each other group', () => {
  const entries = (['Views', 'Screens'] as const).flatMap((group) =>
    Array.from({ length: 9 }, (_, at) => entry(group, `${group} ${at}`)),
  );
  expect(findEntries(entries, ' ').filter(({ group }) => group === 'Screens')).toHaveLength(9);
  expect(findEntries(entries, ' ').filter(({ group }) => group === 'Views')).toHaveLength(6);
});
