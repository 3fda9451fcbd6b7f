/** Tags that differ only in case fold to the same text. */
export function foldTag(tag: string): string {
  return tag.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase().normalize('NFC');
}
