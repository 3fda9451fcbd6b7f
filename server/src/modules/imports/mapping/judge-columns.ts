/**
 * One judgement over a whole file: which column of the table each header fills, by the words of all headers and by the cells
 * of the first rows together, how its cells are written, and why. Pure.
 */
import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { ContentCheck, LeftHeader } from '@leadloom/shared/tables/choose-columns';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { fieldsInFiles } from '@leadloom/shared/tables/file-table';
import { type FileSample, filledCells, type MappedColumn } from '@leadloom/shared/tables/mapped-column';
import { type CellConventions, conventionsOf } from '../rows/cells/written-by-programs.ts';
import { withUnits } from './amount-unit.ts';
import { disagreement } from './column-content.ts';
import { explainHeaders, type HeaderMeaning, leftReason } from './explain-headers.ts';
import { mapHeaders } from './map-headers.ts';
import { withMixedCities } from './mixed-cities.ts';
import { withProfiles } from './profile-columns.ts';
import { withTimes } from './time-columns.ts';

export interface Judgement {
  readonly columns: readonly MappedColumn[];
  /** One for each header. */
  readonly meanings: readonly HeaderMeaning[];
  readonly conventions: CellConventions;
  /** Sentences for the report. */
  readonly notices: readonly string[];
}

/** @throws {AppError} IMPORT.UNREADABLE if the mapping names what does not exist */
export function judgeColumns(definition: TableDefinition, file: FileSample): Judgement {
  const { headers, rows } = file;
  const conventions = conventionsOf(headers, fieldsInFiles(definition), rows);
  // What we exported comes back as it was: it means what its header says.
  if (!conventions.isForeign) return judgementOf(definition, file, { ...mapHeaders(definition, file), conventions });

  const contentCheck: ContentCheck = (field, index) =>
    disagreement(definition, field, { cells: filledCells(rows, index), conventions });
  const mapped = mapHeaders(definition, file, contentCheck);
  const withAddresses = withProfiles(definition, mapped.columns, file);
  const withCities = withMixedCities(definition, withAddresses, file);
  const { inDollars, ...settled } = withUnits(definition, withCities, file);
  const columns = withTimes(definition, settled.columns, file);
  const doubtful = settled.doubtful.flatMap(({ field, from }) => from.map((index) => leftFor(index, field)));
  return judgementOf(definition, file, { columns, left: [...mapped.left, ...doubtful], inDollars, conventions });
}

interface Settled {
  readonly columns: readonly MappedColumn[];
  readonly left: readonly LeftHeader[];
  readonly inDollars?: readonly MappedColumn[];
  readonly conventions: CellConventions;
}

/** What was settled, with its reasons in words. */
function judgementOf(
  definition: TableDefinition,
  file: FileSample,
  { columns, left, inDollars = [], conventions }: Settled,
): Judgement {
  const { headers } = file;
  return {
    columns,
    conventions,
    meanings: explainHeaders(definition, file, { columns, left }),
    notices: [
      ...left.flatMap((header) => leftNotice(headers, header)),
      ...inDollars.map(({ from: [index = -1] }) => `${quoted(headers[index] ?? '')} ${IN_DOLLARS}`),
      ...repeatedNotices(headers, columns),
    ],
  };
}

const IN_DOLLARS = 'was read in dollars: as millions, its amounts are larger than any.';

function leftFor(index: number, field: string): LeftHeader {
  return { index, field, because: 'unit' };
}

/** Only what the words do not show by themselves. */
function leftNotice(headers: readonly string[], header: LeftHeader): readonly string[] {
  if (header.because === 'settled' || header.because === 'owner') return [];
  return [
    `${quoted(headers[header.index] ?? '')} was not read as ${columnTitle(header.field)}: ${inSentence(leftReason(header))}`,
  ];
}

function inSentence(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
}

function repeatedNotices(headers: readonly string[], columns: readonly MappedColumn[]): readonly string[] {
  const read = new Set(columns.flatMap(({ from, otherwise = [] }) => [...from, ...otherwise]));
  const repeated = Map.groupBy(
    headers.map((header, index) => ({ header, index })),
    ({ header }) => header,
  );
  return [...repeated].flatMap(([header, found]) =>
    header === '' || found.length < 2 || !found.some(({ index }) => read.has(index))
      ? []
      : [`${found.length} columns are called ${quoted(header)}: of each row, the first filled cell was read, not the others.`],
  );
}
