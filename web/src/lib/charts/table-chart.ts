/** What a chart of rows shows, as addresses and views keep it. Pure, and small: every screen with a chart reads it. */
import { MAX_SUMMARY_DIMENSIONS, type Measure, measures } from '@leadloom/shared/contract/table-facets';
import type { ViewChart } from '@leadloom/shared/contract/table-views';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { dimensionsOf, measuredFields } from '@leadloom/shared/tables/dimensions';

export interface TableChart {
  /** The names of one or two dimensions. */
  readonly by: readonly string[];
  readonly measure: Measure;
  /** The column whose numbers are measured; absent for `count`. */
  readonly of?: string;
}

/** Parts of an address or a view, which may be anything. */
interface WrittenChart {
  readonly by: readonly string[];
  readonly measure: string | null | undefined;
  readonly of: string | null | undefined;
}

/** The chart with what the table knows of it; null: it can be counted by none of the names. */
export function readChart(definition: TableDefinition, { by, measure, of }: WrittenChart): TableChart | null {
  const dimensions = dimensionsOf(definition);
  const known = [...new Set(by)].filter((name) => dimensions.has(name)).slice(0, MAX_SUMMARY_DIMENSIONS);
  if (known.length === 0) return null;
  const asked = measures.find((one) => one === measure);
  const isMeasured = of !== null && of !== undefined && measuredFields(definition).includes(of);
  if (asked === undefined || asked === 'count' || !isMeasured) return { by: known, measure: 'count' };
  return { by: known, measure: asked, of };
}

/** The value of `show` for the chart; without it the rows are shown. */
const CHART = 'chart';

/** The chart of an address; null: it shows rows. One that names nothing to count by has the table's first chart. */
export function chartOfAddress(definition: TableDefinition, parameters: URLSearchParams): TableChart | null {
  if (parameters.get('show') !== CHART) return null;
  const [by, measure, of] = [parameters.getAll('by'), parameters.get('measure'), parameters.get('of')];
  return readChart(definition, { by, measure, of }) ?? firstChart(definition);
}

/** The chart as parameters of an address. */
export function chartParameters({ by, measure, of }: TableChart): readonly (readonly [name: string, value: string])[] {
  const measured =
    measure === 'count' || of === undefined
      ? []
      : ([
          ['measure', measure],
          ['of', of],
        ] as const);
  return [['show', CHART], ...by.map((name) => ['by', name] as const), ...measured];
}

/** A view's chart by the table's current definition; null: the view shows rows. */
export function chartOfView(definition: TableDefinition, chart: ViewChart | null | undefined): TableChart | null {
  if (chart === null || chart === undefined) return null;
  return readChart(definition, { by: chart.by, measure: chart.measure, of: chart.of });
}

/** The chart as the contract has it. */
export function viewChart({ by, measure, of }: TableChart): ViewChart {
  return { by: [...by], measure, ...(of === undefined ? {} : { of }) };
}

/** A chart that says something of any table: the number of rows by the first choice. */
export function firstChart(definition: TableDefinition): TableChart | null {
  const [first, ...others] = dimensionsOf(definition).values();
  const choice = [first, ...others].find((dimension) => dimension?.filter.kind === 'choice') ?? first;
  return choice === undefined ? null : { by: [choice.name], measure: 'count' };
}
