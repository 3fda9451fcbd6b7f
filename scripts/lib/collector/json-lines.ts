/** Finds the line of a value in a JSON text, for error messages. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;
/** No catalogue is nested deeper; deeper values get the line of their parent. */
const MAX_DEPTH = 8;

interface Frame {
  readonly isList: boolean;
  /** The key of the value that comes next or is being read; null where a name is still to come. */
  key: string | number | null;
}

/**
 * @param text valid JSON
 * @returns the 1-based line of a path's value, or of the nearest thing around it; of a name given twice the last counts
 */
export function createLineFinder(text: string): (path: readonly PropertyKey[]) => number {
  const lines = new Map<string, number>();
  const frames: Frame[] = [];
  let line = 1;
  let read = 0;
  const note = () => {
    if (frames.length <= MAX_DEPTH) lines.set(JSON.stringify(frames.map(({ key }) => key)), line);
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    line += countBreaks(text, read, index);
    read = index;
    const top = frames.at(-1);
    const isName = top !== undefined && !top.isList && top.key === null && token.startsWith('"');
    if (isName) {
      top.key = String(JSON.parse(token));
      note();
    } else if (token === '{' || token === '[') {
      note();
      frames.push({ isList: token === '[', key: token === '[' ? 0 : null });
    } else if (token === '}' || token === ']') {
      frames.pop();
    } else if (token === ',') {
      if (top !== undefined) top.key = typeof top.key === 'number' ? top.key + 1 : null;
    } else if (token !== ':' && top?.isList === true) {
      note();
    }
  }
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const found = lines.get(JSON.stringify(path.slice(0, length)));
      if (found !== undefined) return found;
    }
    return 1;
  };
}

function countBreaks(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) breaks += 1;
  return breaks;
}
