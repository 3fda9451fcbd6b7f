/** Which line of a file names its columns: titles and notes may stand above it. Pure. */
import { HEADERS_LIMIT } from '../contract/header-line-limit.ts';
import type { TableDefinition } from './define-table.ts';
import { headerMapper } from './header-mapper.ts';

/** Titles and notes above a header are at most as many lines. */
export const LINES_ABOVE = 10;

type Line = readonly string[];
/** Whether a cell is the name of a column for another reason than its words. */
type NameCheck = (cell: string) => boolean;

/** How many columns of the table the line names. */
export function countNamedColumns(definition: TableDefinition, line: Line, isNamed: NameCheck = () => false): number {
  const mapper = headerMapper(definition);
  const cells = line.slice(0, HEADERS_LIMIT).map((cell) => cell.trim());
  return new Set(cells.filter((cell) => isNamed(cell) || mapper(cell) !== null)).size;
}

interface HeaderRules {
  /** Whether a line names all that a header must name, by the index of the line. */
  readonly isWhole: (index: number) => boolean;
  readonly isNamed?: NameCheck;
}

/**
 * The index of the line among the first that names most columns, and all that a header must name; else 0, as the first line
 * of most files is its header.
 * @param lines without blank ones
 */
export function likeliestHeaderLine(
  definition: TableDefinition,
  lines: readonly Line[],
  { isWhole, isNamed }: HeaderRules,
): number {
  const counts = lines.slice(0, LINES_ABOVE + 1).map((line) => countNamedColumns(definition, line, isNamed));
  const [inFirst = 0] = counts;
  const better = counts
    .map((count, index) => ({ count, index }))
    .filter(({ count }) => count > Math.max(inFirst, 1))
    .sort((one, other) => other.count - one.count || one.index - other.index);
  return better.find(({ index }) => isWhole(index))?.index ?? 0;
}

/**
 * The separator with which one of the first lines names most columns; among equals, the one with the widest first line, and
 * then the first.
 * @param linesBy the first lines of the file as the separator splits them, without blank ones
 */
export function likeliestSeparator<Separator extends string>(
  definition: TableDefinition,
  separators: readonly [Separator, ...Separator[]],
  { linesBy, isNamed }: { readonly linesBy: (separator: Separator) => readonly Line[]; readonly isNamed?: NameCheck },
): { readonly separator: Separator; readonly named: number } {
  const [first] = separators;
  let best = { separator: first, named: -1, width: 0 };
  for (const separator of separators) {
    const [line = [], ...next] = linesBy(separator);
    // Where no line names a column, the first lines of a table are still wider by its separator than by any other.
    const inFirst = countNamedColumns(definition, line, isNamed);
    const named = inFirst > 0 ? inFirst : Math.max(0, ...next.map((other) => countNamedColumns(definition, other, isNamed)));
    const width = Math.min(line.length, HEADERS_LIMIT);
    if (named > best.named || (named === best.named && width > best.width)) best = { separator, named, width };
  }
  return best;
}
