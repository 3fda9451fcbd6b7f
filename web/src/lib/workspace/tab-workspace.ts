/**
 * The workspace that this tab works in. Each tab keeps its own, and a new tab begins with the one that was chosen last. A page
 * that has made a call stays in its workspace: another one is another load of the page, so that nothing that was read, cached
 * or begun in one workspace is shown or continued in the other.
 */
import type { User } from '@leadloom/shared/contract/accounts';
import { workspaceRights, workspaceRoles } from '@leadloom/shared/contract/workspace-access';
import * as z from 'zod/mini';
import { parseJson } from '../api-client/api-error.ts';
import { leaveFor } from '../leave-for.ts';
import { APP_BASE, paths } from '../paths.ts';
import { onAccountChange, session } from '../session/session.ts';

export type WorkspaceOfCall = NonNullable<User['workspace']>;

const STORAGE_KEY = 'leadloom-workspace';
const NOTICE_KEY = 'leadloom-workspace-notice';

const storedSchema = z.object({
  account: z.string(),
  /** null: the personal one. */
  workspace: z.nullable(
    z.object({
      id: z.int().check(z.positive()),
      name: z.string(),
      role: z.enum(workspaceRoles),
      rights: z.array(z.enum(workspaceRights)),
      is_personal: z.boolean(),
    }),
  ),
});
type Choice = z.infer<typeof storedSchema>;

/** What is known in this page, of the account that is signed in. */
let known: Choice = { account: '', workspace: null };
const listeners = new Set<() => void>();

onAccountChange(() => {
  known = { account: '', workspace: null };
  refused = null;
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
    known = readChoice('sessionStorage', account) ?? readChoice('localStorage', account) ?? { account, workspace: null };
    // What another tab chooses later is no choice of this one.
    store('sessionStorage', known);
  }
  return known.workspace;
}

/** The account in whose workspace this page has made a call. */
let usedBy: string | null = null;

/** The id of the workspace for a call that is about to be made; null: the personal one. */
export function workspaceForCall(): number | null {
  usedBy = session.accountKey();
  return tabWorkspace()?.id ?? null;
}

/**
 * Remembers what the server says of the workspace, which is shown when the page is loaded again, until the server has answered.
 * @param asked the workspace of the call, as `workspaceForCall` answers it
 */
export function noteWorkspace(asked: number | null, workspace: User['workspace']): void {
  if (asked === null || workspace === undefined || tabWorkspace()?.id !== asked) return;
  if (JSON.stringify(workspace) === JSON.stringify(known.workspace)) return;
  const { account } = known;
  known = { account, workspace };
  store('sessionStorage', known);
  if (readChoice('localStorage', account)?.workspace?.id === asked) store('localStorage', known);
  for (const listener of listeners) listener();
}

/**
 * Loads the page again in another workspace. Until it is gone, this page stays what it is.
 * @param id null: the personal one @param path within the app
 */
export function openWorkspace(id: number | null, path: string): void {
  const account = session.accountKey();
  if (account === null) return;
  // What this page is in is settled before the choice is stored.
  tabWorkspace();
  choose(account, id);
  leaveFor(`${APP_BASE}${path}`);
}

/** Like `openWorkspace`, and says something once the page is loaded again. */
export function openWorkspaceWith(notice: string, id: number | null, path: string): void {
  try {
    sessionStorage.setItem(NOTICE_KEY, notice);
  } catch {
    // Without storage the workspace's name in the bar tells it.
  }
  openWorkspace(id, path);
}

/**
 * Takes the workspace of an address that was opened.
 * @returns false: the page is loaded again, because it has worked in another workspace
 */
export function enterWorkspace(id: number | null, path: string): boolean {
  const account = session.accountKey();
  if (account === null || (tabWorkspace()?.id ?? null) === ownAsNull(account, id)) return true;
  if (usedBy === account) {
    openWorkspace(id, path);
    return false;
  }
  known = choose(account, id);
  for (const listener of listeners) listener();
  return true;
}

/** The workspace that refused the account; several calls may learn it at once. */
let refused: number | null = null;

/** The account is no member of the tab's workspace, or not any more: the page is loaded again in the personal one, and says so. */
export function leaveRefusedWorkspace(id: number, reason: string): void {
  if (refused === id || tabWorkspace()?.id !== id) return;
  refused = id;
  openWorkspaceWith(`${reason} This is your personal workspace.`, null, paths.dashboard);
}

/** A page that the browser kept and shows again after a switch is of another workspace than its tab. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && readChoice('sessionStorage', known.account)?.workspace?.id !== known.workspace?.id) window.location.reload();
});

/** What was to be said once the page is loaded again; null: nothing. It is said once. */
export function takeWorkspaceNotice(): string | null {
  try {
    const text = sessionStorage.getItem(NOTICE_KEY);
    sessionStorage.removeItem(NOTICE_KEY);
    return text;
  } catch {
    return null;
  }
}

/** Leaves no name of a workspace in a browser in which the account signed out. Signing in again leads to the same one. */
export function forgetWorkspaceName(account: string): void {
  for (const place of ['sessionStorage', 'localStorage'] as const) {
    const stored = readChoice(place, account);
    if (stored !== null) store(place, { account, workspace: stored.workspace === null ? null : unknown(stored.workspace.id) });
  }
}

function choose(account: string, chosen: number | null): Choice {
  const id = ownAsNull(account, chosen);
  const choice = { account, workspace: id === null ? null : unknown(id) };
  store('sessionStorage', choice);
  store('localStorage', choice);
  return choice;
}

/** As long as nothing is known of what the account is there, nothing is offered that might be refused. */
function unknown(id: number): WorkspaceOfCall {
  return { id, name: '', role: 'viewer', rights: [], is_personal: false };
}

/** The personal workspace has the id of its account. */
function ownAsNull(account: string, id: number | null): number | null {
  return String(id) === account ? null : id;
}

type Place = 'sessionStorage' | 'localStorage';

function readChoice(place: Place, account: string): Choice | null {
  try {
    const { data } = storedSchema.safeParse(parseJson(globalThis[place].getItem(STORAGE_KEY) ?? ''));
    return data?.account === account ? data : null;
  } catch {
    return null;
  }
}

function store(place: Place, choice: Choice): void {
  try {
    globalThis[place].setItem(STORAGE_KEY, JSON.stringify(choice));
  } catch {
    // Storage that is full or forbidden: the choice holds for this page.
  }
}
