/** Comments in files of posts and videos: they are neither, and are refused as what they are. */
import { simplify } from '@leadloom/shared/tables/header-words';

/** Why a comment is refused. */
export const COMMENT_REASON = 'is a comment, not a post';

/** What comments are written on: the tables that have such rows, and what to call them. */
const SUBJECTS = { 'reddit-posts': 'posts', 'tiktok-videos': 'videos' } as const;
export type CommentedTable = keyof typeof SUBJECTS;

const IDS: ReadonlySet<string> = new Set(['id', 'name', 'fullname', 'commentid']);
const KINDS: ReadonlySet<string> = new Set(['kind', 'type', 'datatype', 'itemtype']);
const COMMENT_ID = /^\s*t1_[0-9a-z]+\s*$/i;
const COMMENT_KIND = /^\s*(?:t1|comment)\s*$/i;
/** The address of a post, and below it that of the comment. */
const COMMENT_ADDRESS = /\/r\/[^/\s]+\/comments\/[0-9a-z]+\/[^/\s]*\/[0-9a-z]+\/?(?:\?\S*)?$/i;
const PARENTS: readonly string[] = ['parentid', 'linkid'];
const TEXTS: readonly string[] = ['body', 'comment', 'commentbody', 'commenttext', 'text', 'content'];
const TITLES: readonly string[] = ['title', 'posttitle', 'caption', 'description'];
const VIDEO_COMMENT_IDS: readonly string[] = ['cid', 'commentid'];
const VIDEO_IDS: readonly string[] = ['awemeid', 'videoid', 'videourl', 'videowebpageurl', 'videolink'];

/** @param names of columns or keys @returns a function of the row's values: whether it is a comment */
export function commentFinder(names: readonly string[]): (values: readonly unknown[]) => boolean {
  const keys = names.map(simplify);
  const marks = keys.flatMap((key, index) => {
    const form = IDS.has(key) ? COMMENT_ID : KINDS.has(key) ? COMMENT_KIND : null;
    return form === null ? [] : [{ index, form }];
  });
  return (values) => marks.some(({ index, form }) => form.test(String(values[index] ?? '')));
}

/**
 * The table about whose rows a file of comments is: texts with a parent and without titles, or rows that are mostly marked as
 * comments, or have addresses of comments.
 * @param rows cells in the order of the names @returns null: it is no such file
 */
export function commentsOn(names: readonly string[], rows: readonly (readonly string[])[]): CommentedTable | null {
  const keys = new Set(names.map(simplify));
  const hasOne = (of: readonly string[]) => of.some((key) => keys.has(key));
  if (holdsForHalf(rows, commentFinder(names))) return 'reddit-posts';
  if (!hasOne(TEXTS)) return null;
  if (!keys.has('title') && keys.has('body') && hasOne(PARENTS)) return 'reddit-posts';
  if (!keys.has('title') && holdsForHalf(rows, (cells) => cells.some((cell) => COMMENT_ADDRESS.test(cell))))
    return 'reddit-posts';
  return hasOne(VIDEO_COMMENT_IDS) && hasOne(VIDEO_IDS) && !hasOne(TITLES) ? 'tiktok-videos' : null;
}

/** What the rows of such a file are. */
export function commentsInWords(on: CommentedTable): string {
  return `its rows are comments, not ${SUBJECTS[on]}`;
}

/** Half of them, and at least one. */
function holdsForHalf(rows: readonly (readonly string[])[], isOne: (cells: readonly string[]) => boolean): boolean {
  return rows.length > 0 && rows.filter(isOne).length * 2 >= rows.length;
}

/** An object of Reddit, or of a program that stores its objects. */
export function isCommentObject(object: Readonly<Record<string, unknown>>): boolean {
  const { id, name, kind, dataType, body, title, parent_id: parent, link_id: link } = object;
  if (COMMENT_ID.test(String(id ?? '')) || COMMENT_ID.test(String(name ?? ''))) return true;
  if (COMMENT_KIND.test(String(kind ?? '')) || COMMENT_KIND.test(String(dataType ?? ''))) return true;
  return body !== undefined && title === undefined && (parent ?? link) !== undefined;
}
