import { expect, test } from 'vitest';
import { dayPattern, readDay, writeDay } from './typed-day.ts';

const BRITISH = dayPattern('en-GB');
const AMERICAN = dayPattern('en-US');
const GERMAN = dayPattern('de-DE');
const KOREAN = dayPattern('ko-KR');
const ARABIC = dayPattern('ar-EG');
const SWEDISH = dayPattern('sv-SE');

test('A day is written as the reader writes it', () => {
  expect([BRITISH, AMERICAN, GERMAN, SWEDISH].map((pattern) => writeDay('2024-03-05', pattern))).toEqual([
    '05/03/2024',
    '03/05/2024',
    '05.03.2024',
    '2024-03-05',
  ]);
  expect(writeDay('', BRITISH)).toBe('');
});

test.each([BRITISH, AMERICAN, GERMAN, KOREAN, ARABIC, SWEDISH])('A day written as %s is read back', (pattern) => {
  for (const day of ['2024-03-05', '2024-12-31', '2024-02-29', '1999-01-01'])
    expect(readDay(writeDay(day, pattern), pattern)).toBe(day);
});

test.each([
  ['2024-03-05', AMERICAN, '2024-03-05'],
  [' 2024-03-05 ', BRITISH, '2024-03-05'],
  ['2024/3/5', BRITISH, '2024-03-05'],
  ['05.03.2024', BRITISH, '2024-03-05'],
  ['05.03.2024', AMERICAN, '2024-03-05'],
  ['5.3.2024', GERMAN, '2024-03-05'],
  ['05/03/2024', BRITISH, '2024-03-05'],
  ['05/03/2024', AMERICAN, '2024-05-03'],
  ['5-3-2024', BRITISH, '2024-03-05'],
  ['25/12/2024', AMERICAN, '2024-12-25'],
  ['12/25/2024', BRITISH, '2024-12-25'],
  ['05032024', BRITISH, '2024-03-05'],
  ['05032024', AMERICAN, '2024-05-03'],
  ['20240305', BRITISH, '2024-03-05'],
])('%s, where days are written %s, is %s', (text, pattern, day) => {
  expect(readDay(text, pattern)).toBe(day);
});

test.each([
  '',
  '2024',
  '2024-03',
  '31/12',
  '31/12/20',
  '30.02.2024',
  '2023-02-29',
  '2024-13-01',
  '13/13/2024',
  '0202-03-05',
  '05.13.2024',
  '2024-03-05T10:00',
  'yesterday',
  '123456789',
])('%s is not a day', (text) => {
  expect(readDay(text, BRITISH)).toBeNull();
});

test('While more may be typed, a day with a missing digit is not complete', () => {
  const seen = [...'2024-01-15'].map((_, index) => readDay('2024-01-15'.slice(0, index + 1), BRITISH, false));
  expect(seen).toEqual([...Array(9).fill(null), '2024-01-15']);
  expect(readDay('2024-1-5', BRITISH, false)).toBeNull();
  expect(readDay('2024-1-5', BRITISH)).toBe('2024-01-05');
});
