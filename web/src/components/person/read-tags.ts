import { MAX_TAG_LENGTH, tagSchema } from '@leadloom/shared/contract/collected-profiles';

interface ReadTags {
  /** As they will be kept. */
  readonly tags: readonly string[];
  /** What is wrong with the first that is none; null: nothing. */
  readonly problem: string | null;
}

/** Tags as typed or pasted, several with commas or lines between them. */
export function readTags(text: string): ReadTags {
  const parts = text.split(/[,;\n\r\t]+/).filter((part) => part.trim() !== '');
  const read = parts.map((part) => tagSchema.safeParse(part));
  return {
    tags: read.flatMap(({ data }) => (data === undefined ? [] : [data])),
    problem: read.every(({ success }) => success) ? null : `A tag can have at most ${MAX_TAG_LENGTH} visible characters.`,
  };
}
