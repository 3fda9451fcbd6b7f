/** Finds the line of a syntax error in JSON. The engine's own message often quotes the text without a position. */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+|"/gs;
const SCALAR = /^(?:"[\s\S]+"|""|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

/** @returns 1-based; the last line where the text ends too early */
export function faultLine(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const next = step(expected, token, open);
    if (next === null) return text.slice(0, index).split('\n').length;
    expected = next;
  }
  return text.trimEnd().split('\n').length;
}

/** @returns null if the token is not allowed here */
function step(expected: Expected, token: string, open: string[]): Expected | null {
  switch (expected) {
    case 'value':
    case 'value or end':
      if (token === '{' || token === '[') {
        open.push(token);
        return token === '{' ? 'name or end' : 'value or end';
      }
      if (SCALAR.test(token)) return 'comma or end';
      return expected === 'value or end' ? close(token, open) : null;
    case 'name':
    case 'name or end':
      if (token.startsWith('"') && SCALAR.test(token)) return 'colon';
      return expected === 'name or end' ? close(token, open) : null;
    case 'colon':
      return token === ':' ? 'value' : null;
    case 'comma or end':
      if (token !== ',' || open.length === 0) return close(token, open);
      return open.at(-1) === '{' ? 'name' : 'value';
  }
}

function close(token: string, open: string[]): Expected | null {
  const isPair = (token === '}' && open.at(-1) === '{') || (token === ']' && open.at(-1) === '[');
  if (!isPair) return null;
  open.pop();
  return 'comma or end';
}
