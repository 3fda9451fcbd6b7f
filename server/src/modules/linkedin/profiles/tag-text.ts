/** Normal forms of tags, which decide whether two tags are equal. */

/** Tags of one profile. */
export const MAX_TAGS = 50;

/** The stored form: single spaces, none at the ends. */
export function tidyTag(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Tags that differ only in case fold to the same text. */
export function foldTag(tag: string): string {
  return tag.toLowerCase().normalize('NFC');
}
