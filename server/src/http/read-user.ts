/** How routes read the account that a response describes. */
import type { User } from '@leadloom/shared/contract/accounts';
import type { Member } from './workspace-id.ts';

/** @param isOperator whether the console is open to the caller @throws {AppError} AUTH.ACCOUNT_NOT_FOUND */
export type ReadUser = (viewer: Member, isOperator?: boolean) => Promise<User>;
