/** The source text of a row, which shows what happened to its long numbers. */

export interface RowText {
  /** The source text. */
  readonly raw: string;
  /** Whether the digits are text, which no program rounds. */
  isText(digits: string): boolean;
}

/** A JSON string keeps digits that most programs lose in a number. */
export function jsonText(raw: string): RowText {
  return { raw, isText: (digits) => raw.includes(`"${digits}"`) };
}

/** A spreadsheet treats a cell of digits as a number, quoted or not. */
export function csvText(raw: string): RowText {
  return { raw, isText: () => false };
}
