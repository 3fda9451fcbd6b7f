/**
 * Text that somebody else's page or answer says, made harmless before it becomes a cell: one line, without control and
 * invisible characters, and no longer than its column may hold. It stays text: nothing here decodes or keeps HTML.
 */

/** Control characters, formatting that turns or hides text, and halves of surrogate pairs. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Cs}/gu;
const TAGS = /<\/?[a-z!][^<>]{0,500}>/gi;

/** @returns null: the value is no text, or nothing is left of it. A text that is too long ends with a whole word. */
export function plainText(value: unknown, limit: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  // Only the beginning is cleaned, so that a text of megabytes costs no more than a sentence.
  const text = String(value)
    .slice(0, limit * 4)
    .normalize('NFC')
    .replace(TAGS, ' ')
    .replace(UNWANTED, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return null;
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return (cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trim() || cut).replace(/\p{Cs}$/u, '');
}

/** The object that a value is, for answers that are read field by field; null: it is none. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
