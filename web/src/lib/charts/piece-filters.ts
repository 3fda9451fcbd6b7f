/**
 * The filters that a press on a mark adds: with them the table shows the rows of that piece, of those it showed before, and
 * no others. Parameters of the chips are preferred; what they cannot say exactly is added to `where`. Pure.
 */
import type { SummaryPiece } from '@leadloom/shared/contract/table-facets';
import { foldText } from '@leadloom/shared/linkedin/parse/fold-text';
import { parseWhere } from '@leadloom/shared/tables/conditions/parse-where';
import { expressionGroup, type WhereExpression } from '@leadloom/shared/tables/conditions/where-expression';
import { writeWhere } from '@leadloom/shared/tables/conditions/write-where';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { type Dimension, dimensionsOf } from '@leadloom/shared/tables/dimensions';
import { parametersOf, tableParameters, WHERE_FILTER } from '@leadloom/shared/tables/filter-parameters';
import { readFilters, type TableFilters } from '@leadloom/shared/tables/filter-query';
import { daysOf } from './days.ts';
import { optionOf } from './range-option.ts';

type Changes = Readonly<Record<string, string | readonly string[] | true>>;

/**
 * @param name of the dimension
 * @returns null: no filter says exactly this, as of a value that is too long for one
 */
export function filterByPiece(
  definition: TableDefinition,
  filters: TableFilters,
  name: string,
  piece: SummaryPiece,
): TableFilters | null {
  const dimension = dimensionsOf(definition).get(name);
  if (dimension === undefined) return null;
  const changes = changesOf(dimension, filters, piece, definition);
  const changed = changes === null ? null : withChanges(definition, filters, changes);
  if (changed !== null) return changed;
  const added = expressionOf(dimension, piece);
  const where = added === null ? null : joinWhere(definition, filters[WHERE_FILTER], added);
  return where === null ? null : withChanges(definition, filters, { [WHERE_FILTER]: where });
}

/** The parameters of the dimension's own filter; null: they do not say it. */
function changesOf(
  { filter, pieces }: Dimension,
  filters: TableFilters,
  piece: SummaryPiece,
  definition: TableDefinition,
): Changes | null {
  const parameterOf = (role: 'is' | 'not' | 'has' | 'from' | 'to') => {
    const found = parametersOf(filter).find((parameter) => parameter.role === role)?.name;
    // Two filters may have a parameter in common, which then belongs to the first of them.
    return found !== undefined && tableParameters(definition).get(found)?.filter === filter ? found : null;
  };
  const [is, not, has] = [parameterOf('is'), parameterOf('not'), parameterOf('has')];
  if (piece === null) return has === null || filters[has] === 'true' ? null : { [has]: 'false' };
  if (pieces.kind === 'either') {
    if (filter.kind === 'presence') return has === null ? null : { [has]: piece === 'true' ? 'true' : 'false' };
    const parameter = piece === 'true' ? is : not;
    if (parameter === null) return null;
    return { [parameter]: parameter === is && filter.kind === 'flag' && filter.isEither === true ? 'true' : true };
  }
  if (pieces.kind === 'days') {
    const [after, before] = [parameterOf('from'), parameterOf('to')];
    const days = typeof piece === 'string' ? daysOf(piece) : null;
    if (days === null || after === null || before === null) return null;
    return between(filters, [after, days.first], [before, days.last], (one, other) => (one < other ? -1 : 1));
  }
  if (typeof piece === 'string') {
    const isPart = filter.kind === 'text' && filter.match === 'parts';
    return is === null || !canReplace(filters[is], piece, isPart ? hasWordsOf : isSame) ? null : { [is]: [piece] };
  }
  if (filter.kind === 'range') {
    const option = optionOf(filter, piece);
    if (option !== undefined) {
      if (is === null || !canReplace(filters[is], option)) return null;
      return { [is]: filter.isMultiple ? [option] : option };
    }
  }
  const [from, to] = [parameterOf('from'), parameterOf('to')];
  const isWhole = definition.columns.some((column) => column.field === pieces.column && column.kind === 'integer');
  if (!isWhole || from === null || to === null) return null;
  return between(
    filters,
    [from, piece.from === null ? null : String(piece.from)],
    [to, piece.to === null ? null : String(piece.to - 1)],
    (one, other) => Number(one) - Number(other),
  );
}

/** One value takes the place of several only where it is among them: rows of a list have other items, too. */
function canReplace(chosen: TableFilters[string] | undefined, value: string, isWithin = isSame): boolean {
  if (chosen === undefined) return true;
  return typeof chosen === 'object' ? chosen.some((one) => isWithin(value, one)) : chosen === value;
}

/** Both ends, narrowed by those in force. */
function between(
  filters: TableFilters,
  [fromName, from]: readonly [string, string | null],
  [toName, to]: readonly [string, string | null],
  compare: (one: string, other: string) => number,
): Changes {
  const ends = (name: string, end: string | null, sign: number) => {
    const { [name]: known } = filters;
    const all = [known, end].filter((one) => typeof one === 'string');
    const [narrowest] = all.sort((one, other) => sign * compare(one, other));
    return narrowest === undefined ? {} : { [name]: narrowest };
  };
  return { ...ends(fromName, from, -1), ...ends(toName, to, 1) };
}

/** The piece in the grammar of `where`; null: it has no words for it. */
function expressionOf({ filter, pieces }: Dimension, piece: SummaryPiece): WhereExpression | null {
  if (pieces.kind === 'either') return null;
  const { column } = pieces;
  if (piece === null) return { kind: 'blank', column, isNegated: false };
  if (pieces.kind === 'days') return null;
  if (typeof piece === 'string') return { kind: 'compare', column, operator: '=', value: piece };
  const isClosed =
    filter.kind === 'range' && filter.isLastClosed === true && optionOf(filter, piece) === filter.options.at(-1)?.value;
  const parts: WhereExpression[] = [];
  if (piece.from !== null) parts.push({ kind: 'compare', column, operator: '>=', value: piece.from });
  if (piece.to !== null) parts.push({ kind: 'compare', column, operator: isClosed ? '<=' : '<', value: piece.to });
  return parts.length === 0 ? null : expressionGroup('all', parts);
}

/** Both expressions in the normal form; null: the first cannot be read, or they are too long together. */
function joinWhere(definition: TableDefinition, where: TableFilters[string] | undefined, added: WhereExpression): string | null {
  try {
    const before = typeof where === 'string' ? [parseWhere(where, definition).expression] : [];
    return parseWhere(writeWhere(expressionGroup('all', [...before, added])), definition).text;
  } catch {
    return null;
  }
}

/** null: a value does not pass the schema of its parameter, and would be left out. */
function withChanges(definition: TableDefinition, filters: TableFilters, changes: Changes): TableFilters | null {
  const asked = { ...filters, ...changes };
  const read = readFilters(definition, asked);
  const isRead = Object.entries(changes).every(([name, value]) => {
    const found = read[name];
    if (typeof value !== 'object') return found === value;
    return (
      typeof found === 'object' && found.length === value.length && value.every((one) => found.some((it) => isSame(it, one)))
    );
  });
  if (!isRead) return null;
  // What is no filter of the definition stays: when rows changed, and what an account keeps about its collected people.
  const known = tableParameters(definition);
  const others = Object.entries(asked).filter(([name]) => !known.has(name));
  const entries = [...Object.entries(read), ...others];
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Whether everybody found by the text is found by the words of a shorter one. */
function hasWordsOf(text: string, part: string): boolean {
  const within = foldText(text);
  return part.split(/\s+/).every((word) => within.includes(foldText(word)));
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
