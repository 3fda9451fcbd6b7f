/**
 * What the parameters of open endpoints mean, where their rows do not say it themselves: rows of tables are loaded with
 * every screen, these sentences only with the documentation. A test asks for one for every parameter.
 */
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../contract/tables.ts';
import type { TableDefinition } from '../tables/define-table.ts';
import type { JsonSchema } from './json-schema.ts';

export interface ParameterText {
  readonly text: string;
  /** Where what the row tells is no more than that it is written in digits. */
  readonly schema?: JsonSchema;
}

/** By the row's name and the parameter's, or by the parameter's alone. */
export const parameterTexts: Readonly<Record<string, ParameterText>> = {
  page: {
    text: 'The page, counted from 1. Beyond 10,000 rows use `cursor`.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  per_page: {
    text: 'Rows of one page. More than the most there can be is refused, never cut.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE },
  },
  cursor: { text: 'Where to go on: `next_cursor` of the page before, or empty to begin a walk. Not together with `page`.' },
  fields: { text: 'The columns to answer; all where absent. The id always comes.' },
  updated_after: { text: 'Only rows that were changed, or came here, after this moment, such as `2026-03-31T12:00:00Z`.' },
  include_total: { text: 'Whether `total` is counted; true where absent. A walk is quicker without.' },
  columns: { text: 'The columns of the file, in this order; all where absent.' },
  limit: { text: 'The first rows only.', schema: { type: 'integer', minimum: 1, maximum: 1_000_000_000 } },
  filter: { text: 'The name of a filter that takes text.' },
  id: { text: 'The id of the row.', schema: { type: 'integer', minimum: 1 } },
  'listDeletedRows.cursor': {
    text: 'The `cursor` or `next_cursor` of an earlier answer to the same question; the beginning where absent.',
  },
  'listDeletedRows.per_page': {
    text: 'Deletions of one answer.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: MAX_PAGE_SIZE },
  },
  since: { text: 'Only what was removed at this moment or later, 180 days back at most, such as `2026-03-31T12:00:00Z`.' },
  table: { text: 'Only rows of this table.' },
  q: { text: 'What the values begin with.' },
  ids: { text: 'Values to answer as they are, with their labels.' },
  include_hidden: { text: 'Whether hidden trends are answered as well; false where absent.' },
  trend_id: { text: 'Videos of this trend alone; of all that are not hidden where absent.' },
  user_id: { text: 'Our id of the profile, or LinkedIn’s.' },
  query: { text: 'Words, each of which begins a word of name, headline, company, place or email.' },
  country: { text: 'The country, as a profile has it.' },
  company: { text: 'Words, each of which begins a word of the company’s name.' },
  tags: { text: 'Tags a profile has, all of them, separated by commas.' },
  with_email: { text: 'Only profiles with an email address (true), or without (false).' },
  incomplete: { text: 'Only profiles a section of which is not complete (true), or all others (false).' },
  collected_after: { text: 'Collected on this day or later, in UTC.' },
  collected_before: { text: 'Collected on this day or earlier, in UTC.' },
  'listProfiles.sort': {
    text: 'What orders the profiles: `collected_at` where absent, on a walk by cursor `id`, the order in which they came.',
  },
  'listProfiles.order': { text: 'Rising or falling; falling where absent, by `id` rising.' },
};

/** The order of a table's rows, whose defaults are the table's. */
export function orderText(definition: TableDefinition, name: string): ParameterText | null {
  if (name === 'sort')
    return {
      text: `The column that orders the rows; \`${definition.defaultSort}\` where absent. \`id\` is the order in which they came. Blank cells come last.`,
    };
  if (name === 'order')
    return { text: `Rising or falling; falling where absent for \`${definition.defaultSort}\`, rising for any other column.` };
  return null;
}
