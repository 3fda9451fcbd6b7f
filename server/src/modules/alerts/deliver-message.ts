/** Sends a message of an alert to the channel that a destination leads to. */

import { linkInto, readMailedWorkspace } from '../../mail/mailed-workspace.ts';
import type { Platform } from '../../platform.ts';
import { type Performer, Undeliverable } from '../destinations/performer.ts';
import { findMessage } from './alert-messages.repository.ts';
import { lineOf, linkOf } from './compose-message.ts';
import { describeRow } from './message-rows.ts';

export function createMessagePerformer({ database, config }: Pick<Platform, 'database' | 'config'>): Performer {
  return async ({ delivery: { task, workspaceId }, connector, signal }) => {
    if (task.kind !== 'alert' || connector.takes !== 'messages') throw new Undeliverable('This destination takes no messages.');
    const message = await findMessage(database, workspaceId, task.messageId);
    if (message === null) throw new Undeliverable('The message is not kept any more.');
    const { title, count, rows } = message;
    const url = linkInto(await readMailedWorkspace(database, workspaceId), `${config.publicUrl}${linkOf(task.messageId)}`);
    await connector.sendMessage({ title, count, rows: rows.map(describeRow).map(lineOf), url }, signal);
    return undefined;
  };
}
