import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../testing/any-character.ts';
import { type CaptionDates, isoDay, partialDate, precisionOf, readCaptionDates } from './caption-dates.ts';

/** "2021-3 > 2023"; "2021-3 >" for an ongoing one; "2018" for a single date. */
function shown(dates: CaptionDates | null): string | null {
  if (dates === null) return null;
  const one = (date: CaptionDates['start']): string =>
    [date.year, date.month, date.day].filter((part) => part !== null).join('-');
  if (dates.isOngoing) return `${one(dates.start)} >`;
  if (dates.end === null) return `${one(dates.start)} > ?`;
  return dates.end === dates.start ? one(dates.start) : `${one(dates.start)} > ${one(dates.end)}`;
}

describe('readCaptionDates', () => {
  it.each([
    ['en', 'Jan 2015 - Dec 2018 · 4 yrs', '2015-1 > 2018-12'],
    ['en', 'Aug 2026 - Present · 2 mos', '2026-8 >'],
    ['en', '2019 - Present · 3 yrs', '2019 >'],
    ['en', 'Aug 2018 · 1 mo', '2018-8'],
    ['en', '2018', '2018'],
    ['en', 'Mar 12, 2021 – Present', '2021-3-12 >'],
    ['en', 'Mar - Jun 2021', '2021-3 > 2021-6'],
    ['en', 'Mar 2021 - Present (2 yrs 3 mos)', '2021-3 >'],
    ['en', '2019 to 2021', '2019 > 2021'],
    ['de', 'März 2021–März 2023', '2021-3 > 2023-3'],
    ['de', 'Sept. 2019–Heute · 3 Jahre 7 Monate', '2019-9 >'],
    ['de', 'Jan.–Dez. 2021', '2021-1 > 2021-12'],
    ['fr', 'févr. 2020\u00a0-\u00a0aujourd’hui · 4 ans', '2020-2 >'],
    ['fr', 'déc. 2016 - août 2019', '2016-12 > 2019-8'],
    ['es', 'ene. 2015 - actualidad', '2015-1 >'],
    ['es', 'septiembre de 2019 – marzo de 2021', '2019-9 > 2021-3'],
    ['it', 'gen 2020 - Presente', '2020-1 >'],
    ['pt', 'set. de 2018 - o momento', '2018-9 >'],
    ['nl', 'mrt. 2018 - heden', '2018-3 >'],
    ['sv', 'maj 2018 – nu', '2018-5 >'],
    ['da', 'maj 2018 – nu', '2018-5 >'],
    ['no', 'des. 2018 – nå', '2018-12 >'],
    ['fi', 'touko 2019 – nykyhetki', '2019-5 >'],
    ['pl', 'paź 2019 – obecnie', '2019-10 >'],
    ['cs', 'čvn 2019 – čvc 2020', '2019-6 > 2020-7'],
    ['ro', 'iun. 2019 – Prezent', '2019-6 >'],
    ['hu', '2021. márc. – jelen', '2021-3 >'],
    ['tr', 'Ağu 2019 - Halen · 3 yıl', '2019-8 >'],
    ['tr', 'KASIM 2019 - Şub 2020', '2019-11 > 2020-2'],
    ['ru', 'мая 2019 г. – настоящее время', '2019-5 >'],
    ['uk', 'лист. 2019 р. – дотепер', '2019-11 >'],
    ['el', 'Μαΐ 2020 - Παρόν', '2020-5 >'],
    ['ar', 'أغسطس ٢٠١٩ - حتى الآن · ٣ سنوات', '2019-8 >'],
    ['ar, Levant', 'كانون الثاني 2021 - تشرين الأول 2022', '2021-1 > 2022-10'],
    ['he', '\u200fאוג׳ 2019 - \u200fהיום', '2019-8 >'],
    ['fa', 'ژانویهٔ ۲۰۲۰ - اکنون', '2020-1 >'],
    ['hi', 'अग॰ 2019 - वर्तमान', '2019-8 >'],
    ['hi', 'मार्च २०१९ - मई २०२०', '2019-3 > 2020-5'],
    ['id', 'Agu 2019 - Saat ini', '2019-8 >'],
    ['ms', 'Ogos 2019 - Kini', '2019-8 >'],
    ['th', 'มี.ค. 2564 - ปัจจุบัน · 3 ปี', '2021-3 >'],
    ['th', 'ธันวาคม ๒๕๖๑ – มกราคม ๒๕๖๓', '2018-12 > 2020-1'],
    ['vi', 'thg 3 2021 - Hiện tại', '2021-3 >'],
    ['vi', 'Tháng 12 năm 2019 – Tháng 1 2021', '2019-12 > 2021-1'],
    ['ja', '2021年3月 - 現在 · 2年1ヶ月', '2021-3 >'],
    ['ja', '２０１９年４月～２０２１年１２月', '2019-4 > 2021-12'],
    ['ja', '2019年4月1日 - 2021年', '2019-4-1 > 2021'],
    ['ko', '2021년 3월 - 현재 · 2년', '2021-3 >'],
    ['ko', '2019. 4. - 2020. 12.', '2019-4 > 2020-12'],
    ['zh', '2021年3月 - 至今', '2021-3 >'],
    ['zh', '2021年3月至今', '2021-3 >'],
    ['zh', '2019年1月至2021年3月', '2019-1 > 2021-3'],
    ['numbers', '03/2021 - 05/2022', '2021-3 > 2022-5'],
    ['numbers', '2021-03 - 2022-05', '2021-3 > 2022-5'],
    ['numbers', '2021-03', '2021-3'],
    ['numbers', '2019-2021', '2019 > 2021'],
    ['numbers', '31/05/2021', '2021-5-31'],
    ['numbers', '05/31/2021', '2021-5-31'],
    ['numbers', '1. 3. 2020', '2020-3-1'],
    ['numbers that could be either', '05/06/2021', '2021'],
    ['an employment type before', 'Full-time · Mar 2021 - Present', '2021-3 >'],
    ['nothing after the dash', '2019 -', '2019 >'],
    ['zero-width and bidirectional marks', '\u200e2019\u200b \u2013 \u202a2020\u202c', '2019 > 2020'],
    ['a word that is no month', 'Semester 2019 - 2020', '2019 > 2020'],
  ])('a caption with %s is read: %s', (_, caption, expected) => {
    expect(shown(readCaptionDates(caption))).toBe(expected);
  });

  it.each([null, undefined, '', '5 yrs 7 mos', 'Present', '0000 - 9999', '12345', 'Mar', '· · ·', ' - '])(
    'no dates are found in %j',
    (caption) => {
      expect(readCaptionDates(caption)).toBeNull();
    },
  );

  it('the platform’s captions for every month are read, in many languages', () => {
    const languages =
      'en de fr es it pt nl sv da nb fi pl cs ro hu tr ru uk el ar he hi id ms th vi ja ko zh-CN zh-TW bn te pa mr tl sk et'.split(
        ' ',
      );
    const wrong: string[] = [];
    for (const language of languages) {
      for (const month of ['short', 'long'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, year: 'numeric', timeZone: 'UTC' });
        for (let number = 1; number <= 12; number += 1) {
          const start = format.format(new Date(Date.UTC(2018, number - 1, 10)));
          const end = format.format(new Date(Date.UTC(2021, 12 - number, 10)));
          const expected = `2018-${number} > 2021-${13 - number}`;
          for (const caption of [`${start} - ${end} · 3 y`, `${start}–${end}`]) {
            if (shown(readCaptionDates(caption)) !== expected)
              wrong.push(`${language}: ${caption}: ${shown(readCaptionDates(caption))}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reading a caption never throws and never returns an impossible date', () => {
    const pieces = fc.constantFrom(...'2021,年,月, - ,–,13,0,Mar,.,/,(,),·,至,31, ,թ,٢'.split(','));
    const captions = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(pieces).map((parts) => parts.join('')),
    );
    const isPossible = (caption: string): boolean => {
      const dates = readCaptionDates(caption);
      const days = [dates?.start, dates?.end].filter((date) => date !== undefined && date !== null).map(isoDay);
      return days.every((day) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day));
    };
    fc.assert(fc.property(captions, isPossible), { numRuns: 500 });
  });
});

describe('partialDate', () => {
  it('a partial date keeps as much as is possible', () => {
    expect(partialDate(2024, 2, 29)).toEqual({ year: 2024, month: 2, day: 29 });
    expect(partialDate(2023, 2, 29)).toEqual({ year: 2023, month: 2, day: null });
    expect(partialDate(2023, 13, 1)).toEqual({ year: 2023, month: null, day: null });
    expect(partialDate(23, 1, 1)).toBeNull();
    expect(partialDate(2023.5, 1, 1)).toBeNull();
  });

  it('a partial date is written as its first possible day, with its precision', () => {
    expect(
      [
        { year: 2023, month: null, day: null },
        { year: 2023, month: 4, day: null },
        { year: 2023, month: 4, day: 9 },
      ].map((date) => [isoDay(date), precisionOf(date)]),
    ).toEqual([
      ['2023-01-01', 'year'],
      ['2023-04-01', 'month'],
      ['2023-04-09', 'day'],
    ]);
  });
});
