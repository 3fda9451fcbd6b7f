/** How a mail speaks of the workspace that it is about: one that members share is named, and links lead into it. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Connection } from '../database/database.ts';
import { addressIn } from '../http/workspace-address.ts';
import type { WorkspaceId } from '../http/workspace-id.ts';
import { workspaces } from '../schema/workspaces.table.ts';

export interface MailedWorkspace {
  readonly id: WorkspaceId;
  /** null: it is the recipient's own, which needs no name. */
  readonly name: string | null;
}

export async function readMailedWorkspace(connection: Connection, id: WorkspaceId): Promise<MailedWorkspace> {
  const [shared] = await connection
    .select({ name: workspaces.name })
    .from(workspaces)
    .where(and(eq(workspaces.id, id), isNull(workspaces.personalAccountId)));
  return { id, name: shared?.name ?? null };
}

/** `your Leadloom account`, or `the workspace “Northwind”`. */
export function workspaceText({ name }: MailedWorkspace): string {
  return name === null ? 'your Leadloom account' : `the workspace “${name}”`;
}

/** @param address of the app */
export function linkInto({ id, name }: MailedWorkspace, address: string): string {
  return addressIn(address, name === null ? null : id);
}
