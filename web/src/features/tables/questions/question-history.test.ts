import { afterEach, expect, it, vi } from 'vitest';
import { forgetQuestions, readQuestionText, writeQuestionText } from '../../../lib/question-storage.ts';
import { clearQuestions, MAX_QUESTIONS, noteQuestion, readQuestions, removeQuestion } from './question-history.ts';

const inCountry = (country: string, total = 1) => ({ filters: { country: [country] }, total });
const countries = (account = 'a') => readQuestions(account, 'companies').map(({ filters }) => String(filters.country));

afterEach(() => {
  vi.restoreAllMocks();
  forgetQuestions();
});

it('the last questions come first, equal ones once with the newer total, and no more than ten', () => {
  for (let at = 1; at <= MAX_QUESTIONS + 2; at += 1) noteQuestion('a', 'companies', inCountry(`C${at}`));
  expect(countries()).toEqual(['C12', 'C11', 'C10', 'C9', 'C8', 'C7', 'C6', 'C5', 'C4', 'C3']);
  const noted = noteQuestion('a', 'companies', inCountry('C9', 7));
  expect(noted[0]).toEqual(inCountry('C9', 7));
  expect(countries()).toEqual(['C9', 'C12', 'C11', 'C10', 'C8', 'C7', 'C6', 'C5', 'C4', 'C3']);
  expect(readQuestions('a', 'companies')).toEqual(noted);
});

it('each table has its own, and one can be removed or all be cleared', () => {
  noteQuestion('a', 'people', inCountry('Spain'));
  for (const country of ['Norway', 'Sweden', 'Finland']) noteQuestion('a', 'companies', inCountry(country));
  removeQuestion('a', 'companies', { country: ['Sweden'] });
  expect(countries()).toEqual(['Finland', 'Norway']);
  clearQuestions('a', 'companies');
  expect(countries()).toEqual([]);
  expect(readQuestions('a', 'people')).toEqual([inCountry('Spain')]);
});

it('another account does not see them, and its own replace them', () => {
  noteQuestion('a', 'companies', inCountry('Norway'));
  expect(countries('b')).toEqual([]);
  noteQuestion('b', 'companies', inCountry('Chile'));
  expect(countries('b')).toEqual(['Chile']);
  expect(readQuestionText()).not.toContain('Norway');
});

it('what cannot be read is nothing, and a question with a parameter that is gone is left out', () => {
  for (const text of ['', 'nonsense', '{"account":"a"}', '{"account":"a","tables":{"companies":[{"filters":{"country":7}}]}}']) {
    writeQuestionText(text);
    expect(countries()).toEqual([]);
  }
  const gone = { filters: { planet: ['Mars'], country: ['Norway'] }, total: 1 };
  writeQuestionText(JSON.stringify({ account: 'a', tables: { companies: [gone, inCountry('Chile')] } }));
  expect(countries()).toEqual(['Chile']);
});

it('where the browser refuses storage they last as long as the page, and are forgotten with it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  noteQuestion('a', 'companies', inCountry('Norway'));
  expect(countries()).toEqual(['Norway']);
  forgetQuestions();
  expect(countries()).toEqual([]);
});
