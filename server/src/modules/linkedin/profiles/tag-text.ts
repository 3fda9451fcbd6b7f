/** What makes two tags the same one. */

/** Of one profile. */
export const MAX_TAGS = 50;

/** As tags are stored: runs of blanks are one, none around it. */
export function tidyTag(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Tags that differ in case alone fold to the same text. */
export function foldTag(tag: string): string {
  return tag.toLowerCase().normalize('NFC');
}
