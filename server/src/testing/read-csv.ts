/** A CSV file as a program reads it, by RFC 4180. */
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

const recordsSchema = z.array(z.array(z.string()));

export interface CsvFile {
  readonly hasByteOrderMark: boolean;
  readonly header: readonly string[];
  readonly records: readonly (readonly string[])[];
}

/** @throws for text that is no CSV, or whose records are of different lengths */
export function readCsv(text: string): CsvFile {
  const hasByteOrderMark = text.startsWith('\uFEFF');
  const [header = [], ...records] = recordsSchema.parse(parse(hasByteOrderMark ? text.slice(1) : text));
  return { hasByteOrderMark, header, records };
}
