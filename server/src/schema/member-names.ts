/** How members are named to each other. */
import { FORMER_MEMBER } from '@leadloom/shared/domain/workspace-names';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts } from './accounts.table.ts';
import { workspaces } from './workspaces.table.ts';

/** The email of an account; `FORMER_MEMBER` where the account is gone. */
export const memberEmail = (accountId: SQLWrapper): SQL<string> =>
  sql<string>`coalesce((select named.email from ${accounts} named where named.id = ${accountId}), ${FORMER_MEMBER}::text)`;

/** The name that an account gave, or else its email; `FORMER_MEMBER` where the account is gone. */
export const memberName = (accountId: SQLWrapper): SQL<string> =>
  sql<string>`coalesce((select coalesce(nullif(trim(named.full_name), ''), named.email) from ${accounts} named
    where named.id = ${accountId}), ${FORMER_MEMBER}::text)`;

/** Whether members share a workspace, who are told then who made what; nobody else is in a personal one. */
export const isShared = (workspaceId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${workspaces} home where home.id = ${workspaceId} and home.personal_account_id is null)`;
