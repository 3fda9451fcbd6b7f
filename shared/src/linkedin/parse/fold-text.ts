/**
 * One spelling for texts of a rendered page: compatibility forms composed, lower case, European digits, and no
 * accents, vowel points, bidirectional marks or zero-width characters.
 */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Latin, Cyrillic and Greek accents; Arabic vowel points, hamza marks and tatweel. Indic vowel signs are letters. */
const ACCENTS = /[\u0300-\u036f\u064b-\u0655\u0640]/g;
const SPACES = /\s+/g;
/** Matches anything but single spaces and visible ASCII. */
const NOT_PLAIN = /[^ -~]| {2}/;
const FOREIGN_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049]/g;
/** Zeros of the digit scripts. Each script's ten digits are consecutive. */
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x1040,
];

export function foldText(text: string): string {
  if (!NOT_PLAIN.test(text)) return text.trim().toLowerCase();
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replaceAll('ı', 'i')
    .replace(FOREIGN_DIGIT, europeanDigit)
    .replace(SPACES, ' ')
    .trim();
}

function europeanDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = DIGIT_ZEROS.find((start) => code >= start && code < start + 10) ?? code;
  return String(code - zero);
}
