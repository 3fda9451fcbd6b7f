/** Whose a view, a list or an alert is, in words, and which of them are one's own. */
import type { Visibility } from '@leadloom/shared/contract/visibility';
import { isRoleEnough } from '@leadloom/shared/contract/workspace-roles';
import type { ShownWorkspace } from './use-workspace.ts';

/** What the server says of it; nothing, where that is of an earlier version. */
export interface Owned {
  readonly visibility?: Visibility | undefined;
  /** An email, or `a former member`. */
  readonly created_by?: string | null | undefined;
}

/** `Private`, `Shared by you`, or `Shared by kim@loom.example`. @param reader the email of the account */
export function whoseText({ visibility, created_by: author }: Owned, reader: string | undefined): string {
  if (visibility !== 'workspace') return 'Private';
  return author === null || author === undefined ? 'Shared' : `Shared by ${author === reader ? 'you' : author}`;
}

/** Whether the account made it. What has no author was made by the account itself. */
export function isBy({ created_by: author }: Owned, reader: string | undefined): boolean {
  return author === null || author === undefined || author === reader;
}

/** Whether it can be shared or made private: only its author and admins take something from the others. */
export function canShare(owned: Owned, { role, isPersonal }: ShownWorkspace, reader: string | undefined): boolean {
  return !isPersonal && (owned.visibility !== 'workspace' || isBy(owned, reader) || isRoleEnough(role, 'admin'));
}

export function shareLabel(owned: Owned, { name }: ShownWorkspace, reader: string | undefined): string {
  if (owned.visibility !== 'workspace') return `Share with everybody in ${name}`;
  return `Show only to ${isBy(owned, reader) ? 'me' : 'its author'}`;
}

/** What happened, once it was shared or made private. */
export function sharedText(title: string, { visibility }: Owned, { name }: ShownWorkspace): string {
  return visibility === 'workspace' ? `“${title}” is shared with everybody in ${name}.` : `“${title}” is private now.`;
}

export function otherVisibility({ visibility }: Owned): Visibility {
  return visibility === 'workspace' ? 'private' : 'workspace';
}

interface Section<Kept> {
  /** null: there is one section, which needs no name. */
  readonly title: string | null;
  readonly entries: readonly Kept[];
}

/** What is private first; a section without entries is left out. In a personal workspace there is one section without a name. */
export function sectionsOf<Kept extends Owned>(entries: readonly Kept[], isPersonal: boolean): readonly Section<Kept>[] {
  if (isPersonal) return [{ title: null, entries }];
  const isShared = ({ visibility }: Owned) => visibility === 'workspace';
  return [
    { title: 'Mine', entries: entries.filter((entry) => !isShared(entry)) },
    { title: 'Shared', entries: entries.filter(isShared) },
  ].filter(({ entries: some }) => some.length > 0);
}
