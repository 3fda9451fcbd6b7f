/**
 * Whether the cells below a header can be those of the column it names. Words alone mislead: a sales stage is no round of
 * financing, the profile of a person is none of a company, and a page of LinkedIn is nobody's website.
 */
import { CellProblem } from '@leadloom/shared/domain/cell-problem';
import { readNumberRange } from '@leadloom/shared/domain/read-number-range';
import type { ColumnDefinition, TableDefinition } from '@leadloom/shared/tables/define-table';
import { ownerOf } from '@leadloom/shared/tables/header-words';
import { cellReader } from '../rows/cells/read-cell.ts';
import { ordersOf } from '../rows/cells/read-moment.ts';
import type { CellConventions } from '../rows/cells/written-by-programs.ts';
import { rewriteOf } from '../rows/source-forms.ts';

/** More than this part of the filled cells must fit. */
const HALF = 0.5;
const PERSON_PROFILE = /(?:^|[/.])linkedin\.com\/(?:in|pub)\//i;
const COMPANY_PROFILE = /(?:^|[/.])linkedin\.com\/(?:company|school|showcase|organization)\//i;
/** Directories of companies and people, whose pages are nobody's own site. */
const DIRECTORY = /(?:^|[/.])(?:linkedin\.com|crunchbase\.com|angel\.co|wellfound\.com|pitchbook\.com)(?:\/|$)/i;
/** Some have no other site, but a header with sites comes before one with such pages. */
const NETWORK = /(?:^|[/.])(?:facebook|twitter|x|instagram|tiktok|youtube)\.com(?:\/|$)/i;
const ROUND =
  /\b(?:pre-?seed|seed|series|angel|round|ipo|grant|debt|equity|venture|vc|acqui\w+|merger|m&a|buy-?out|lbo|secondary|crowdfund\w*|convertible|bridge|growth|spac|accelerator|incubator|ico|token|pipe|loan|mezzanine|corporate|unknown|undisclosed|fundraising|raised|stage [a-h]|[a-h])\b/i;
/** What stands before a name. */
const SALUTATION =
  /^(?:mr|mrs|ms|miss|mx|sir|madam|dr|prof|professor|herr|frau|hr|fr|m|mme|mlle|monsieur|madame|sr|sra|srta|señor|señora|sig|sig\.ra|dott|ing|dipl|mag|rev)(?:\.?[\s-]*(?:dr|prof|ing))?\.?$/i;
const ADDRESS = /^(?:https?:\/\/|www\.)|@|[{}]/i;
const NUMBER = /^[\d\s.,+()-]+$/;

/**
 * `other`: they are something else. `doubtful`: most cannot be read, or are rarely meant, so that another header with this
 * meaning comes first.
 */
export type Disagreement = 'other' | 'doubtful';

/** @param cells of the first rows, filled or not @returns null: they may be those of the column */
export function disagreement(
  definition: TableDefinition,
  field: string,
  { cells, conventions }: { readonly cells: readonly string[]; readonly conventions: CellConventions },
): Disagreement | null {
  const column = definition.columns.find((candidate) => candidate.field === field);
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (column === undefined || filled.length === 0) return null;
  const fitsMost = (fits: ((cell: string) => boolean) | null) =>
    fits === null || filled.filter(fits).length > filled.length * HALF;
  if (!fitsMost(formOf(definition.name, column))) return 'other';
  const isUsual = isWebsite(definition.name, field) ? (cell: string) => !NETWORK.test(cell) : null;
  return fitsMost(readableIn(definition.name, column, conventions)) && fitsMost(isUsual) ? null : 'doubtful';
}

/** Whether a cell can be read; null: any text can. */
function readableIn(table: string, column: ColumnDefinition, conventions: CellConventions): ((cell: string) => boolean) | null {
  if (['text', 'long-text', 'list'].includes(column.kind)) return null;
  const [readCell, rewrite] = [cellReader(column, { conventions }), rewriteOf(table, column.field)];
  const read = (cell: string) => readCell(rewrite === null ? cell : rewrite(cell));
  const isRange = (cell: string) => column.rangeField !== undefined && readNumberRange(cell) !== null;
  // The other cells of its column may settle the order of a date.
  return (cell) => !(read(cell) instanceof CellProblem) || isRange(cell) || ordersOf(cell) !== null;
}

function isWebsite(table: string, field: string): boolean {
  return ownerOf(table, field) !== null && /^(?:company_)?website$|^url$/.test(field);
}

/** What a cell of the column looks like; null: like any other. */
function formOf(table: string, { field, kind }: ColumnDefinition): ((cell: string) => boolean) | null {
  const owner = ownerOf(table, field);
  if (field === 'linkedin_url' && owner !== null) {
    const [own, other] = owner === 'person' ? [PERSON_PROFILE, COMPANY_PROFILE] : [COMPANY_PROFILE, PERSON_PROFILE];
    return (cell) => own.test(cell) || !(other.test(cell) || /linkedin\.com\/sales\//i.test(cell));
  }
  if (isWebsite(table, field)) return (cell) => !DIRECTORY.test(cell);
  if (field === 'last_financing_deal_type') return (cell) => ROUND.test(cell);
  // A name that is shown has blanks; one in an address has none.
  if (table === 'tiktok-videos' && field === 'author') return (cell) => !/\s/.test(cell);
  if (table === 'people' && field === 'title')
    return (cell) => !SALUTATION.test(cell) && !ADDRESS.test(cell) && !NUMBER.test(cell);
  if (kind === 'long-text') return (cell) => !NUMBER.test(cell);
  const isName = field === 'name' || field === 'city' || field.endsWith('company_name');
  return isName ? (cell) => !ADDRESS.test(cell) && !NUMBER.test(cell) : null;
}
