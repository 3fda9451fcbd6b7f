/**
 * What cells of a column look like. Words of a header alone mislead: a sales stage is no round of financing, the profile of a
 * person is none of a company, and a page of LinkedIn is nobody's website. Pure.
 */
import type { ColumnDefinition, TableDefinition } from './define-table.ts';
import { ownerOf } from './header-words.ts';

const PERSON_PROFILE = /(?:^|[/.])linkedin\.com\/(?:in|pub)\//i;
const COMPANY_PROFILE = /(?:^|[/.])linkedin\.com\/(?:company|school|showcase|organization)\//i;
/** Directories of companies and people, whose pages are nobody's own site. */
const DIRECTORY = /(?:^|[/.])(?:linkedin\.com|crunchbase\.com|angel\.co|wellfound\.com|pitchbook\.com)(?:\/|$)/i;
/** Some have no other site, but a header with sites comes before one with such pages. */
const NETWORK = /(?:^|[/.])(?:facebook|twitter|x|instagram|tiktok|youtube)\.com(?:\/|$)/i;
const CAREERS =
  /career|jobs?\b|vacanc|hiring|join-?us|karriere|stellen|emploi|recrut|empleo|trabaj|lavora|greenhouse\.io|lever\.co|ashbyhq/i;
const ROUND =
  /\b(?:pre-?seed|seed|series|angel|round|ipo|grant|debt|equity|venture|vc|acqui\w+|merger|m&a|buy-?out|lbo|secondary|crowdfund\w*|convertible|bridge|growth|spac|accelerator|incubator|ico|token|pipe|loan|mezzanine|corporate|unknown|undisclosed|fundraising|raised|stage [a-h]|[a-h])\b/i;
const SALUTATION =
  /^(?:mrs?|ms|miss|mx|sir|madam|dr|prof|professor|rev|hon|herrn?|frau|hr|fr|m|mme|mlle|monsieur|madame|sra?|srta|señora?|dott|dottssa|sig|sig\.ra|sigra|ing|dipl|mag)(?:\.?[\s-]*(?:dr|prof|ing))?\.?$/i;
const ADDRESS = /^(?:https?:\/\/|www\.)|@|[{}]/i;
const NUMBER = /^[\d\s.,+()-]+$/;

export type CellCheck = (cell: string) => boolean;

/**
 * `other`: cells are something else than their column. `doubtful`: most cannot be read, or are rarely meant, so that another
 * header with this meaning comes first.
 */
export type Disagreement = 'other' | 'doubtful';

interface JudgedCells {
  /** Of the first rows, filled or not. */
  readonly cells: readonly string[];
  /** Whether a cell of the column can be read; null: any text can. */
  readonly readableIn: (column: ColumnDefinition) => CellCheck | null;
}

/** @returns null: the cells may be those of the column */
export function disagreementIn(
  { name: table, columns }: TableDefinition,
  field: string,
  { cells, readableIn }: JudgedCells,
): Disagreement | null {
  const column = columns.find((candidate) => candidate.field === field);
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (column === undefined || filled.length === 0) return null;
  if (!fitsMost(filled, formOf(table, column))) return 'other';
  return fitsMost(filled, readableIn(column)) && fitsMost(filled, commonFormOf(table, field)) ? null : 'doubtful';
}

/** @returns null: like any other cell */
export function formOf(table: string, { field, kind }: Pick<ColumnDefinition, 'field' | 'kind'>): CellCheck | null {
  const owner = ownerOf(table, field);
  if (field === 'linkedin_url' && owner !== null) {
    const [own, other] = owner === 'person' ? [PERSON_PROFILE, COMPANY_PROFILE] : [COMPANY_PROFILE, PERSON_PROFILE];
    return (cell) => own.test(cell) || !(other.test(cell) || /linkedin\.com\/sales\//i.test(cell));
  }
  if (field === 'careers_url') return (cell) => CAREERS.test(cell);
  if (isWebsite(table, field)) return (cell) => !DIRECTORY.test(cell);
  if (field === 'last_financing_deal_type') return (cell) => ROUND.test(cell);
  // A name that is shown has blanks; one in an address has none.
  if (table === 'tiktok-videos' && field === 'author') return (cell) => !/\s/.test(cell);
  if (table === 'people' && field === 'title') return (cell) => !isSalutation(cell) && !ADDRESS.test(cell) && !NUMBER.test(cell);
  if (kind === 'long-text') return (cell) => !NUMBER.test(cell);
  const isName = field === 'name' || field === 'city' || field.endsWith('company_name');
  return isName ? (cell) => !ADDRESS.test(cell) && !NUMBER.test(cell) : null;
}

/** Whether a text is how somebody is addressed, which some files call a title: `Dr.`, `Frau Prof.` */
export function isSalutation(text: string): boolean {
  return SALUTATION.test(text);
}

/** What its cells usually are, where rarely others are meant; null: there is nothing to say. */
export function commonFormOf(table: string, field: string): CellCheck | null {
  return isWebsite(table, field) ? (cell) => !NETWORK.test(cell) : null;
}

/** Whether more than half of the cells fit; null fits always, and so does a column without cells. */
export function fitsMost(cells: readonly string[], fits: CellCheck | null): boolean {
  return fits === null || cells.length === 0 || cells.filter(fits).length > cells.length / 2;
}

function isWebsite(table: string, field: string): boolean {
  return ownerOf(table, field) !== null && /^(?:company_)?website$|^url$/.test(field);
}
