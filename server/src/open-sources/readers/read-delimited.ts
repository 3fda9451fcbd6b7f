/**
 * Reads CSV and TSV by the names of columns, never by their place. A required column that is missing stops the reading
 * before the first row. A row that is cut off, or whose quotes are broken, is left out as long as there are few of them: a
 * publisher that changed its format is not read in part.
 */
import { type CsvRecord, createCsvReader } from '../../csv/csv-records.ts';
import { linesOf } from '../../csv/text-lines.ts';
import { OpenSourceError } from '../open-source.ts';
import { refusedIn } from './refused.ts';

/** Broken rows that are always left out, and the share beyond. */
const FEW_ROWS = 10;
const FEW_SHARE = 0.01;
const REPLACEMENT = '\uFFFD';

export interface DelimitedOptions {
  /** One character. */
  readonly separator: string;
  /** Whether cells can be in double quotes; else a quote is a character like others. */
  readonly quotes: boolean;
  readonly required: readonly string[];
  readonly optional?: readonly string[];
  /** What messages call the file. */
  readonly file: string;
}

interface Column {
  readonly name: string;
  readonly index: number;
}

/**
 * Rows by the names of their columns, which are compared without surrounding blanks; a line break in a name counts as one
 * blank. Cells are trimmed; one with an invalid character is ''. An optional column that is not there is absent.
 * @throws {OpenSourceError} for a missing column, which it names, and for too many broken rows
 */
export async function* readDelimited(
  text: AsyncIterable<string>,
  { separator, quotes, required, optional = [], file }: DelimitedOptions,
): AsyncGenerator<Record<string, string>> {
  let columns: readonly Column[] | null = null;
  /** How many cells a row has at least. */
  let needed = 0;
  let rows = 0;
  let broken = 0;
  const refuse = () => {
    throw new OpenSourceError(
      `${file} cannot be read: ${broken} of its first ${rows} rows are cut off or have broken quotes. Its format may have changed.`,
    );
  };
  const batches = quotes ? quotedRows(text, separator) : plainRows(text, separator);
  for await (const batch of refusedIn(file, batches)) {
    for (const { cells, isBroken } of batch) {
      if (columns === null) {
        columns = findColumns(cells, { required, optional, file });
        needed = Math.max(...columns.filter(({ name }) => required.includes(name)).map(({ index }) => index)) + 1;
        continue;
      }
      rows += 1;
      if (isBroken || cells.length < needed) {
        broken += 1;
        if (broken > FEW_ROWS && rows > 1_000 && broken > rows * FEW_SHARE) refuse();
        continue;
      }
      const row: Record<string, string> = {};
      for (const { name, index } of columns) {
        const cell = cells[index]?.trim() ?? '';
        row[name] = cell.includes(REPLACEMENT) ? '' : cell;
      }
      yield row;
    }
  }
  if (columns === null) throw new OpenSourceError(`${file} is empty.`);
  if (broken > FEW_ROWS && broken > rows * FEW_SHARE) refuse();
}

interface ReadRow {
  readonly cells: readonly string[];
  readonly isBroken: boolean;
}

async function* plainRows(text: AsyncIterable<string>, separator: string): AsyncGenerator<readonly ReadRow[]> {
  for await (const lines of linesOf(text))
    yield lines.filter((line) => line !== '').map((line) => ({ cells: line.split(separator), isBroken: false }));
}

async function* quotedRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<readonly ReadRow[]> {
  const reader = createCsvReader({ delimiter, endsAtReturn: false });
  const rowsOf = (records: readonly CsvRecord[]) =>
    records.map(({ cells, problem }): ReadRow => ({ cells, isBroken: problem !== null }));
  for await (const chunk of text) yield rowsOf(reader.read(chunk));
  yield rowsOf(reader.end());
}

function findColumns(
  header: readonly string[],
  {
    required,
    optional,
    file,
  }: { readonly required: readonly string[]; readonly optional: readonly string[]; readonly file: string },
): readonly Column[] {
  const names = header.map((cell) => cell.replace(/\s+/g, ' ').trim());
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new OpenSourceError(
      missing.length === 1
        ? `${file} has no column ${missing[0]}. Its format may have changed; the rows that are stored stay.`
        : `${file} has no columns ${missing.join(', ')}. Its format may have changed; the rows that are stored stay.`,
    );
  return [...required, ...optional].flatMap((name): Column[] => {
    const index = names.indexOf(name);
    return index < 0 ? [] : [{ name, index }];
  });
}
