/** The names of roles and rights in a workspace, which every first visit loads. What they allow is in `workspace-access.ts`. */

/** Highest first. */
export const workspaceRoles = ['owner', 'admin', 'member', 'viewer'] as const;

/**
 * What admins give to members and take from them.
 * - `export`: every export.
 * - `collect`: storing, queueing and searching people to collect, tracking names, running analyses.
 * - `connect`: webhooks, destinations, keys and scheduled exports.
 * - `invite`: invitations.
 */
export const workspaceRights = ['export', 'collect', 'connect', 'invite'] as const;
