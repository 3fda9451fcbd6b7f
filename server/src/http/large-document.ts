/**
 * A document of a large body: UTF-8 that was checked and repaired, but not parsed, because parsing it on the main thread
 * would block everybody. Handlers find it where a smaller body has the value.
 */
export class LargeDocument {
  /** The document. Its memory is its own, and can be transferred to a thread. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is JSON; otherwise it is a text. */
  readonly isJson: boolean;

  constructor(bytes: Uint8Array<ArrayBuffer>, isJson: boolean) {
    this.bytes = bytes;
    this.isJson = isJson;
  }
}

/** Bytes. A body of this size is parsed and searched in about ten milliseconds. */
export const LARGE_BODY = 512 * 1024;
