/** A page of a list as parts, which are joined once to the text of the response. */

export interface ListPage {
  /** Each a JSON object. */
  readonly rows: readonly string[];
  /** Rows of all pages; null: not counted. */
  readonly total: number | null;
  /** Page number from 1; null in a walk. */
  readonly page: number | null;
  readonly perPage: number;
  /** The cursor of the next page; null: this page is the last one, undefined: the answer names no cursor. */
  readonly next: string | null | undefined;
}

export interface ListAnswer {
  /** JSON of the whole answer. */
  readonly text: string;
  /** The cursor in it, as in `ListPage`. */
  readonly next: string | null | undefined;
}

export function joinPage({ rows, total, page, perPage, next }: ListPage): ListAnswer {
  const cursor = next === undefined ? '' : `,"next_cursor":${JSON.stringify(next)}`;
  return { text: `{"data":[${rows.join(',')}],"total":${total},"page":${page},"per_page":${perPage}${cursor}}`, next };
}
