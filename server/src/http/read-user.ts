/** How routes read the account that a response describes. */
import type { User } from '@leadloom/shared/contract/accounts';

/** @param isOperator whether the console is open to the caller @throws {AppError} AUTH.ACCOUNT_NOT_FOUND */
export type ReadUser = (accountId: number, isOperator?: boolean) => Promise<User>;
