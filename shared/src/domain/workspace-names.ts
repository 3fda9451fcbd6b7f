/** How calls and links name a workspace, apart from the contract's definitions, which are only loaded where they are used. */

/** The header that names the workspace of a call; without it, a call is in the personal one. */
export const WORKSPACE_HEADER = 'X-Workspace';
/** The parameter of a link that opens in a workspace. */
export const WORKSPACE_PARAMETER = 'workspace';
export const PERSONAL_WORKSPACE_NAME = 'Personal';

/** Somebody who is no member any more, in lists of who did what. */
export const FORMER_MEMBER = 'a former member';
