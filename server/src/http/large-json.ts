/**
 * A JSON document of a large body, as text that was checked and repaired but not parsed: parsing it on the main thread would
 * block everybody. Handlers find it where a smaller body has the parsed value.
 */
export class LargeJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** In characters. A text of this size is parsed and searched in about ten milliseconds. */
export const LARGE_TEXT = 512 * 1024;
