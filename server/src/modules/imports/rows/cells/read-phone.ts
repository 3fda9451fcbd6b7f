/**
 * Telephone numbers, stored as they are written. libphonenumber knows calling codes, how numbers and extensions are written,
 * and the digits of all scripts. No file says which country a number without a calling code belongs to, so such a number is
 * judged by its form alone. Dates, and numbers that something else is named by, are none.
 */
import { isIP } from 'node:net';
import { CellProblem, quoted } from '@leadloom/shared/domain/cell-problem';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { people } from '@leadloom/shared/tables/people';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { cleanLine } from './clean-text.ts';
import { ordersOf, readMoment } from './read-moment.ts';

const PHONE_LIMIT = 100;
/** Of a number with its calling code. Ordinal numbers and counts are shorter; E.164 allows no more. */
const [LEAST_DIGITS, MOST_DIGITS] = [7, 15];
/**
 * Whose rules read a number without a calling code. Germany's are the widest: numbers have any length, and none but 00
 * begins with what leads abroad, while in other countries a code of a city could be meant.
 */
const WIDEST_RULES = 'DE';
/** Between several numbers in one cell. */
const BETWEEN = /\s*(?:[,;|]|:::)\s*|\s\/\s|\s\p{L}{1,4}\s(?=[+(\d])/u;
const ABROAD = /^(\(?)00(?=[1-9])/;
/** `Mobile: `, and words before a number. */
const LABEL = /^(\p{L}[\p{L} ./-]{0,30}?)(:|\.)?\s*(?=[+＋(\p{Nd}])/u;
const NOTE = /\(\p{L}[^()\d]*\)/gu;

/** @param text trimmed and not empty @returns null: nothing is left of it */
export function readPhone(text: string): string | null | CellProblem {
  const phone = cleanLine(text, PHONE_LIMIT);
  if (phone === null || phone instanceof CellProblem) return phone;
  // 4.93056E+11: a spreadsheet treated it as a number, and its last digits are lost.
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(phone)) return new CellProblem(`${quoted(phone)} is a number that a spreadsheet rewrote`);
  return isPhone(phone) ? phone : new CellProblem(`${quoted(phone)} is not a phone number`);
}

/** Whether the text is a telephone number, also with an extension, a label or a note, or has several numbers. */
export function isPhone(text: string): boolean {
  return isNumber(text) || (text.length <= PHONE_LIMIT && text.split(BETWEEN).some(isNumber));
}

function isNumber(written: string): boolean {
  const text = withoutWords(written.trim());
  if (text.length < LEAST_DIGITS || text.length > PHONE_LIMIT || isOther(text)) return false;
  const found = parsePhoneNumberFromString(text.replace(ABROAD, '$1+'), { defaultCountry: WIDEST_RULES, extract: false });
  if (found === undefined) return false;
  const isInternational = /^\(?[+＋]|^\(?00(?=[1-9])/.test(text);
  const digits = found.nationalNumber.length + (isInternational ? found.countryCallingCode.length : 0);
  return digits >= LEAST_DIGITS && digits <= MOST_DIGITS;
}

/** Days, times and addresses of machines have the signs of a number. */
function isOther(text: string): boolean {
  if (!/[-./:]/.test(text)) return false;
  return ordersOf(text) !== null || !(readMoment(text) instanceof CellProblem) || isIP(text) !== 0;
}

/** Without a note behind, and a label in front: before a colon, anything may say whose number it is, else only words for it. */
function withoutWords(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  const plain = text.replace(/^tel:/i, '').replace(NOTE, ' ').trim();
  const [label = '', words = '', sign] = LABEL.exec(plain) ?? [];
  const isLabel = sign === ':' || plain.at(label.length) === '+' || headerMapper(people)(words)?.field === 'phone';
  return isLabel ? plain.slice(label.length) : plain;
}
