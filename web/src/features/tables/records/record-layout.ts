/**
 * How the record of each table begins and in which order it shows its fields. The line of what a row is leaves out whatever
 * is blank or doubtful, so it never claims what the row does not say.
 */
import type { CellValue, TableRow } from '@leadloom/shared/tables/define-table';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import { cellFormat } from '../../../components/data-grid/body/cell-format.ts';
import { shortAddress } from '../../../components/data-grid/body/cell-link.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { formatShortCount } from '../../../lib/format-short-count.ts';

export interface RecordLink {
  readonly field: string;
  /** What the icon leads to. */
  readonly label: 'Website' | 'LinkedIn' | 'Product' | 'Review' | 'Post' | 'Video' | 'Job';
}

interface FieldGroup {
  readonly title: string;
  readonly fields: readonly string[];
}

interface RecordLayout {
  /** The parts of the summary in their order; null: not known. */
  readonly summary: (row: TableRow, today: Date) => readonly (string | null)[];
  readonly links: readonly RecordLink[];
  /** The last one also holds the columns that none of them names. A range is shown in the place of its number. */
  readonly groups: readonly FieldGroup[];
}

const BEST_RATING = 5;
const FIRST_YEAR = 1900;
/** What files write where nothing is known. */
const UNKNOWN = /^(?:n\/?a|none|null|nil|unknown|undisclosed|not (?:available|known|specified)|tbd|[-–—?.]+)$/i;

