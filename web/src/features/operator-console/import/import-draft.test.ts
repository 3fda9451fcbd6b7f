import type { ImportProblem } from '@leadloom/shared/contract/imports';
import { expect, it } from 'vitest';
import { emptyDraft, groupsOf, keepDraft, optionsOf, readDraft, readingOf, refusedChange } from './import-draft.ts';

const blank: ImportProblem = { kind: 'blank', column: 'revenue', value: 'soon', reason: null, rows: 20 };
const refused: ImportProblem = { kind: 'refused', column: 'name', value: '', reason: 'is missing', rows: 3 };
const whole: ImportProblem = { kind: 'refused', column: null, value: null, reason: 'has too many cells', rows: 1 };
const refuse = { problem: blank, action: 'refuse', replacement: '' } as const;
const replace = { problem: refused, action: 'replace', replacement: 'Nameless' } as const;

it('a draft is read again as it was kept, and what is not one is an empty draft', () => {
  const draft = { ...emptyDraft, table: 'companies', options: { separator: ';' }, choices: [refuse] } as const;
  keepDraft('a', { ...draft, choices: [...draft.choices] });
  expect(readDraft('a')).toEqual(draft);
  sessionStorage.setItem('leadloom-import-a', '{"table":7}');
  expect(readDraft('a')).toEqual(emptyDraft);
});

it('an option that was taken back leaves no trace in what is read', () => {
  expect(readingOf({ table: 'companies', options: { encoding: undefined } })).toBe(
    readingOf({ table: 'companies', options: {} }),
  );
});

it('choices change the number of refused rows by the rows of their groups', () => {
  const groups = [blank, refused, whole];
  expect(refusedChange(groups, [], [])).toBe(0);
  expect(refusedChange(groups, [refuse, replace], [])).toBe(20 - 3);
  expect(refusedChange(groups, [refuse], [refuse])).toBe(0);
  expect(refusedChange(groups, [], [refuse])).toBe(-20);
});

it('a group that a choice has settled stays in the list', () => {
  const asRefused: ImportProblem = { ...blank, kind: 'refused', reason: 'is no number' };
  expect(groupsOf([asRefused, whole], [refuse, replace])).toEqual([blank, refused, whole]);
});

it('the server gets a replacement only where a value is replaced', () => {
  expect(optionsOf({ ...emptyDraft, choices: [refuse, replace] }).choices).toEqual([
    { column: 'revenue', value: 'soon', action: 'refuse' },
    { column: 'name', value: '', action: 'replace', replacement: 'Nameless' },
  ]);
});
