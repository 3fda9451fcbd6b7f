/**
 * CSV files of posts, read by their headers like any file. Posts that were deleted or removed at Reddit are refused, as
 * from every other form. Texts are unescaped only where the columns are Reddit's own: our own files hold them as people
 * see them.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { wasRemoved, withoutEntities } from '../../../../sources/reddit/read-reddit-post.ts';
import { namesHeaders } from '../../mapping/read-mapping.ts';
import { isEscaped, TAKEN_AWAY_REASON } from './foreign-form.ts';

/** Takes the cells of one row, as many as there are headers. */
export type ReadCells = (
  cells: readonly string[],
  raw: string,
) => { readonly cells: readonly string[] } | { readonly problem: string };

/** Texts that programs write for a missing value. */
const NOTHING = /^(?:none|null|nan|false)?$/i;

/** Whether the columns are those of Reddit's own form: seconds, and texts that may be escaped. */
export function hasRedditForm(headers: readonly string[]): boolean {
  const names = headers.map((header) => header.toLowerCase());
  return names.includes('created_utc') && (names.includes('subreddit') || names.includes('permalink'));
}

/** @param chosen the operator's own mapping, which excludes Reddit's headers @returns null: not a file of posts */
export function redditCellsOf(definition: TableDefinition, headers: readonly string[], chosen: FileMapping): ReadCells | null {
  if (definition.name !== 'reddit-posts' || namesHeaders(chosen)) return null;
  const mapper = headerMapper(definition);
  const fields = headers.map((header) => mapper(header)?.field);
  const removal = headers.findIndex((header) => header.toLowerCase() === 'removed_by_category');
  const isReddits = hasRedditForm(headers);
  return (cells, raw) => {
    const cellsOf = (field: string) => cells.filter((_, index) => fields[index] === field);
    const remover = cells[removal]?.trim() ?? '';
    const isGone =
      !NOTHING.test(remover) ||
      cellsOf('author').some((author) => wasRemoved({ author: author.trim().replace(/^\/?u\//i, '') })) ||
      [...cellsOf('title'), ...cellsOf('text')].some((selftext) => wasRemoved({ selftext }));
    if (isGone) return { problem: TAKEN_AWAY_REASON };
    return { cells: isReddits && isEscaped(raw) ? cells.map(withoutEntities) : cells };
  };
}
