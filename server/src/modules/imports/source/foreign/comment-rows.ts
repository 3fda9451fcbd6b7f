/** Comments in files of posts: they are no posts, and are refused as what they are. */
import { simplify } from '@leadloom/shared/tables/header-words';

/** Why a comment is refused. */
export const COMMENT_REASON = 'is a comment, not a post';

const IDS: ReadonlySet<string> = new Set(['id', 'name', 'fullname', 'commentid']);
const KINDS: ReadonlySet<string> = new Set(['kind', 'type', 'datatype', 'itemtype']);
const COMMENT_ID = /^\s*t1_[0-9a-z]+\s*$/i;
const COMMENT_KIND = /^\s*(?:t1|comment)\s*$/i;
const PARENTS: readonly string[] = ['parentid', 'linkid'];

/** @param names of columns or keys @returns a function of the row's values: whether it is a comment */
export function commentFinder(names: readonly string[]): (values: readonly unknown[]) => boolean {
  const keys = names.map(simplify);
  const marks = keys.flatMap((key, index) => {
    const form = IDS.has(key) ? COMMENT_ID : KINDS.has(key) ? COMMENT_KIND : null;
    return form === null ? [] : [{ index, form }];
  });
  return (values) => marks.some(({ index, form }) => form.test(String(values[index] ?? '')));
}

/** Whether a file holds nothing but comments: texts with a parent and without titles, or rows that are all marked as comments. */
export function holdsComments(names: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const keys = new Set(names.map(simplify));
  if (rows.length > 0 && rows.every(commentFinder(names))) return true;
  return keys.has('body') && PARENTS.some((key) => keys.has(key)) && !keys.has('title');
}

/** An object of Reddit, or of a program that stores its objects. */
export function isCommentObject(object: Readonly<Record<string, unknown>>): boolean {
  const { id, name, kind, dataType, body, title, parent_id: parent, link_id: link } = object;
  if (COMMENT_ID.test(String(id ?? '')) || COMMENT_ID.test(String(name ?? ''))) return true;
  if (COMMENT_KIND.test(String(kind ?? '')) || COMMENT_KIND.test(String(dataType ?? ''))) return true;
  return body !== undefined && title === undefined && (parent ?? link) !== undefined;
}
