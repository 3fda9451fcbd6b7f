/** What is counted beside the rows of a random question, and what plain code counts there. */
import { type Facets, measures, type Summary } from '@leadloom/shared/contract/table-facets';
import type { FilterDefinition, TableDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { type Dimension, dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';
import type { FacetQuestion, SummaryQuestion } from '../../modules/tables/facets/questions.ts';
import { facetsOfMatching, summaryOfMatching } from '../../modules/tables/filters/facet-model.ts';
import { isThorough } from '../thorough.ts';
import type { Holds } from './meaning.ts';
import type { ModelRow } from './model-rows.ts';
import type { Random } from './random.ts';

/** null: it is not asked for. */
export interface Counts {
  readonly facets: FacetQuestion | null;
  readonly summary: SummaryQuestion | null;
}

/** A part of a question. */
export interface CountedPart {
  /** The table's own filter that is asked; absent: another one. */
  readonly filter?: FilterDefinition;
  readonly holds: Holds;
}

export interface CountedQuestion {
  readonly definition: TableDefinition;
  /** All of them hold for a row that matches. */
  readonly parts: readonly CountedPart[];
  readonly counts: Counts;
}

export interface CountAnswers {
  readonly facets: Facets | null;
  readonly summary: Summary | null;
}

/** Parts of values, days and checkboxes, in another case. */
const CONTAINED = ['a', 'O', 'KILN', '2026', 'å', '%', 'TRUE', 'zzz'];

/** Both in `pnpm faults`, otherwise one of them. */
export function randomCounts(definition: TableDefinition, random: Random): Counts {
  const [facets, summary] = [randomFacets(definition, random), randomSummary(definition, random)];
  if (isThorough()) return { facets, summary };
  return random.chance(0.5) ? { facets, summary: null } : { facets: null, summary };
}

function randomFacets(definition: TableDefinition, random: Random): FacetQuestion {
  const dimensions = random.some([...dimensionsOf(definition).values()], 1, 3);
  const isNarrowed = dimensions.length === 1 && dimensions[0]?.pieces.kind !== 'numbers' && random.chance(0.3);
  return { dimensions, ...(isNarrowed ? { containing: random.pick(CONTAINED) } : {}) };
}

function randomSummary(definition: TableDefinition, random: Random): SummaryQuestion {
  const fields = measuredFields(definition);
  const measure = fields.length === 0 || random.chance(0.3) ? 'count' : random.pick(measures);
  return {
    dimensions: random.some([...dimensionsOf(definition).values()], 1, 2),
    measured: { measure, field: measure === 'count' ? null : random.pick(fields) },
  };
}

/** @param rows all of the table @param lower the database's lower case */
export function modelledCounts(
  { definition, parts, counts }: CountedQuestion,
  rows: readonly ModelRow[],
  lower: (text: string) => string,
): CountAnswers {
  const all = rows.map(asTableRow);
  /** The rows that match, whatever the dimension's own filter says. */
  const matching = (without?: Dimension) => {
    const others = parts.filter(({ filter }) => filter === undefined || filter !== without?.filter);
    return rows.filter((row) => others.every(({ holds }) => holds(row))).map(asTableRow);
  };
  const { facets, summary } = counts;
  const facetBy = (dimension: Dimension) => {
    const question = { ...facets, dimensions: [dimension] };
    return facetsOfMatching(definition, {}, all, question, () => matching(dimension), { lower }).data;
  };
  return {
    facets: facets === null ? null : { data: facets.dimensions.flatMap(facetBy), total: matching().length },
    summary: summary === null ? null : summaryOfMatching(definition, matching(), all, summary, { lower }),
  };
}

export function asTableRow({ id, cells }: ModelRow): TableRow {
  return { ...cells, id };
}
