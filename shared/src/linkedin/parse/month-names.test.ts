import { describe, expect, it } from 'vitest';
import { foldMonthName, monthLanguages, monthNamed } from './month-names.ts';

const months = Array.from({ length: 12 }, (_, month) => month);

/** Every form in the platform's locale data: alone, before a year, between a day and a year. */
function formsOf(language: string): readonly (readonly string[])[] {
  const formats = (['short', 'long'] as const).flatMap((width) =>
    [{}, { year: 'numeric' as const }, { year: 'numeric' as const, day: 'numeric' as const }].map(
      (rest) => new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month: width, timeZone: 'UTC', ...rest }),
    ),
  );
  return months.map((month) => formats.map((format) => monthIn(format, new Date(Date.UTC(2021, month, 12)))));
}

function monthIn(format: Intl.DateTimeFormat, date: Date): string {
  const parts = format.formatToParts(date).filter((part) => part.type === 'month');
  return parts.map((part) => part.value).join('');
}

describe('monthNamed', () => {
  it('every month of every language of the table is recognised as the platform writes it', () => {
    const unknown = monthLanguages.flatMap((language) =>
      formsOf(language).flatMap((forms, month) =>
        forms
          .filter((form) => !/\d/.test(form))
          .map((form) => foldMonthName(form.replace(/^(?:de |d['’])/, '')))
          .filter((form) => monthNamed(form) !== month + 1)
          .map((form) => `${language} ${month + 1} ${form}`),
      ),
    );
    expect(unknown).toEqual([]);
  });

  it('the start of a name is recognised if it can be only one month', () => {
    expect(monthNamed('septem')).toBe(9);
    expect(monthNamed('octob')).toBe(10);
    expect(monthNamed('jui')).toBeNull();
    expect(monthNamed('ju')).toBeNull();
  });

  it('no other word is taken for a month', () => {
    for (const word of ['', 'present', 'heute', 'since', 'yrs', 'constructor', '__proto__', 'toString'])
      expect(monthNamed(word)).toBeNull();
  });
});
