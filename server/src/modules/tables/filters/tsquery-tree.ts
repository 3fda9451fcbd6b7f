/** A query of words as the database writes it (`'acme':* & !'cloud' | 'it''s'`), read into a tree. Pure. */

export type TsqueryTree =
  | { readonly kind: 'word'; readonly word: string; readonly isBeginning: boolean }
  | { readonly kind: 'not'; readonly of: TsqueryTree }
  | { readonly kind: 'and' | 'or'; readonly of: readonly TsqueryTree[] };

const WORD = /'((?:[^'\\]|''|\\\\)*)'(:\*)?/y;
const BLANKS = /\s*/y;

/**
 * @param written as `tsquery::text`: words in quotation marks, in which those and backslashes are doubled, with `:*` behind
 * beginnings; `!` binds closer than `&`, and that closer than `|`
 * @returns null: it has no word, or something that searches do not make, such as weights and distances
 */
export function readTsquery(written: string): TsqueryTree | null {
  let at = 0;

  function match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(written);
    if (found !== null) at = pattern.lastIndex;
    return found;
  }

  function takes(sign: string): boolean {
    match(BLANKS);
    if (written[at] !== sign) return false;
    at += 1;
    return true;
  }

  function joined(kind: 'and' | 'or', sign: string, readPart: () => TsqueryTree | null): TsqueryTree | null {
    const of: TsqueryTree[] = [];
    do {
      const part = readPart();
      if (part === null) return null;
      of.push(part);
    } while (takes(sign));
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind, of };
  }

  const readOr = (): TsqueryTree | null => joined('or', '|', readAnd);
  const readAnd = (): TsqueryTree | null => joined('and', '&', readOne);

  function readOne(): TsqueryTree | null {
    if (takes('!')) {
      const of = readOne();
      return of === null ? null : { kind: 'not', of };
    }
    if (takes('(')) {
      const inner = readOr();
      return inner !== null && takes(')') ? inner : null;
    }
    const [, word, mark] = match(WORD) ?? [];
    if (word === undefined) return null;
    return { kind: 'word', word: word.replaceAll("''", "'").replaceAll('\\\\', '\\'), isBeginning: mark !== undefined };
  }

  const tree = readOr();
  match(BLANKS);
  return at === written.length ? tree : null;
}
