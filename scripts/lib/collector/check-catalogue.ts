/** Checks whether a text is a catalogue the server accepts, and lists its errors by line. */
import '../../../shared/src/linkedin/explain-issues.ts';
import { type Catalogue, catalogueSchema } from '../../../shared/src/linkedin/catalogue.ts';
import { faultLine } from './json-fault.ts';
import { createLineFinder } from './json-lines.ts';

export interface Fault {
  readonly line: number;
  readonly reason: string;
}

export type CheckedCatalogue =
  | { readonly ok: true; readonly catalogue: Catalogue }
  | { readonly ok: false; readonly faults: readonly Fault[] };

export function checkCatalogue(text: string): CheckedCatalogue {
  const value = readJson(text);
  if (!value.ok) return { ok: false, faults: [value.fault] };
  const parsed = catalogueSchema.safeParse(value.json);
  if (parsed.success) return { ok: true, catalogue: parsed.data };
  const lineOf = createLineFinder(text);
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], reason: 'there is no such entry' }))
      : [{ path: issue.path, reason: reasonOf(issue, valueAt(value.json, issue.path)) }],
  );
  return {
    ok: false,
    faults: faults
      .map(({ path, reason }) => ({ line: lineOf(path), reason: `${nameOf(path)}: ${reason}` }))
      .toSorted((one, other) => one.line - other.line),
  };
}

function readJson(text: string): { readonly ok: true; readonly json: unknown } | { readonly ok: false; readonly fault: Fault } {
  try {
    return { ok: true, json: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, fault: { line: faultLine(text), reason: message } };
  }
}

function reasonOf(issue: { readonly code?: string; readonly message: string }, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (issue.code === 'invalid_format' && typeof value === 'string')
    return `${JSON.stringify(value.slice(0, 120))} is not of a form the extension accepts`;
  return issue.message;
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

/** The path as it is written in code: profile[2].decorationId */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name === '' ? 'the file' : name.replace(/^\./, '');
}
