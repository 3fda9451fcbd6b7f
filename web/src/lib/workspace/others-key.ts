/** Under it, a browser remembers the account that is a member of other workspaces than its own. */
export const OTHERS_KEY = 'leadloom-other-workspaces';
