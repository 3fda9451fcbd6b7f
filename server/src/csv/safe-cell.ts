/**
 * Formula-safe CSV cells: a spreadsheet that opens an export must never run text from the data. Dangerous text gets an
 * apostrophe in front; plain numbers and phone numbers keep their sign. `unsafeCell` undoes it exactly, so an export loses
 * nothing.
 */

/** Numbers as people write them: `-12`, `+3.5`, `1,000.25`, `-4%`. */
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*%?$/;
/** International telephone numbers: a plus, then digits and the usual separators. */
const PHONE = /^\+\d[\d ()./-]{4,24}$/;
/** One cell may hold several of them: `+49 30 555010, +49 30 555011`. */
const LIST_SEPARATOR = /[,;]\s*/;

/** Some importers trim first, so blanks and invisible characters do not hide a formula. */
const IGNORED_LEAD = /^[\s\p{Cc}\p{Cf}\p{Z}]+/u;
const CONTROL_LEAD = new Set(['\t', '\r', '\0']);

/** The cell as it is written to the file, before quoting. */
export function safeCell(text: string): string {
  return needsApostrophe(text) ? `'${text}` : text;
}

/** Undoes `safeCell`. */
export function unsafeCell(cell: string): string {
  return cell.startsWith("'") && needsApostrophe(cell.slice(1)) ? cell.slice(1) : cell;
}

/** Text with apostrophes before a formula gets one more; otherwise undoing would remove one of its own. */
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
