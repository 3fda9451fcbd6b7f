/** The words, values and signs of an expression `where`. Pure. */

/** An expression that cannot be read. The message is for the person who wrote it: `where: expected a value at 18`. */
export class WhereError extends Error {
  override readonly name = 'WhereError';
  /** Counted from 1, in code points; one more than the expression has where its end came too early. */
  readonly position: number;
  /** The message without the parameter's name. */
  readonly detail: string;

  /** @param index in UTF-16 units @param problem what was expected there, or what means nothing there */
  constructor(text: string, index: number, problem: string) {
    const position = Array.from(text.slice(0, index)).length + 1;
    const detail = `${problem} at ${position}`;
    super(`where: ${detail}`);
    this.detail = detail;
    this.position = position;
  }
}

/**
 * `text`: the text inside quotation marks. `bare`: what begins as a number or a day does. `unreadable`: the problem is its
 * text; no token follows.
 */
export interface WhereToken {
  readonly kind: 'word' | 'text' | 'bare' | 'sign' | 'unreadable' | 'end';
  readonly text: string;
  /** Where it begins, in UTF-16 units. */
  readonly index: number;
}

const SPACE = /\s*/y;
/** Dots and hyphens belong to a word, so that `company.country` and `last-funded` are named as they were written. */
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_.-]*/uy;
const BARE = /[+-]?[.\p{N}][\p{L}\p{M}\p{N}_.:+-]*/uy;
const SIGN = /[<>!]=|./suy;
/** A backslash stands before a quotation mark, and before a backslash that could be misread; elsewhere it is itself. */
const QUOTED = /"((?:[^"\\]|\\.)*)"/suy;
const ESCAPED = /\\(["\\])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNSTORABLE = /[\u0000-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The tokens of the text; the last one is `end` or `unreadable`. */
export function whereTokens(text: string): readonly WhereToken[] {
  const tokens: WhereToken[] = [];
  let index = 0;
  const read = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = index;
    return pattern.exec(text);
  };
  for (;;) {
    index += read(SPACE)?.[0].length ?? 0;
    if (index === text.length) return [...tokens, { kind: 'end', text: '', index }];
    if (text[index] === '"') {
      const quoted = read(QUOTED);
      if (quoted === null) return [...tokens, unreadable('expected a closing quotation mark', text.length)];
      const [whole, inside = ''] = quoted;
      const wrong = inside.search(UNSTORABLE);
      if (wrong !== -1) return [...tokens, unreadable('expected text without control characters', index + 1 + wrong)];
      tokens.push({ kind: 'text', text: inside.replace(ESCAPED, '$1'), index });
      index += whole.length;
      continue;
    }
    const kind = read(WORD) !== null ? 'word' : read(BARE) !== null ? 'bare' : 'sign';
    const [whole = ''] = read(kind === 'word' ? WORD : kind === 'bare' ? BARE : SIGN) ?? [];
    tokens.push({ kind, text: whole, index });
    index += whole.length;
  }
}

function unreadable(problem: string, index: number): WhereToken {
  return { kind: 'unreadable', text: problem, index };
}
