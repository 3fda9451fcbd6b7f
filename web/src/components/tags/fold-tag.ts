/** The key by which tags are compared: without regard to case. */
export function foldTag(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}