const layouts: Readonly<Partial<Record<TableName, RecordLayout>>> = {
  companies: {
    summary: (row, today) => [place(row), first(row.verticals), employees(row), financing(row, today)],
    links: [
      { field: 'website', label: 'Website' },
      { field: 'linkedin_url', label: 'LinkedIn' },
    ],
    groups: [
      {
        title: 'Contact',
        fields: ['website', 'linkedin_url', 'main_contact_name', 'main_contact_email', 'phone', 'careers_url', 'jobs_open'],
      },
      {
        title: 'Money',
        fields: ['last_financing_deal_type', 'last_financing_on', 'last_financing_amount', 'revenue', 'ebitda'],
      },
      {
        title: 'Company',
        fields: [
          ...['name', 'legal_name', 'legal_form', 'country', 'state', 'city', 'region', 'verticals', 'employee_count'],
          ...['founded_on', 'business_status', 'ownership_status', 'registry', 'registry_id', 'description', 'updated_at'],
        ],
      },
    ],
  },
  investors: {
    summary: (row) => [
      text(row.primary_investor_type),
      place(row),
      prefixed('last investment ', text(row.last_investment_company_name)),
    ],
    links: [
      { field: 'website', label: 'Website' },
      { field: 'linkedin_url', label: 'LinkedIn' },
    ],
    groups: [
      { title: 'Contact', fields: ['website', 'linkedin_url', 'primary_contact_name', 'primary_contact_email', 'phone'] },
      { title: 'Money', fields: ['aum', 'preferred_investment_types', 'last_investment_company_name'] },
      {
        title: 'Company',
        fields: [
          ...['name', 'legal_name', 'primary_investor_type', 'employees', 'country', 'state', 'city', 'registry', 'registry_id'],
          'updated_at',
        ],
      },
    ],
  },
  people: {
    summary: (row) => [text(row.title), text(row.company_name), place(row), row.is_investor === true ? 'Investor' : null],
    links: [
      { field: 'company_website', label: 'Website' },
      { field: 'linkedin_url', label: 'LinkedIn' },
    ],
    groups: [
      { title: 'Contact', fields: ['email', 'phone', 'linkedin_url'] },
      { title: 'Company', fields: ['title', 'company_name', 'company_website'] },
      { title: 'Person', fields: ['name', 'country', 'city', 'is_investor', 'biography', 'updated_at'] },
    ],
  },
  reviews: {
    summary: (row) => [rating(row.rating), host(row.product_url), text(row.reviewer_country), day(row.published_on)],
    links: [
      { field: 'product_url', label: 'Product' },
      { field: 'review_url', label: 'Review' },
      { field: 'reviewer_linkedin_url', label: 'LinkedIn' },
    ],
    groups: [
      { title: 'Review', fields: ['review_title', 'rating', 'text', 'pros', 'cons', 'tags', 'published_on', 'review_url'] },
      { title: 'Product', fields: ['product_url'] },
      {
        title: 'Reviewer',
        fields: ['reviewer_name', 'reviewer_country', 'reviewer_linkedin_url', 'review_id', 'updated_at'],
      },
    ],
  },
  shopify: {
    summary: (row) => [first(row.topics), text(row.currency), storeReviews(row)],
    links: [
      { field: 'url', label: 'Website' },
      { field: 'linkedin', label: 'LinkedIn' },
    ],
    groups: [
      { title: 'Contact', fields: ['url', 'emails', 'linkedin', 'instagram', 'facebook', 'youtube_channel'] },
      { title: 'Reviews', fields: ['average_review', 'total_reviews'] },
      {
        title: 'Store',
        fields: ['merchant_name', 'topics', 'locale', 'currency', 'description', 'last_crawled_at', 'updated_at'],
      },
    ],
  },
  jobs: {
    summary: (row) => [
      text(row.company_name),
      jobPlace(row),
      text(row.workplace),
      text(row.employment_type),
      prefixed('closed ', day(row.closed_on)) ?? prefixed('since ', day(row.published_on)),
    ],
    links: [
      { field: 'url', label: 'Job' },
      { field: 'company_website', label: 'Website' },
    ],
    groups: [
      { title: 'Job', fields: ['title', 'department', 'employment_type', 'workplace', 'location', 'country', 'url'] },
      { title: 'Company', fields: ['company_name', 'company_website'] },
      { title: 'Salary', fields: ['salary_min', 'salary_max', 'salary_currency'] },
      { title: 'Days', fields: ['published_on', 'first_seen_at', 'closed_on', 'updated_at'] },
    ],
  },
  'reddit-posts': {
    summary: (row) => [
      prefixed('r/', text(row.subreddit_name)),
      prefixed('u/', text(row.author)),
      counted(row.score, 'point', 'points'),
      counted(row.comment_count, 'comment', 'comments'),
      moment(row.posted_at),
    ],
    links: [{ field: 'permalink', label: 'Post' }],
    groups: [
      { title: 'Post', fields: ['title', 'text', 'subreddit_name', 'author', 'type', 'flair', 'posted_at'] },
      { title: 'Numbers', fields: ['score', 'comment_count'] },
      { title: 'Links', fields: ['permalink', 'image_url', 'updated_at'] },
    ],
  },
  'tiktok-videos': {
    summary: (row) => [
      prefixed('@', text(row.author_unique_id)),
      text(row.category),
      counted(row.play_count, 'play', 'plays'),
      counted(row.comment_count, 'comment', 'comments'),
      moment(row.posted_at),
    ],
    links: [{ field: 'video', label: 'Video' }],
    groups: [
      { title: 'Video', fields: ['summary', 'author', 'author_unique_id', 'category', 'hashtags', 'posted_at'] },
      { title: 'Numbers', fields: ['play_count', 'like_count', 'comment_count', 'share_count'] },
      { title: 'Links', fields: ['video', 'sound_title', 'sound_id', 'updated_at'] },
    ],
  },
};

/** The layout of a table that names none: where the row is, and its fields in the order of the columns. */
const plainLayout: RecordLayout = { summary: (row) => [place(row)], links: [], groups: [{ title: 'Fields', fields: [] }] };

const layoutOf = (table: TableName): RecordLayout => layouts[table] ?? plainLayout;

export function recordLayout(table: TableName): Pick<RecordLayout, 'links' | 'groups'> {
  const { links, groups } = layoutOf(table);
  const { columns } = tableByName(table);
  const named = new Set([...groups.flatMap(({ fields }) => fields), ...columns.map(({ rangeField }) => rangeField)]);
  const others = columns.map(({ field }) => field).filter((field) => !named.has(field));
  return {
    links,
    groups: groups.map(({ title, fields }, index) => ({
      title,
      fields: index === groups.length - 1 ? [...fields, ...others] : fields,
    })),
  };
}

