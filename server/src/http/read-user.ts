/** How routes read the account that a response describes. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { WorkspaceId } from './workspace.ts';

/** An account, and the workspace that it looks at. */
export interface Viewer {
  readonly accountId: number;
  readonly workspaceId: WorkspaceId;
}

/** @param isOperator whether the console is open to the caller @throws {AppError} AUTH.ACCOUNT_NOT_FOUND */
export type ReadUser = (viewer: Viewer, isOperator?: boolean) => Promise<User>;
