/** A block `console`: commands after `$ `, and what they print. A line `…` stands for any number of lines. */

interface Step {
  readonly command: string;
  readonly output: string;
}

export function readSession(text: string): readonly Step[] {
  const steps: { command: string; output: string }[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: '' });
    else if (last === undefined) throw new Error(`a session begins with a command, not with: ${line}`);
    else last.output += `${line}\n`;
  }
  return steps;
}

/** Names that are made anew each time, and occur in later commands. */
const MADE = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\bleadloom-[\dTZ-]+-[0-9a-f]{4}\.tar\.zst\b/g;

/** What differs from run to run, or with the next version, and means nothing to the example. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d\.\d+Z)?/g, '<time>'],
  [/invite=[\w-]+/g, 'invite=<code>'],
  [/[\d,]+ rows in \d+ tables/g, '<count>'],
  [/version \d+/g, 'version <number>'],
];

function settle(text: string): string {
  return varying.reduce((settled, [pattern, name]) => settled.replaceAll(pattern, name), text).replaceAll(/ +$/gm, '');
}

interface Comparison {
  readonly shown: string;
  readonly printed: string;
  readonly isSame: boolean;
}

/** @param names is completed: what the document calls something → what it is called here */
export function compareOutput(shown: string, printed: string, names: Map<string, string>): Comparison {
  const real = printed.match(MADE) ?? [];
  for (const [index, name] of (shown.match(MADE) ?? []).entries()) {
    const value = real[index];
    if (value !== undefined && !names.has(name)) names.set(name, value);
  }
  const renamed = [...names].reduce((text, [name, value]) => text.replaceAll(value, name), printed);
  const expected = settle(shown).trimEnd();
  const found = settle(renamed).trimEnd();
  return { shown: expected, printed: found, isSame: isSameBut(expected, found) };
}

/** Whether the parts between lines `…` follow each other. */
function isSameBut(expected: string, found: string): boolean {
  const parts = expected.split(/^…(?:\n|$)/m);
  if (parts.length === 1) return expected === found;
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  if (!found.startsWith(first) || !found.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const at = found.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= found.length - last.length;
}
