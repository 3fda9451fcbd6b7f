/** What a row was read from, as far as it says what its long numbers went through. */

export interface RowText {
  /** The source text. */
  readonly raw: string;
  /** Whether the digits stand as text, which no program rounds. */
  isText(digits: string): boolean;
}

/** A JSON string keeps what a number of most programs loses. */
export function jsonText(raw: string): RowText {
  return { raw, isText: (digits) => raw.includes(`"${digits}"`) };
}

/** Quoted or not, a spreadsheet takes a cell of digits for a number. */
export function csvText(raw: string): RowText {
  return { raw, isText: () => false };
}
