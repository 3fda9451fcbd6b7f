import { MAX_TAG_LENGTH, tagText } from '@leadloom/shared/contract/tag-text';

interface ReadTags {
  /** The tags as they will be stored. */
  readonly tags: readonly string[];
  /** The problem with the first invalid one; null if there is none. */
  readonly problem: string | null;
}

/** Reads typed or pasted tags, separated by commas or line breaks. */
export function readTags(text: string): ReadTags {
  const parts = text.split(/[,;\n\r\t]+/).filter((part) => part.trim() !== '');
  const read = parts.map((part) => tagText.safeParse(part));
  return {
    tags: read.flatMap(({ data }) => (data === undefined ? [] : [data])),
    problem: read.every(({ success }) => success) ? null : `A tag can have at most ${MAX_TAG_LENGTH} visible characters.`,
  };
}
