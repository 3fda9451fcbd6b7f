/**
 * Legal forms of companies, as they stand in folded names: without dots, apostrophes, accents and blanks. The database's
 * function `name_key` contains the same lists. Pure.
 */
import { foldText } from './fold-text.ts';

/** Forms behind the name that are no other words. */
const CLEAR_FORMS = [
  ...['inc', 'incorporated', 'corp', 'corporation', 'llc', 'llp', 'lp', 'ltd', 'limited', 'plc', 'pty', 'pvt', 'pte', 'sdn'],
  ...['bhd', 'gmbh', 'ggmbh', 'mbh', 'ag', 'kg', 'kgaa', 'ohg', 'gbr', 'ug', 'ek', 'haftungsbeschrankt', 'aktiengesellschaft'],
  ...['gesellschaftmitbeschrankterhaftung', 'se', 'sas', 'sasu', 'sarl', 'eurl', 'sa', 'societeanonyme', 'sl', 'slu', 'spa'],
  ...['srl', 'srls', 'bv', 'nv', 'vof', 'bvba', 'sprl', 'asa', 'aps', 'ab', 'oy', 'oyj', 'ou', 'ltda', 'eireli', 'sadecv'],
  ...['sapidecv', 'spzoo', 'spj', 'sro', 'kft', 'zrt', 'doo', 'eood', 'ood', 'kk', 'tbk', 'ооо', 'оао', 'зао', 'пао'],
];
/** Forms that are also other words, so a search has to find them. `as` is what is left of A/S, too. */
const WORDS_TOO = ['co', 'company', 'private', 'as', 'andco', 'undco', 'etcie', 'cie'];
/** What is left of (株) and (주). */
const ABBREVIATED = ['株', '주'];

export const FORMS_BEHIND: readonly string[] = [...CLEAR_FORMS, ...WORDS_TOO, ...ABBREVIATED];
/** Forms in front of the name. */
export const FORMS_IN_FRONT: readonly string[] = ['ооо', 'оао', 'зао', 'пао', 'ooo', 'pt', 'uab', 'sia', ...ABBREVIATED];
/** Forms on either side, with or without a blank: a pattern, which PostgreSQL and scripts read alike. */
export const FORMS_ON_EITHER_SIDE: string = [
  ...['株式会社', '有限会社', '合同会社', '股份有限公司', '有限责任公司', '有限責任公司', '有限公司'],
  ...['주식회사', '유한회사', 'บริษัท', 'จำกัด', 'มหาชน'].map(foldText),
].join('|');

/** No legal form has more words. */
const MOST_WORDS = 4;
/** Forms of several words end with at most three letters, but for these. */
const LONG_ENDS: readonly string[] = ['haftung', 'anonyme'];

/** @param words of a folded name @returns how many of them at its end are legal forms; never all */
export function formWords(words: readonly string[], forms: readonly string[]): number {
  let left = words.length;
  for (let count = 1; count <= MOST_WORDS && count < left; count += 1) {
    const last = words[left - 1] ?? '';
    if (count > 1 && last.length > 3 && !LONG_ENDS.includes(last)) break;
    if (!forms.includes(words.slice(left - count, left).join(''))) continue;
    left -= count;
    count = 0;
  }
  return words.length - left;
}

const isOfEitherSide = new RegExp(`^(?:${FORMS_ON_EITHER_SIDE})$`, 'u');
/** More words at the end of a search are not looked at. */
const LAST_WORDS = 8;

/** A typed text without the legal form at its end, if anything else is in it. */
export function withoutLegalForm(text: string): string {
  const typed = text.trim().split(/\s+/);
  for (let from = Math.max(1, typed.length - LAST_WORDS); from < typed.length; from += 1) {
    const words = typed.slice(from).flatMap(wordsOf);
    const isForm = formWords(['', ...words], [...CLEAR_FORMS, ...WORDS_TOO]) === words.length && hasClearForm(words);
    if (isForm || isOfEitherSide.test(words.join(''))) return typed.slice(0, from).join(' ');
  }
  return text;
}

function hasClearForm(words: readonly string[]): boolean {
  return words.some((_, from) => words.some((__, to) => CLEAR_FORMS.includes(words.slice(from, to + 1).join(''))));
}

function wordsOf(typed: string): readonly string[] {
  return foldText(typed)
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}
