/**
 * Measures how deep a JSON text nests and how many values it has, before it is parsed: one pass, no recursion,
 * no copy. Recursing over a hostile text would crash the process, so the parser only opens texts that pass this
 * check.
 */
export type DepthVerdict = 'closed' | 'unclosed' | 'too_deep' | 'too_many';

export interface ScanLimits {
  readonly depth: number;
  /** Objects and arrays in total. */
  readonly nodes: number;
  /** Names and texts in total: an object with many names is as slow to build as many objects. */
  readonly strings: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `{` and `[` (and `}` and `]`) differ only in this bit. */
const BRACKET_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** `unclosed`: the text ends inside a string, object or array. Nothing else is validated. */
export function scanDepth(text: string, limits: ScanLimits): DepthVerdict {
  const length = text.length;
  let depth = 0;
  let nodes = 0;
  let strings = 0;
  for (let position = 0; position < length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = endOfString(text, position + 1);
      if (position < 0) return 'unclosed';
      strings += 1;
      if (strings > limits.strings) return 'too_many';
    } else if ((code | BRACKET_BIT) === OPEN) {
      depth += 1;
      nodes += 1;
      if (depth > limits.depth) return 'too_deep';
      if (nodes > limits.nodes) return 'too_many';
    } else if ((code | BRACKET_BIT) === CLOSE) {
      depth -= 1;
    }
  }
  return depth > 0 ? 'unclosed' : 'closed';
}

/**
 * The next unescaped quote; -1 if there is none. `indexOf` is several times faster than a loop over characters,
 * and a run of backslashes is counted only once, at the quote that ends it.
 */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((quote - before) % 2 === 1) return quote;
  }
  return -1;
}
