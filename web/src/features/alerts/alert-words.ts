/** What the screen calls the parts of an alert. */

import type { AlertChange } from '@leadloom/shared/contract/alert-messages';
import type { Alert, AlertChannel } from '@leadloom/shared/contract/alerts';
import { columnTitle } from '@leadloom/shared/tables/column-titles';
import { formatNextTime } from '../../lib/format-date.ts';
import { once } from '../../lib/once.ts';

export const changeWords: Readonly<Record<AlertChange, string>> = { added: 'New', changed: 'Changed', removed: 'Removed' };

const channelWords: Readonly<Record<AlertChannel, string>> = {
  app: 'in the app',
  mail: 'by email',
  webhook: 'by webhook',
  slack: 'in Slack',
};
const listed = once(() => new Intl.ListFormat('en-GB'));
const eitherOf = once(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }));

export const frequencyOptions = [
  { value: 'instant', label: 'At once' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly, on Mondays' },
] as const;

/** What an alert watches, in a sentence. The name of the alert tells which view or list it is. */
export function describeWatch({ watch }: Pick<Alert, 'watch'>): string {
  switch (watch.kind) {
    case 'view':
      return 'a saved view';
    case 'list':
      return 'a list';
    case 'people':
      return 'collected people';
    case 'trends':
      return 'TikTok trends';
    default:
      return watch.network === 'reddit' ? `r/${watch.name}` : `@${watch.name} on TikTok`;
  }
}

/** `Daily at 08:00 (Europe/Oslo), by email`. */
export function describeTimes({ every, at, zone, by, state, next_at: next }: Alert): string {
  if (state === 'ended') return 'Ended: what it watched was deleted';
  const frequency = every === 'instant' ? 'At once' : `${every === 'daily' ? 'Daily' : 'Weekly'} at ${at} (${zone})`;
  const ways = listed().format(by.map((channel) => channelWords[channel]));
  return `${frequency}, ${ways}${next === null ? '' : `; next on ${formatNextTime(next, zone)}`}`;
}

/** `added or changed`. */
export function describeChanges({ on, fields }: Alert): string {
  return eitherOf().format(
    on.map((change) => (change === 'changed' && fields !== null ? `changed (${fields.map(columnTitle).join(', ')})` : change)),
  );
}
