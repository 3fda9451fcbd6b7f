/** Messages under the bell that are not of an alert: what happened to something else of the account. */
import type { Connection } from '../../database/database.ts';
import type { WorkspaceId } from '../../http/workspace-id.ts';
import { alertMessages } from '../../schema/alerts.table.ts';

interface Notice {
  readonly workspaceId: WorkspaceId;
  readonly title: string;
  /** A path of the app. */
  readonly link: string;
  readonly at: Date;
}

export async function addNotice(transaction: Connection, { workspaceId, title, link, at }: Notice): Promise<void> {
  await transaction.insert(alertMessages).values({ workspaceId, title, link, count: 0, rows: [], createdAt: at });
}