/** What the row is in one line, such as `Barcelona, Spain · E-Commerce · 20 people · Seed 2022`; empty: nothing sure is known. */
export function summaryOfRow(table: TableName, row: TableRow, today: Date): string {
  return layoutOf(table)
    .summary(row, today)
    .filter((part) => part !== null)
    .join(' · ');
}

/** A cell of text on one line. */
function text(value: CellValue | undefined): string | null {
  if (typeof value !== 'string') return null;
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return line === '' || UNKNOWN.test(line) || /^\[(?:deleted|removed)\]$/.test(line) ? null : line;
}

function prefixed(before: string, line: string | null): string | null {
  if (line === null) return null;
  return line.toLowerCase().startsWith(before) ? line : before + line;
}

/** A city that is its own country is named once. */
function place({ city, country }: TableRow): string | null {
  const parts = [text(city), text(country)].filter((part) => part !== null);
  return parts.length === 0 ? null : [...new Set(parts)].join(', ');
}

/** A job's location names its country often enough. */
function jobPlace({ location, country }: TableRow): string | null {
  const [where, land] = [text(location), text(country)];
  if (where === null || land === null) return where ?? land;
  return where.toLowerCase().includes(land.toLowerCase()) ? where : `${where}, ${land}`;
}

/** The first known item of a list: all of them would not leave one line. */
function first(value: CellValue | undefined): string | null {
  if (typeof value !== 'object' || value === null) return null;
  return value.map((item) => text(item)).find((item) => item !== null) ?? null;
}

function employees({ employee_count: count, employee_range: range }: TableRow): string | null {
  if (typeof count === 'number') return count > 0 ? counted(count, 'person', 'people') : null;
  const match = /^([\d,.]+)\s*(?:[-–]\s*([\d,.]+)|(\+))$/.exec(text(range) ?? '');
  if (match === null) return null;
  return match[2] === undefined ? `${match[1]}+ people` : `${match[1]}–${match[2]} people`;
}

/** A year before companies were financed so, or still to come, is left out. */
function financing({ last_financing_deal_type: type, last_financing_on: on }: TableRow, today: Date): string | null {
  const deal = text(type);
  const year = typeof on === 'string' ? Number(on.slice(0, 4)) : Number.NaN;
  const isSure = year >= FIRST_YEAR && year <= today.getUTCFullYear();
  if (deal === null) return isSure ? `financed ${year}` : null;
  return isSure ? `${deal} ${year}` : deal;
}

function counted(value: CellValue | undefined, one: string, several: string): string | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null;
  const shown = value < 10_000 ? formatCount(value) : formatShortCount(value);
  return `${shown} ${value === 1 ? one : several}`;
}

function rating(value: CellValue | undefined): string | null {
  if (typeof value !== 'number' || value < 0 || value > BEST_RATING) return null;
  return `${cellFormat.number(value)} of ${BEST_RATING}`;
}

function storeReviews({ average_review: average, total_reviews: total }: TableRow): string | null {
  const count = counted(total, 'review', 'reviews');
  const stars = total === 0 ? null : rating(average);
  if (stars === null) return count;
  return count === null ? stars : `${stars} from ${count}`;
}

function host(value: CellValue | undefined): string | null {
  const line = text(value);
  return line === null ? null : (shortAddress(line).split('/')[0] ?? null);
}

function day(value: CellValue | undefined): string | null {
  const line = text(value);
  return line !== null && /^\d{4}-\d{2}-\d{2}$/.test(line) ? cellFormat.day(line) : null;
}

/** The day on which something was posted, as its reader counts days. */
function moment(value: CellValue | undefined): string | null {
  const line = text(value);
  if (line === null || Number.isNaN(Date.parse(line))) return null;
  return formatDay(line);
}
