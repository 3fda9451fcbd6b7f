import { describe, expect, it } from 'vitest';
import { captionOf, durationText } from './locales.ts';

const march2023 = { year: 2023, month: 3 };
const may2024 = { year: 2024, month: 5 };

describe('captions', () => {
  it('captions are written as each language writes them', () => {
    expect(captionOf('en_US', march2023, may2024)).toBe('Mar 2023 - May 2024 · 1 yr 3 mos');
    expect(captionOf('de_DE', march2023, may2024)).toBe('März 2023–Mai 2024 · 1 Jahr 3 Monate');
    expect(captionOf('ja_JP', march2023, may2024)).toBe('2023年3月 - 2024年5月 · 1年3ヶ月');
  });

  it('a caption of a current role has no digit for its end', () => {
    expect(captionOf('en_US', march2023, null)).toBe('Mar 2023 - Present · 3 yrs 9 mos');
    expect(captionOf('de_DE', march2023, null)).toBe('März 2023–Heute · 3 Jahre 9 Monate');
    expect(captionOf('ja_JP', march2023, null)).toBe('2023年3月 - 現在 · 3年9ヶ月');
  });

  it('a caption can contain years only, one date only, or nothing', () => {
    expect(captionOf('en_US', { year: 2019, month: null }, { year: 2021, month: null })).toBe('2019 - 2021 · 2 yrs');
    expect(captionOf('en_US', { year: 2018, month: null }, { year: 2018, month: null })).toBe('2018');
    expect(captionOf('en_US', null, { year: 2018, month: null })).toBe('2018');
    expect(captionOf('en_US', null, null)).toBeNull();
    expect(durationText('en_US', march2023, march2023)).toBe('1 mo');
  });
});
