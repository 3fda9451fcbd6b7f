/** Why a cell cannot be stored, as the end of a sentence that starts with the column: "is not a whole number". */
export class CellProblem {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

const QUOTE_LIMIT = 40;

/** A cell's text as quoted in messages: short, on one line, and a copy, so that no larger text stays in memory. */
export function quoted(text: string): string {
  const line = text.slice(0, QUOTE_LIMIT + 1).replace(/[\s\p{Cc}]+/gu, ' ');
  const shown = line.length > QUOTE_LIMIT ? `${line.slice(0, QUOTE_LIMIT)}…` : line;
  // The text is joined from its characters, because a slice would keep the text it was cut from.
  return [...`"${shown.toWellFormed()}"`].join('');
}
