/**
 * The user interface's words in three languages. Captions of the rendered layout are such words, dates
 * included, which is why a reader must not depend on English.
 */
export const locales = ['en_US', 'de_DE', 'ja_JP'] as const;
export type Locale = (typeof locales)[number];

export type EmploymentType = 'full' | 'part' | 'self' | 'freelance' | 'contract' | 'internship';
export type Workplace = 'hybrid' | 'remote' | 'on-site';

/** A month of a year, or a year alone. */
export interface YearMonth {
  readonly year: number;
  readonly month: number | null;
}

interface Words {
  readonly months: readonly string[];
  readonly present: string;
  readonly between: string;
  readonly yearMonth: (year: number, month: string) => string;
  readonly duration: (years: number, months: number) => string;
  readonly employment: Readonly<Record<EmploymentType, string>>;
  readonly workplace: Readonly<Record<Workplace, string>>;
  readonly headings: Readonly<Record<'about' | 'experience' | 'education' | 'skills' | 'interests', string>>;
  readonly hiddenMember: string;
  readonly skillsLabel: string;
  readonly current: string;
  readonly degreeOf: (distance: number) => string;
  readonly resultCount: (count: number) => string;
}

const words: Readonly<Record<Locale, Words>> = {
  en_US: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    present: 'Present',
    between: ' - ',
    yearMonth: (year, month) => `${month} ${year}`,
    duration: (years, months) =>
      [counted(years, 'yr', 'yrs'), counted(months, 'mo', 'mos')].filter((part) => part !== '').join(' '),
    employment: {
      full: 'Full-time',
      part: 'Part-time',
      self: 'Self-employed',
      freelance: 'Freelance',
      contract: 'Contract',
      internship: 'Internship',
    },
    workplace: { hybrid: 'Hybrid', remote: 'Remote', 'on-site': 'On-site' },
    headings: { about: 'About', experience: 'Experience', education: 'Education', skills: 'Skills', interests: 'Interests' },
    hiddenMember: 'LinkedIn Member',
    skillsLabel: 'Skills: ',
    current: 'Current: ',
    degreeOf: (distance) => ['• 1st', '• 2nd', '• 3rd+'][distance - 1] ?? '• 3rd+',
    resultCount: (count) => `About ${count} results`,
  },
  de_DE: {
    months: ['Jan.', 'Feb.', 'März', 'Apr.', 'Mai', 'Juni', 'Juli', 'Aug.', 'Sept.', 'Okt.', 'Nov.', 'Dez.'],
    present: 'Heute',
    between: '–',
    yearMonth: (year, month) => `${month} ${year}`,
    duration: (years, months) =>
      [counted(years, 'Jahr', 'Jahre'), counted(months, 'Monat', 'Monate')].filter((part) => part !== '').join(' '),
    employment: {
      full: 'Vollzeit',
      part: 'Teilzeit',
      self: 'Selbstständig',
      freelance: 'Freiberuflich',
      contract: 'Befristet',
      internship: 'Praktikum',
    },
    workplace: { hybrid: 'Hybrid', remote: 'Remote', 'on-site': 'Vor Ort' },
    headings: {
      about: 'Info',
      experience: 'Berufserfahrung',
      education: 'Ausbildung',
      skills: 'Kenntnisse',
      interests: 'Interessen',
    },
    hiddenMember: 'LinkedIn Mitglied',
    skillsLabel: 'Kenntnisse: ',
    current: 'Aktuell: ',
    degreeOf: (distance) => `• ${distance}.`,
    resultCount: (count) => `Etwa ${count} Ergebnisse`,
  },
  ja_JP: {
    months: ['1月', '2月', '3月', '4月', '5月', '6月', '7月', '8月', '9月', '10月', '11月', '12月'],
    present: '現在',
    between: ' - ',
    yearMonth: (year, month) => `${year}年${month}`,
    duration: (years, months) => `${years > 0 ? `${years}年` : ''}${months > 0 ? `${months}ヶ月` : ''}`,
    employment: {
      full: '正社員',
      part: 'パートタイム',
      self: '自営業',
      freelance: 'フリーランス',
      contract: '契約社員',
      internship: 'インターン',
    },
    workplace: { hybrid: 'ハイブリッド', remote: 'リモート', 'on-site': 'オンサイト' },
    headings: { about: '自己紹介', experience: '職歴', education: '学歴', skills: 'スキル', interests: '興味・関心' },
    hiddenMember: 'LinkedInメンバー',
    skillsLabel: 'スキル: ',
    current: '現職: ',
    degreeOf: (distance) => `• ${distance}次`,
    resultCount: (count) => `${count}件の結果`,
  },
};

export function wordsOf(locale: Locale): Words {
  return words[locale];
}

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/** There is no clock here: "Present" is measured up to this month. */
export const today: YearMonth = { year: 2026, month: 11 };

/** "Mar 2021 - Present · 5 yrs 9 mos"; null without any date, the year alone when nothing more is known. */
export function captionOf(locale: Locale, start: YearMonth | null, end: YearMonth | null): string | null {
  if (start === null) return end === null ? null : dateText(locale, end);
  const { present, between } = wordsOf(locale);
  const isOneDate = end !== null && end.year === start.year && end.month === start.month;
  if (isOneDate) return dateText(locale, start);
  const range = `${dateText(locale, start)}${between}${end === null ? present : dateText(locale, end)}`;
  const duration = durationText(locale, start, end ?? today);
  return duration === '' ? range : `${range} · ${duration}`;
}

/** Months are counted with both ends; bare years are subtracted. */
export function durationText(locale: Locale, start: YearMonth, end: YearMonth): string {
  const { duration } = wordsOf(locale);
  if (start.month === null || end.month === null) return duration(end.year - start.year, 0);
  const total = (end.year - start.year) * 12 + end.month - start.month + 1;
  return duration(Math.floor(total / 12), total % 12);
}

function dateText(locale: Locale, date: YearMonth): string {
  const { months, yearMonth } = wordsOf(locale);
  const month = date.month === null ? undefined : months[date.month - 1];
  return month === undefined ? String(date.year) : yearMonth(date.year, month);
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
