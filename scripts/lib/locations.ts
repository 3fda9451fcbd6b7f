/** Makes the server's list of places from the table `locations.tsv`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const tableFile = fileURLToPath(new URL('locations.tsv', import.meta.url));
export const listFile = fileURLToPath(new URL('../../server/src/modules/linkedin/lookups/locations.ts', import.meta.url));

/** Kinds in the order in which they are suggested. */
const KINDS = ['country', 'state', 'metro', 'city', 'region'];
const COLUMNS = 'id\tname\tcountry\tkind\tsources\tlabel\tother_names';

const HEADER = `/**
 * Places with the numbers that LinkedIn's search uses for them. LinkedIn publishes no such list; these are the ones on which
 * at least two independent public sources agree. \`node scripts/locations.ts\` makes this file from
 * \`scripts/lib/locations.tsv\`: change that table instead. It is long because each place has a line.
 */
import type { Location } from './location.ts';

// biome-ignore format: one line for each place
export const locations: readonly Location[] = [
`;

export interface TableRow {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly kind: string;
  readonly sources: number;
  readonly label: string;
  readonly otherNames: readonly string[];
}

/** @throws {Error} for a line that is not a place, and for a number that occurs twice; it names the line */
export function readTable(text: string): TableRow[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  if (lines[0] !== COLUMNS) throw new Error(`The first line does not name the columns: ${lines[0]}`);
  const rows = lines.slice(1).map(readRow);
  const seen = new Set<string>();
  for (const { id } of rows) {
    if (seen.has(id)) throw new Error(`The number ${id} occurs twice.`);
    seen.add(id);
  }
  return rows;
}

function readRow(line: string): TableRow {
  const [id = '', name = '', country = '', kind = '', sources = '', label = '', otherNames = '', ...more] = line.split('\t');
  const isCountry = kind === 'region' ? country === '' : /^[A-Z]{2}$/.test(country);
  const isPlace = /^[1-9]\d{7,8}$/.test(id) && name !== '' && label !== '' && KINDS.includes(kind) && isCountry;
  if (!isPlace || !/^[2-9]$/.test(sources) || more.length > 0) throw new Error(`This line is not a place: ${line}`);
  const names = otherNames === '' ? [] : otherNames.split('|');
  return { id, name, country, kind, sources: Number(sources), label, otherNames: names };
}

/** The text of the server's list. Rows with the same label are one place. */
export function makeList(rows: readonly TableRow[]): string {
  const places = Map.groupBy(rows, ({ label }) => label);
  const lines = [...places.values()].map((same) => {
    const [first] = same;
    if (first === undefined) throw new Error('a place without a row');
    const values = [
      `kind: ${quote(first.kind)}`,
      `country: ${first.country === '' ? 'null' : quote(first.country)}`,
      `name: ${quote(first.name)}`,
      `label: ${quote(first.label)}`,
      `ids: ${listOf(same.map(({ id }) => id))}`,
      `sources: ${Math.max(...same.map(({ sources }) => sources))}`,
      `aliases: ${listOf([...new Set(same.flatMap(({ otherNames }) => otherNames))])}`,
    ];
    return `  { ${values.join(', ')} },\n`;
  });
  return `${HEADER}${lines.join('')}];\n`;
}

function listOf(values: readonly string[]): string {
  return `[${values.map(quote).join(', ')}]`;
}

function quote(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`;
}

export function readTableFile(): TableRow[] {
  return readTable(readFileSync(tableFile, 'utf8'));
}
