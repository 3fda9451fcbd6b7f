/**
 * Completes rows of posts that are read by the names of their columns: an address under any other name than the column's
 * own, such as `url`, is the permalink only if it is the post's; otherwise the permalink is made of the post's id. The
 * subreddit is read out of the permalink where no cell has it.
 */

import { quoted } from '@leadloom/shared/domain/cell-problem';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { headerMapper } from '@leadloom/shared/tables/header-mapper';
import { simplify } from '@leadloom/shared/tables/header-words';
import type { FileMapping } from '@leadloom/shared/tables/mapped-column';
import { COMMENT_REASON, commentFinder } from './comment-rows.ts';
import { mayBePostId, postAddress, readPostAddress } from './reddit-address.ts';

/** Names of the post's id, the best first. Those of the last two are ids only with `t3_` before them. */
const IDS: readonly string[] = ['id', 'postid', 'submissionid', 'threadid', 'redditid', 'fullname', 'name'];
const FULL_NAMES: readonly string[] = ['fullname', 'name'];
const FULL_NAME = /^\s*t3_/i;

interface Places {
  /** Cells in which the address may stand, the likeliest first. */
  readonly addresses: readonly number[];
  readonly isComment: (values: readonly unknown[]) => boolean;
  /** The cell of the column's own name, which our own files use for addresses of any site. */
  readonly own: number | undefined;
  readonly ids: readonly { readonly index: number; readonly isFullName: boolean }[];
}

interface Row {
  /** Names in the file, and the values under them. */
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

export interface PostCells {
  /** The columns that can be filled although no name of the file means them. @param rows the first ones */
  fills(names: readonly string[], rows: readonly (readonly unknown[])[]): readonly string[];
  /** @param fields in the order of the cells, which are changed @returns why the row names no post; null: it may */
  complete(row: Row, fields: readonly string[], cells: unknown[]): string | null;
}

/**
 * @param isRedditForm whether the file is in Reddit's own form, so that its ids are Reddit's
 * @returns null: not a table of posts, or the operator says what the permalink is
 */
export function postCellsOf(definition: TableDefinition, chosen: FileMapping, isRedditForm: boolean): PostCells | null {
  const settled = new Set([...Object.values(chosen.headers), ...Object.keys(chosen.joins), ...Object.keys(chosen.constants)]);
  if (definition.name !== 'reddit-posts' || settled.has('permalink')) return null;
  const mapper = headerMapper(definition);
  let known: { readonly names: readonly string[]; readonly places: Places } | null = null;
  let hasRedditIds = isRedditForm;

  function placesOf(names: readonly string[]): Places {
    if (known !== null && known.names.length === names.length && names.every((name, index) => known?.names[index] === name))
      return known.places;
    const free = names.map((name) => (Object.hasOwn(chosen.headers, name) ? '' : name));
    const addresses = free
      .flatMap((name, index) => {
        const found = mapper(name);
        return found?.field === 'permalink' ? [{ index, rank: found.rank }] : [];
      })
      .sort((one, other) => one.rank - other.rank);
    const simple = free.map(simplify);
    const places = {
      isComment: commentFinder(names),
      addresses: addresses.map(({ index }) => index),
      own: addresses.find(({ rank }) => rank <= 1)?.index,
      ids: IDS.map((name) => ({ index: simple.indexOf(name), isFullName: FULL_NAMES.includes(name) })).filter(
        ({ index }) => index >= 0,
      ),
    };
    known = { names, places };
    return places;
  }

  function idOf({ ids }: Places, values: readonly unknown[]): unknown {
    const written = ids.flatMap(({ index, isFullName }) => {
      const value = values[index];
      return isFullName && !FULL_NAME.test(String(value)) ? [] : [value];
    });
    return written.find((value) => FULL_NAME.test(String(value))) ?? written.find(isFilled);
  }

  return {
    fills: (names, rows) => {
      const places = placesOf(names);
      const { addresses } = places;
      const hasIds = rows.some((values) => mayBePostId(idOf(places, values), hasRedditIds));
      return ['permalink', 'subreddit_name'].filter((field) => !settled.has(field) && (addresses.length > 0 || hasIds));
    },
    complete: ({ names, values }, fields, cells) => {
      const places = placesOf(names);
      if (places.isComment(values)) return COMMENT_REASON;
      const { own } = places;
      const addresses = places.addresses.map((index) => values[index]);
      const id = idOf(places, values);
      const [permalinkAt, subredditAt] = [fields.indexOf('permalink'), fields.indexOf('subreddit_name')];
      const found = postAddress({ addresses, id, hasRedditIds, subreddit: cells[subredditAt] });
      hasRedditIds ||= found?.isById === true;
      const isOwn = own !== undefined && isFilled(values[own]);
      const ofOwn = isOwn ? readPostAddress(values[own]) : null;
      const other = addresses.find(isFilled);
      if (!isOwn && found === null && other !== undefined)
        return `permalink: ${quoted(String(other))} is not the address of a post, and there is no id to make it of`;
      const address = ofOwn ?? found;
      if (address === null) return null;
      if (ofOwn === null && permalinkAt >= 0) cells[permalinkAt] = address.address;
      if (subredditAt >= 0 && !isFilled(cells[subredditAt])) cells[subredditAt] = address.subreddit ?? '';
      return null;
    },
  };
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}
