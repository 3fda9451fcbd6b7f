/**
 * The workspace that this tab works in. Each tab keeps its own, and a new tab begins with the one that was chosen last. A page
 * that has made a call stays in its workspace: `open-workspace.ts` loads it again for another one, so that nothing that was
 * read, cached or begun in one workspace is shown or continued in the other.
 */
import { type User, userSchema } from '@leadloom/shared/contract/accounts';
import { WORKSPACE_PARAMETER } from '@leadloom/shared/domain/workspace-names';
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';
import { onAccountChange, session } from '../session/session.ts';

export type WorkspaceOfCall = NonNullable<User['workspace']>;

const STORAGE_KEY = 'leadloom-workspace';

const storedSchema = z.object({
  account: z.string(),
  /** Absent: the personal one. */
  workspace: userSchema.shape.workspace,
});
type Choice = z.infer<typeof storedSchema>;

/** What is known in this page, of the account that is signed in. */
let known: Choice = { account: '' };
const listeners = new Set<() => void>();
/** The account in whose workspace this page has made a call. */
let usedBy: string | null = null;

onAccountChange(() => {
  known = { account: '' };
});

/** Calls the listener when more is known of the tab's workspace. Answers the unsubscriber. */
export function onTabWorkspace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is known of the tab's workspace; null: it is the personal one. */
export function tabWorkspace(): WorkspaceOfCall | null {
  const account = session.accountKey();
  if (account === null) return null;
  if (known.account !== account) {
    known = readChoice('sessionStorage', account) ?? readChoice('localStorage', account) ?? { account };
    // What another tab chooses later is no choice of this one.
    storeChoice('sessionStorage', known);
  }
  return known.workspace ?? null;
}

/** Whose the things are that this browser remembers of a workspace: the account's, in each shared workspace apart. */
export function ownerKey(): string {
  const workspace = tabWorkspace();
  return `${session.accountKey() ?? ''}${workspace === null ? '' : `/${workspace.id}`}`;
}

/** The id of the workspace for a call that is about to be made; null: the personal one. */
export function workspaceForCall(): number | null {
  usedBy = session.accountKey();
  return tabWorkspace()?.id ?? null;
}

/** Whether the account has made a call from this page. */
export function isPageUsedBy(account: string): boolean {
  return usedBy === account;
}

/**
 * Remembers what the server says of the workspace, which is shown when the page is loaded again, until the server has answered.
 * @param asked the workspace of the call, as `workspaceForCall` answers it
 */
export function noteWorkspace(asked: number | null, workspace: User['workspace']): void {
  if (asked === null || workspace === undefined || tabWorkspace()?.id !== asked) return;
  if (JSON.stringify(workspace) === JSON.stringify(known.workspace)) return;
  const { account } = known;
  if (readChoice('localStorage', account)?.workspace?.id === asked) storeChoice('localStorage', { account, workspace });
  setInPage({ account, workspace });
  storeChoice('sessionStorage', known);
}

/** Puts this page into a workspace. */
export function setInPage(choice: Choice): void {
  known = choice;
  for (const listener of listeners) listener();
}

/** The address as a link for others: it opens in this workspace, if that is shared. @param address with or without a query */
export function inThisWorkspace(address: string): string {
  const workspace = tabWorkspace();
  return workspace === null ? address : `${address}${address.includes('?') ? '&' : '?'}${WORKSPACE_PARAMETER}=${workspace.id}`;
}

/** Of this tab, and of new ones. */
type Place = 'sessionStorage' | 'localStorage';

/** null: the account chose none. */
export function readChoice(place: Place, account: string): Choice | null {
  try {
    const { data } = storedSchema.safeParse(parseJson(globalThis[place].getItem(STORAGE_KEY) ?? ''));
    return data?.account === account ? data : null;
  } catch {
    return null;
  }
}

export function storeChoice(place: Place, choice: Choice): void {
  try {
    globalThis[place].setItem(STORAGE_KEY, JSON.stringify(choice));
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}
