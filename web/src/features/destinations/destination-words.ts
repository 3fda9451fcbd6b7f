/** What screens say about a destination. */
import type { CrmRun } from '@leadloom/shared/contract/crm';
import { type Destination, destinationLabels } from '@leadloom/shared/contract/destinations';
import type { WebhookDelivery } from '@leadloom/shared/contract/webhooks';
import { stateLabels } from '../../components/deliveries/delivery-words.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { objectLabels } from './destination-fields.tsx';

/** `SFTP: leads@files.example.com:22, folder /in`. */
export function describeDestination(destination: Destination): string {
  const kind = destinationLabels[destination.kind];
  switch (destination.kind) {
    case 's3':
      return `${kind}: ${[destination.bucket, destination.prefix].filter(Boolean).join('/')} at ${destination.endpoint}`;
    case 'sftp':
      return `${kind}: ${destination.username}@${destination.host}:${destination.port}, folder ${destination.folder}`;
    case 'google-sheets':
      return `${kind}: sheet "${destination.sheet}" of ${destination.spreadsheet_id}`;
    case 'slack':
      return `${kind}: messages of alerts`;
    default:
      return `${kind}: ${objectLabels[destination.object].toLowerCase()}`;
  }
}

const eventLabels: Readonly<Record<string, string>> = {
  'export.finished': 'File of a scheduled export',
  'alert.fired': 'Message of an alert',
};

/** What a delivery brought; an event that is not known here by its key. */
export function eventLabel(event: string): string {
  return eventLabels[event] ?? event;
}

export function describeLastDelivery(last: WebhookDelivery | undefined): string {
  if (last === undefined) return 'Nothing was sent to it yet.';
  return `Last delivery on ${formatDayAndTime(last.created_at)}: ${stateLabels[last.state].toLowerCase()}.`;
}

const runStateLabels: Readonly<Record<CrmRun['state'], string>> = { running: 'Running', done: 'Done', failed: 'Failed' };

export function describeRunState({ state, undone_at: undoneAt }: CrmRun): string {
  return undoneAt === undefined ? runStateLabels[state] : `Undone on ${formatDayAndTime(undoneAt)}`;
}

export function describeLastRun(last: CrmRun | undefined): string {
  if (last === undefined) return 'There was no run yet.';
  const state = last.undone_at === undefined ? runStateLabels[last.state].toLowerCase() : 'undone';
  return `Last run on ${formatDayAndTime(last.at)}: ${state}, ${describeCounts(last)}.`;
}

/** `12 created, 3 updated, 1 skipped`; the failed ones where there are any, which the server counts among the skipped. */
export function describeCounts({ created, updated, skipped, failed }: CrmRun): string {
  const others = Math.max(0, skipped - failed.length);
  const counts = [`${formatCount(created)} created`, `${formatCount(updated)} updated`, `${formatCount(others)} skipped`];
  return [...counts, ...(failed.length === 0 ? [] : [`${formatCount(failed.length)} failed`])].join(', ');
}

/** Why nothing is sent to it, and what becomes of what is to be sent. */
export function describeInactive({ state, reason }: Pick<Destination, 'state' | 'reason'>): string {
  const next =
    state === 'paused'
      ? 'What is for it waits until it is confirmed.'
      : 'Nothing is sent to it until it is enabled. What failed can be sent again then.';
  return [state === 'paused' ? 'Paused.' : 'Disabled.', reason, next].filter(Boolean).join(' ');
}

/** What goes with it when it is deleted, and what stays. */
export function describeDeletion(destination: Destination): string {
  const name = destinationLabels[destination.kind];
  switch (destination.kind) {
    case 'slack':
      return 'Alerts no longer send messages to it, and its deliveries are deleted too. Messages in Slack stay.';
    case 's3':
    case 'sftp':
    case 'google-sheets':
      return 'Scheduled exports no longer send files to it, and its deliveries are deleted too. What was sent stays where it is.';
    default:
      return `Its mapping and its runs are deleted too, so they cannot be undone any more. What was written stays in ${name}.`;
  }
}
