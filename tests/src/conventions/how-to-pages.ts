/**
 * Reads a page of docs/how-to and finds what is not true in it. The form of a page: a sentence that says what it is for; a
 * line `Worked example:` that explains each `<placeholder>`; numbered steps, each starting with a path in backticks and,
 * after an arrow, words that occur in that file; a line `Proof:` with a command.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from './source-files.ts';

export interface Step {
  readonly path: string;
  /** Each occurs in the file, word for word. */
  readonly symbols: readonly string[];
}

export interface HowTo {
  readonly title: string;
  readonly purpose: string;
  readonly steps: readonly Step[];
  /** Files that nobody has to change, as `Optional:` lists them. */
  readonly optional: readonly string[];
  /** Every command the page names. */
  readonly commands: readonly string[];
  readonly proof: string | undefined;
}

const STEP = /^(\d+)\. `([^`]+)`(?: → ((?:`[^`]+`(?:, )?)+))?: /;
/** Commands of pnpm itself. */
const OWN_COMMANDS = new Set(['install', 'exec']);

/** @throws {Error} for a page without this form */
export function readHowTo(text: string): HowTo {
  const lines = text.split('\n');
  const example = lines.find((line) => line.startsWith('Worked example: ')) ?? '';
  const values = [...example.matchAll(/`<(\w+)>` is `([^`]+)`/g)].map((match): [string, string] => [
    match[1] ?? '',
    match[2] ?? '',
  ]);
  if (values.length === 0) throw new Error('it has no worked example');
  const numbered = lines.filter((line) => /^\d+\. /.test(line));
  const whole = values.reduce((page, [name, value]) => page.replaceAll(`<${name}>`, value), text);
  return {
    title: /^# (.+)$/.exec(lines[0] ?? '')?.[1] ?? '',
    purpose: lines[2] ?? '',
    steps: numbered.map((line, index) => readStep(line, index + 1, new Map(values))),
    optional: lines.flatMap((line) => /^- `([^`]+)`: /.exec(line)?.[1] ?? []),
    commands: [...whole.matchAll(/`(pnpm [^`]+)`/g)].map((match) => match[1] ?? ''),
    proof: /^Proof: `(pnpm [^`]+)`$/.exec(lines.filter((line) => line !== '').at(-1) ?? '')?.[1],
  };
}

function readStep(line: string, number: number, values: ReadonlyMap<string, string>): Step {
  const fill = (part: string) => part.replace(/<(\w+)>/g, (placeholder, name: string) => values.get(name) ?? placeholder);
  const [, written, path, symbols = ''] = STEP.exec(line) ?? [];
  if (path === undefined || Number(written) !== number)
    throw new Error(`step ${number} does not begin with its number and a path in backticks: ${line.slice(0, 60)}`);
  return { path: fill(path), symbols: [...symbols.matchAll(/`([^`]+)`/g)].map((match) => fill(match[1] ?? '')) };
}

/** One sentence for each mismatch. */
export function faultsOf({ title, purpose, steps, optional, commands, proof }: HowTo): readonly string[] {
  return [
    ...(title === '' ? ['it has no title'] : []),
    ...(/^For .+\.$/.test(purpose) ? [] : ['its first sentence does not say what it is for']),
    ...(steps.length === 0 ? ['it has no steps'] : []),
    ...(proof === undefined ? ['it does not end with a proof'] : []),
    ...[...steps, ...optional.map((path) => ({ path, symbols: [] }))].flatMap(faultsOfStep),
    ...commands.flatMap(faultsOfCommand),
  ];
}

function faultsOfStep({ path, symbols }: Step): readonly string[] {
  if (!existsSync(join(workspaceRoot, path))) return [`there is no ${path}`];
  const text = readFileSync(join(workspaceRoot, path), 'utf8');
  return symbols.filter((symbol) => !text.includes(symbol)).map((symbol) => `${path} holds no ${symbol}`);
}

function faultsOfCommand(command: string): readonly string[] {
  const [, ...words] = command.split(' ');
  const room = words[0] === '--dir' ? words[1] : '.';
  const [script = '', ...rest] = words[0] === '--dir' ? words.slice(2) : words;
  const missing = rest.filter((word) => word.includes('/') && !existsSync(join(workspaceRoot, word)));
  if (script === 'exec' && !existsSync(join(workspaceRoot, 'node_modules/.bin', rest[0] ?? ''))) missing.push(rest[0] ?? '');
  const isThere = OWN_COMMANDS.has(script) || scriptsOf(room ?? '.').includes(script);
  return [
    ...(isThere ? [] : [`${command}: ${room}/package.json has no script ${script}`]),
    ...missing.map((word) => `${command}: there is no ${word}`),
  ];
}

function scriptsOf(room: string): readonly string[] {
  const path = join(workspaceRoot, room, 'package.json');
  if (!existsSync(path)) return [];
  const { scripts = {} }: { readonly scripts?: Readonly<Record<string, string>> } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.keys(scripts);
}
