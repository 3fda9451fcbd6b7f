/** The ways into another workspace, which are loaded when somebody takes one. */
import { leaveFor } from '../leave-for.ts';
import { APP_BASE, paths } from '../paths.ts';
import { session } from '../session/session.ts';
import { isPageUsedBy, readChoice, setInPage, storeChoice, tabWorkspace } from './tab-workspace.ts';
import { keepWorkspaceNotice } from './workspace-notice.ts';

/**
 * Loads the page again in another workspace. Until it is gone, this page stays what it is.
 * @param id null: the personal one @param path within the app
 */
export function openWorkspace(id: number | null, path: string): void {
  const account = session.accountKey();
  if (account === null) return;
  // What this page is in is settled before the choice is stored.
  tabWorkspace();
  choose(account, ownAsNull(account, id));
  leaveFor(`${APP_BASE}${path}`);
}

/** Like `openWorkspace`, and says something once the page is loaded again. */
export function openWorkspaceWith(notice: string, id: number | null, path: string): void {
  keepWorkspaceNotice(notice);
  openWorkspace(id, path);
}

/**
 * Takes the workspace of an address that was opened.
 * @returns false: the page is loaded again, because it has worked in another workspace
 */
export function enterWorkspace(id: number, path: string): boolean {
  const account = session.accountKey();
  if (account === null || (tabWorkspace()?.id ?? null) === ownAsNull(account, id)) return true;
  if (isPageUsedBy(account)) {
    openWorkspace(id, path);
    return false;
  }
  setInPage(choose(account, ownAsNull(account, id)));
  return true;
}

/** The workspaces that refused the account in this page; several calls may learn it at once. */
const refused = new Set<string>();

/** The account is no member of the tab's workspace, or not any more: the page is loaded again in the personal one, and says so. */
export function leaveRefusedWorkspace(id: number, reason: string): void {
  const refusal = `${session.accountKey()} ${id}`;
  if (refused.has(refusal) || tabWorkspace()?.id !== id) return;
  refused.add(refusal);
  openWorkspaceWith(`${reason} This is your personal workspace.`, null, paths.dashboard);
}

/** A page that the browser kept and shows again after a switch may be of another workspace than its tab. */
window.addEventListener('pageshow', ({ persisted }) => {
  const chosen = readChoice('sessionStorage', session.accountKey() ?? '');
  if (persisted && chosen !== null && chosen.workspace?.id !== tabWorkspace()?.id) window.location.reload();
});

/** Leaves no name of a workspace in a browser in which the account signed out. Signing in again leads to the same one. */
export function forgetWorkspaceName(account: string): void {
  const id = readChoice('sessionStorage', account)?.workspace?.id;
  if (id !== undefined) choose(account, id);
}

/** Chooses the workspace of the next page of this tab, and of new tabs. */
function choose(account: string, id: number | null) {
  // As long as nothing is known of what the account is there, nothing is offered that might be refused.
  const choice =
    id === null ? { account } : { account, workspace: { id, name: '', role: 'viewer' as const, rights: [], is_personal: false } };
  storeChoice('sessionStorage', choice);
  storeChoice('localStorage', choice);
  return choice;
}

/** The personal workspace has the id of its account. */
function ownAsNull(account: string, id: number | null): number | null {
  return String(id) === account ? null : id;
}
