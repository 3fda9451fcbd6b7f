/**
 * A response that is JSON already. Every other response is checked against its schema and then serialised, which takes
 * longer than reading the rows for pages of wide rows; this one is sent as it is. Only for code whose output matches the
 * schema by construction, such as cells of known columns, and whose tests check it against the schema.
 */
export class TrustedJson {
  readonly text: string;
  /** The encoded text that is sent instead, where the handler named its encoding. */
  readonly encoded: Buffer | null;

  constructor(text: string, encoded: Buffer | null = null) {
    this.text = text;
    this.encoded = encoded;
  }
}
