/** Texts as they are stored: trimmed, limited in length, without characters the database refuses. */
const SHORT = 500;
const LONG = 20_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const SPACES = /\s+/g;
/** White space other than the plain space, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being looked for
const UNUSUAL = /[\u0000-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/;
const SPACE = 0x20;

/** A text of one line, such as names, titles and locations. At most 500 characters. */
export function shortText(value: string | null | undefined): string | null {
  return clean(value, SHORT, true);
}

/** A text with its line breaks: descriptions. At most 20,000 characters. */
export function longText(value: string | null | undefined): string | null {
  return clean(value, LONG, false);
}

/** Joins texts with a blank line between them. */
export function joinTexts(texts: readonly string[]): string | null {
  // Each text is cut before joining: ten texts of megabytes can exceed the maximum length of a string.
  const parts = texts.map(longText).filter((text) => text !== null);
  return parts.length > 1 ? longText(parts.join('\n\n')) : (parts[0] ?? null);
}

function clean(value: string | null | undefined, limit: number, oneLine: boolean): string | null {
  if (value === null || value === undefined) return null;
  // The text is cut first, so that one of megabytes costs no more than one at the limit.
  let text = value.length > limit * 2 ? value.slice(0, limit * 2) : value;
  if (isUntidy(text)) {
    text = text.replace(CONTROL, '');
    text = oneLine ? text.replace(SPACES, ' ').trim() : text.replaceAll('\r\n', '\n').trim();
  }
  if (text.length > limit) text = text.slice(0, limit).trimEnd();
  if (!text.isWellFormed()) text = text.toWellFormed();
  return text === '' ? null : text;
}

/** Most texts are clean, and this check costs less than cleaning them. */
function isUntidy(text: string): boolean {
  const isPadded = text.charCodeAt(0) === SPACE || text.charCodeAt(text.length - 1) === SPACE;
  return isPadded || text.includes('  ') || UNUSUAL.test(text);
}
