/** The ids of workspaces, and of members in them. */

/**
 * The id of a workspace. Accounts and workspaces take their ids from one sequence, so no workspace has the id of somebody
 * else's account. The type tells one from the other where both are numbers.
 */
export type WorkspaceId = number & { readonly [workspaceBrand]: true };
declare const workspaceBrand: unique symbol;

/** The workspace that everybody has from registration on. It has the id of its account. */
export function personalWorkspaceOf(accountId: number): WorkspaceId {
  return accountId as WorkspaceId;
}

/** Somebody in a workspace. Of what is private there, they see what they made. */
export interface Member {
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
}

/** Without what else is known of somebody. */
export function memberOf({ accountId, workspaceId }: Member): Member {
  return { accountId, workspaceId };
}
