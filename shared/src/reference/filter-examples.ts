/**
 * Questions with operators, one set for each table, and what the operators mean. The documentation and the descriptions for
 * agents show them, and a test asks each of them. Pure.
 */
import { linkedTable, linkNames } from '../tables/linked-tables.ts';
import { type TableName, tableByName } from '../tables/tables.ts';

/** Filters by parameter, as JSON has them. */
type ExampleFilters = Readonly<Record<string, string | number | boolean | readonly string[]>>;

interface FilterExamples {
  /** Parameters with operators. */
  readonly filters: ExampleFilters;
  /** The parameter `where`. */
  readonly where: string;
}

const examples: Readonly<Partial<Record<TableName, FilterExamples>>> = {
  companies: {
    filters: { country_not: ['Germany'], employee_count_from: 50, domain_has: true, 'people.any': true },
    where: 'not country in ("Germany", "France") and (employee_count between 50 and 200 or revenue > 10)',
  },
  investors: {
    filters: { country_not: ['Germany'], phone_has: true, 'last_investment.employee_count_from': 50 },
    where: 'website is not blank and not last_investment(country = "Germany")',
  },
  people: {
    filters: { with_email: true, city_has: true, 'company.country_not': ['Germany'], 'company.employee_count_from': 50 },
    where: 'email is not blank and not company(country = "France")',
  },
  reviews: {
    filters: { reviewer_country_not: ['Germany'], rating_to: 3.5, 'company.employee_count_from': 10 },
    where: 'rating < 3.5 and not reviewer_country in ("Germany", "France")',
  },
  shopify: {
    filters: { currency_not: ['USD'], total_reviews_from: 10, with_youtube_not: true },
    where: 'average_review > 3 and not (currency = "USD" or total_reviews < 10)',
  },
  jobs: {
    filters: { workplace_not: ['On-site'], salary_min_from: 50_000, 'company.employee_count_from': 10 },
    where: 'salary_max >= 60000 and not (workplace = "On-site" or company(country = "Germany"))',
  },
  'reddit-posts': {
    filters: { author_has: true, comment_count_from: 5, score_to: 10_000 },
    where: 'score > 5 and not (comment_count < 5 or title contains "giveaway")',
  },
  'tiktok-videos': {
    filters: { play_count_from: 1000, like_count_to: 1_000_000, posted_has: true },
    where: 'play_count > 1000 and (like_count >= 100 or comment_count >= 10) and not search("giveaway")',
  },
};

/** The questions of a table; without an entry, plain ones. */
export function filterExamples(table: TableName): FilterExamples {
  const [first] = tableByName(table).columns;
  return examples[table] ?? { filters: { exported: false }, where: `${first?.field ?? 'updated_at'} is not blank` };
}

/** What the operators mean, by the form of their parameter. */
export const operatorTexts: readonly (readonly [parameter: string, text: string])[] = [
  ['k', 'The value is any of these; of a checkbox, its condition holds.'],
  ['k_not', 'The value is none of these, and rows without a value stay; of a checkbox, its condition does not hold.'],
  ['k_has', 'There is a value (true), or none (false).'],
  ['k_from, k_to', 'Numbers, both ends included. Days have names of their own, such as `last_funded_after`.'],
  [
    'link.k',
    'A filter of linked rows: all that are sent for one link hold for the same linked row. `link.any` says whether there is one.',
  ],
  ['where', 'An expression for what parameters cannot say, such as alternatives. It is combined with the others by "and".'],
];

/** The grammar of `where`, with an example of the table. */
export function whereText(table: TableName): string {
  const links = linkNames(tableByName(table));
  const ofLinks = links.length === 0 ? '' : ` Linked rows: \`link(…)\`, \`link is blank\`, with ${inBackticks(links)}.`;
  return `An expression, combined with the other filters by "and": \`${filterExamples(table).where}\`. It names columns, not filters. Operators: \`=\`, \`!=\`, \`<\`, \`<=\`, \`>\`, \`>=\`, \`in (…)\`, \`between … and …\`, \`is blank\`, \`contains\`, \`starts with\`; also \`search("…")\`, \`list(id)\` and \`tag("…")\`; with \`not\`, \`and\`, \`or\` and brackets. Texts stand in double quotes, days are written \`2026-03-31\`.${ofLinks}`;
}

/** Each link with the table it leads to: "`people` to People". Empty: the table has none. */
export function linkTexts(table: TableName): readonly string[] {
  const definition = tableByName(table);
  return linkNames(definition).map((link) => `\`${link}\` to ${linkedTable(definition, link)?.title ?? link}`);
}

function inBackticks(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
