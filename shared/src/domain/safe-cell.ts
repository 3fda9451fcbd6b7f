/**
 * Formula-safe CSV cells: a spreadsheet that opens an export must never run text from the data. Dangerous text gets an
 * apostrophe in front; plain numbers and phone numbers keep their sign. `unsafeCell` undoes it exactly, so an export loses
 * nothing.
 *
 * What may not begin a cell may not stand behind a separator either: a spreadsheet of another locale begins a cell there,
 * and ignores quotes that it finds in the middle of one. The apostrophe then stands before the sign, inside the text.
 *
 * `safe_cell` in the database does the same.
 */

/** Numbers as people write them: `-12`, `+3.5`, `1,000.25`, `-4%`. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*%?$/;
/** International telephone numbers: a plus, then digits and the usual separators. */
const PHONE = /^\+\d[\d ()./-]{4,24}$/;
/** Separates several numbers in one cell: `+49 30 555010, +49 30 555011`. */
const LIST_SEPARATOR = /[,;]\s*/;

/** Some importers trim first, so blanks and invisible characters do not hide a formula. */
const IGNORED_LEAD = /^[\s\p{Cc}\p{Cf}\p{Z}]+/u;
const CONTROL_LEAD = new Set(['\t', '\r', '\0']);

/** A separator or line end, then all that spreadsheets ignore before a formula; a line end or tab there separates again. */
const SEPARATED = String.raw`[\t\n\r,;\|][[\s\p{Cc}\p{Cf}\p{Z}"]--[\t\n\r]]*`;
/** The signs with all forms that NFKC turns into them. */
const SIGN = String.raw`[=\u207c\u208c\u2a75\u2a76\ufe66\uff1d@\ufe6b\uff20+\u207a\u208a\ufb29\ufe62\uff0b\-\ufe63\uff0d]`;
/**
 * A number or telephone number up to the end or the next separator. Before a vertical bar, and before a comma with a digit
 * behind it, a formula could go on: `-1,5+A1` is one in a locale of decimal commas.
 */
const READABLE = String.raw`(?:[+\-]\d+(?:[.,]\d+)*%?|\+\d[\d \(\).\/\-]{4,24}) *(?:$|[;\t\n\r]|,(?!\d))`;
const AFTER_SEPARATOR = new RegExp(`(${SEPARATED})('*)(?=${SIGN})(?!${READABLE})`, 'gv');
const ESCAPED_AFTER_SEPARATOR = new RegExp(`(${SEPARATED})'('*)(?=${SIGN})(?!${READABLE})`, 'gv');

/** The cell as it is written to the file, before quoting. */
export function safeCell(text: string): string {
  const begun = needsApostrophe(text) ? `'${text}` : text;
  return begun.replace(AFTER_SEPARATOR, "$1'$2");
}

/** Undoes `safeCell`. */
export function unsafeCell(cell: string): string {
  const begun = cell.replace(ESCAPED_AFTER_SEPARATOR, '$1$2');
  return begun.startsWith("'") && needsApostrophe(begun.slice(1)) ? begun.slice(1) : begun;
}

/**
 * Whether a text gets an apostrophe. One with apostrophes before a formula gets one more; otherwise undoing would remove
 * one of its own.
 */
function needsApostrophe(text: string): boolean {
  return isDangerous(text.replace(/^'+/, ''));
}

function isDangerous(text: string): boolean {
  if (CONTROL_LEAD.has(text.charAt(0))) return true;
  const visible = text.replace(IGNORED_LEAD, '');
  // Full-width and small forms of the signs are read as the signs themselves by some programs.
  const lead = visible.charAt(0).normalize('NFKC').charAt(0);
  if (lead === '=' || lead === '@') return true;
  if (lead === '+' || lead === '-') return !visible.split(LIST_SEPARATOR).every(isNumberOrPhone) && !NUMBER.test(visible);
  return false;
}

function isNumberOrPhone(text: string): boolean {
  return NUMBER.test(text) || PHONE.test(text);
}
