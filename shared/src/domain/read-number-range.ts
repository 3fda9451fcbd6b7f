/**
 * Ranges of whole numbers as people and programs write them: `11 - 50`, `501 to 1000 Employees`, `10,001+`, `under 10`, and
 * the same in German, French, Spanish, Portuguese and Italian. Dates that a spreadsheet made of ranges are none. Pure.
 */

import type { CellValue } from '../tables/define-table.ts';
import { readInteger } from './read-number.ts';

/** A range that includes both ends; without an upper end, `to` is the largest number there is. */
export interface WrittenRange {
  readonly from: number;
  readonly to: number;
}

const LARGEST = Number.MAX_SAFE_INTEGER;
const TEXT_LIMIT = 200;
const NUMBER = /\d{1,3}(?:[.,'’ ]\d{3})+(?!\d)|\d+/g;
const THOUSANDS = /^k\b/;
/** `1.000` alone may be one or a thousand. */
const AMBIGUOUS = /^[^\d]*\d{1,3}\.\d{3}(?!\d)/;
const UNITS =
  /\b(?:employees?|people|persons?|staff|workers?|ftes?|members?|mitarbeiter(?:n|innen)?|mitarbeitende[rn]?|beschaftigte[rn]?|personen|salaries?|employes?|personnes|collaborateurs|effectifs?|empleados|personas|trabajadores|funcionarios|colaboradores|empregados|pessoas|dipendenti|addetti|persone|collaboratori)\b/g;

const words = (text: string) => new Set(text.split('|').map((phrase) => phrase.trim()));
/** Texts around the numbers, each of which is written `#`. */
const BETWEEN = words(
  `#-#|#..#|#...#|#~#|# to #|# until #|# through #|from # to #|between # and #|# bis #|von # bis #|zwischen # und #|# a #|de # a #|entre # et #|
  entre # y #|entre # e #|da # a #|tra # e #|fra # e #`.replaceAll('\n', ''),
);
const AT_LEAST = words(
  `#+|+#|>=#|# plus|# or more|# and more|# or above|# and above|# and over|at least #|minimum #|min #|from #|# und mehr|# oder mehr|ab #|mindestens #|# et plus|
  # ou plus|au moins #|a partir de #|# y mas|# o mas|al menos #|desde #|# ou mais|# e mais|pelo menos #|# o piu|# e piu|# e oltre|almeno #|da #`.replaceAll(
    '\n',
    '',
  ),
);
const MORE_THAN = words(
  '>#|over #|above #|more than #|greater than #|uber #|mehr als #|plus de #|mas de #|mais de #|acima de #|piu di #|oltre #',
);
const LESS_THAN = words(
  '<#|under #|below #|less than #|fewer than #|unter #|weniger als #|moins de #|menos de #|meno di #|sotto #',
);
const AT_MOST = words(
  "<=#|up to #|at most #|maximum #|max #|bis #|bis zu #|hochstens #|jusqu'a #|au plus #|hasta #|ate #|fino a #|al massimo #",
);

/** @returns null: no range; a single number is one only with a word such as `employees` */
export function readNumberRange(text: string): WrittenRange | null {
  if (text.length > TEXT_LIMIT) return null;
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[‐‑‒–—―−]/g, '-')
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replaceAll('’', "'")
    .replace(/[\s,;:()]*$/, '')
    .replace(/\s+/g, ' ');
  const numbers: number[] = [];
  const marked = plain.replace(NUMBER, (digits, at: number) => {
    const isThousands = THOUSANDS.test(plain.slice(at + digits.length));
    numbers.push(Number(digits.replace(/\D/g, '')) * (isThousands ? 1000 : 1));
    return '#';
  });
  const counted = marked.replace(/#k\b/g, '#');
  const form = counted
    .replace(UNITS, '')
    .replace(/\s*([-+<>=~.])\s*/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const [first = Number.NaN, second] = numbers;
  const range = rangeOf(form, first, second);
  if (range === null && form === '#')
    return counted.trim() === '#' || AMBIGUOUS.test(plain) ? null : sure({ from: first, to: first });
  return range === null ? null : sure(range);
}

/** The ends of a cell in a column of ranges, where a number alone is one, too; null: none. */
export function readRangeCell(cell: CellValue): WrittenRange | null {
  if (typeof cell !== 'string') return null;
  const number = readInteger(cell);
  return readNumberRange(cell) ?? (typeof number === 'number' && number >= 0 ? { from: number, to: number } : null);
}

function rangeOf(form: string, first: number, second: number | undefined): WrittenRange | null {
  if (second !== undefined) return BETWEEN.has(form) ? { from: first, to: second } : null;
  if (AT_LEAST.has(form)) return { from: first, to: LARGEST };
  if (MORE_THAN.has(form)) return { from: first + 1, to: LARGEST };
  if (LESS_THAN.has(form)) return { from: 0, to: first - 1 };
  return AT_MOST.has(form) ? { from: 0, to: first } : null;
}

function sure(range: WrittenRange): WrittenRange | null {
  return Number.isSafeInteger(range.from) && Number.isSafeInteger(range.to) && range.from <= range.to ? range : null;
}
