/**
 * What people read: one word for a thing, one form of a date, one mark for nothing, and no option of a command, brace or
 * column key. Texts are found by their look: string literals with a blank, and text between tags.
 */
import { tables } from '@leadloom/shared/tables/tables';
import { describe, expect, it } from 'vitest';
import { readSources } from './source-files.ts';

interface Text {
  readonly path: string;
  readonly text: string;
}

/** Of the first documents, to the letter. */
const CONTRACT: readonly RegExp[] = [
  /^No results found$/,
  /^Export these results to CSV \(.* records this month, .* remaining\)$/,
];
/** These show code on purpose. */
const OF_CODE =
  /^web\/src\/features\/(?:api-docs|api-keys)\/|^web\/src\/(?:app\/theme|components\/data-grid\/(?:apply-widths|bar-height))/;

const sources = readSources(['web/src', 'extension/src'], /\.tsx?$/).filter(
  ({ path }) => !/\.test\.tsx?$|\/testing\//.test(path),
);
const mails = readSources(['server/src/modules'], /-mails\.ts$|compose-message\.ts$|storage-notices\.ts$/);

function textsOf({ path, text }: { readonly path: string; readonly text: string }): readonly Text[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/^import [\s\S]*?;$/gm, '');
  const literals = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`((?:[^`$]|\$\{[^{}]*\})*)`/g)].map(
    ([, one, two, template]) => one ?? two ?? (template ?? '').replace(/\$\{[^{}]*\}/g, '…'),
  );
  const betweenTags = [...code.matchAll(/>([^<>]+)</g)].map(([, between]) =>
    (between ?? '')
      .replace(/\{[^{}]*\}/g, '…')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  const isSentence = (found: string) => /^\p{L}|^\d|^…/u.test(found) && / /.test(found) && !/[;=]|=>|\bconst\b/.test(found);
  return [...literals, ...betweenTags].filter(isSentence).map((found) => ({ path, text: found }));
}

const visible = [...sources, ...mails].flatMap(textsOf);
const found = (pattern: RegExp, isExcepted: (text: Text) => boolean = () => false) =>
  visible.filter((text) => pattern.test(text.text) && !isExcepted(text)).map(({ path, text }) => `${path}: ${text}`);

describe('what people read', () => {
  it('texts are found at all', () => {
    expect(visible.length).toBeGreaterThan(2_000);
    const sentences = visible.map(({ text }) => text);
    for (const text of ['No results found', 'Verify your email to start your trial', 'Also revoke my API keys'])
      expect(sentences).toContain(text);
  });

  it('rows are called rows, not records or results', () => {
    expect(found(/\b(?:records|results)\b/i, ({ text }) => CONTRACT.some((known) => known.test(text)))).toEqual([]);
  });

  it('no option of a command and no brace is shown, except in code', () => {
    expect(found(/(?:^|\s)--[a-z]|\{[a-z_]+\}/, ({ path }) => OF_CODE.test(path))).toEqual([]);
  });

  it('no key of a column is shown, except in code', () => {
    const keys = new Set(Object.values(tables).flatMap(({ columns }) => columns.map(({ field }) => field)));
    const ofTwoWords = [...keys].filter((key) => key.includes('_'));
    expect(ofTwoWords.length).toBeGreaterThan(30);
    expect(found(new RegExp(`\\b(?:${ofTwoWords.join('|')})\\b`), ({ path }) => OF_CODE.test(path))).toEqual([]);
  });
});

describe('one form of a date, and one mark for nothing', () => {
  /** Formats that the reader sees have one place; others need their own, with the reason. */
  const formatters: Readonly<Record<string, string>> = {
    'web/src/lib/format-date.ts': 'moments on all screens',
    'web/src/components/data-grid/body/cell-format.ts': 'cells, whose days are in UTC',
    'web/src/components/changed/changed-text.ts': 'a weekday where that is clear',
    'web/src/components/filter-fields/typed-day.ts': 'the order in which a day is typed',
    'web/src/components/schedule-fields.tsx': 'the name of the time zone',
    'web/src/features/people/profile/partial-date.ts': 'years and months without a day',
    'web/src/features/tiktok-trends/utc-day.ts': 'days of charts in UTC',
    'web/src/lib/charts/days.ts': 'days, months and years of charts in UTC',
    'web/src/features/tiktok-trends/analysis/schedule-fields.tsx': 'hours without a day',
    'extension/src/popup/moment.ts': 'the popup, which is apart from the app',
  };

  it('dates are written by the places that are named here', () => {
    const using = sources
      .filter(({ text }) => /DateTimeFormat\(|toLocale(?:Date|Time)String\(/.test(text))
      .map(({ path }) => path);
    expect(using.filter((path) => !Object.hasOwn(formatters, path))).toEqual([]);
    expect(Object.keys(formatters).filter((path) => !using.includes(path))).toEqual([]);
  });

  it('all of them write a day with its month in letters, as short as it goes', () => {
    expect(sources.filter(({ text }) => /dateStyle: '(?!medium)/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('the mark for nothing has one place', () => {
    const marks = sources.filter(({ text }) => /'[–—]'|>\s*[–—]\s*</.test(text)).map(({ path }) => path);
    expect(marks).toEqual(['web/src/lib/no-value.ts']);
  });
});
