/**
 * Names as they are compared: without case, order, accents and titles. A name has up to two forms, because `ü` is written
 * `u` by some and `ue` by others. Pure.
 */
const LONGEST = 200;

/** Titles, written together, without points, in lower case. */
const TITLES = wordSet(`mr mrs ms miss mx dr drs prof professor doctor herr frau mme mlle monsieur madame sra srta senor senora
  dott dottssa dipl dipling phd dphil msc bsc mba mph llm llb dds dvm esq cpa cfa pmp rev reverend`);
/** These may also be parts of names, so they are left out only where a first and a last name remain. */
const LIKELY_TITLES = wordSet('sir dame sr ing mag hon md jd med phil rer nat habil univ');
/** Credentials that may follow a comma. */
const CREDENTIALS = wordSet('ma ba bs ms do rn pe be ca aca acca frcs cissp shrm gphr sphr phr csm');

/** Letters that Unicode does not take apart. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'n', ĸ: 'k' }),
);
/** Other spellings of letters where they cannot be typed. */
const WIDE_LETTERS: ReadonlyMap<string, string> = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }));

/** @returns the forms of a name, equal for all its spellings; none for a text without letters */
export function nameForms(text: string): readonly string[] {
  const plain = text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .normalize('NFC');
  const wide = [...plain].map((letter) => WIDE_LETTERS.get(letter) ?? letter).join('');
  return [...new Set([plain, wide].map(formOf))].filter((form) => form !== '');
}

function formOf(text: string): string {
  const folded = foldLetters(text);
  const words = wordsOf(withoutCredentials(withoutRemarks(folded)));
  const names = words.filter((word) => !TITLES.has(word));
  const shorter = names.filter((word) => !LIKELY_TITLES.has(word));
  const kept = shorter.length > 1 ? shorter : names.length > 0 ? names : words;
  return kept.toSorted().join(' ');
}

/** Accents are marks of these scripts; in others, marks are letters. */
function foldLetters(text: string): string {
  return [...text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')].map((letter) => LETTERS.get(letter) ?? letter).join('');
}

/** `Maren Holt (she/her)` */
function withoutRemarks(text: string): string {
  const rest = text.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ');
  return rest.trim() === '' ? text : rest;
}

/** `Maren Holt, MBA, PhD`; but `Holt, Maren` is a name in the other order. */
function withoutCredentials(text: string): string {
  const [first = '', ...rest] = text.split(',');
  if (wordsOf(first).length < 2) return text;
  const names = rest.filter((part) => !wordsOf(part).every(isCredential));
  return [first, ...names].join(' ');
}

function wordsOf(text: string): readonly string[] {
  return text
    .replaceAll(/\bph\.?\s*d\b/g, 'phd')
    .replaceAll(/\b([bm])\.?\s*sc\b/g, '$1sc')
    .replaceAll(/['’‘`´ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .flatMap((word) => {
      const joined = word.replaceAll('.', '');
      return TITLES.has(joined) || LIKELY_TITLES.has(joined) ? [joined] : word.split('.');
    })
    .filter((word) => word !== '');
}

function isCredential(word: string): boolean {
  return CREDENTIALS.has(word) || TITLES.has(word) || LIKELY_TITLES.has(word);
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
