/** Tags are told apart by this: without regard to case. */
export function foldTag(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}
