/** Requests to be erased, in words. */
import type { Erasure, ErasureClaim, ErasureTouches } from '@leadloom/shared/contract/erasures';
import { tableByName } from '@leadloom/shared/tables/tables';
import { formatCount } from '../../../lib/format-count.ts';

const DAY = 24 * 3600 * 1000;

const stateWords: Readonly<Record<Erasure['state'], string>> = {
  open: 'To be answered',
  running: 'Being carried out',
  done: 'Carried out',
  refused: 'Refused',
};

export function stateText({ state, waits_for_column_store: waits }: Pick<Erasure, 'state' | 'waits_for_column_store'>): string {
  return waits === true ? 'Waits for the column store' : stateWords[state];
}

/** `in 12 days`, `today`, `3 days late`. */
export function dueText({ due_at: due }: Pick<Erasure, 'due_at'>, now: Date): string {
  const days = Math.floor(Date.parse(due) / DAY) - Math.floor(now.getTime() / DAY);
  if (days === 0) return 'today';
  if (days < 0) return `${countOf(-days, 'day')} late`;
  return `in ${countOf(days, 'day')}`;
}

export function subjectText({ email, profile_url: profile, name, domain }: Erasure): string {
  const named = [name, email, profile, domain].filter((text) => text !== null);
  return named.length === 0 ? 'No longer kept' : named.join(', ');
}

/** Each place with what is taken from it; empty: nothing is kept. */
export function touchLines({ tables, profiles, entries }: ErasureTouches): readonly string[] {
  return [
    ...tables.map(({ table, deleted, blanked }) => {
      const parts = [
        ...(deleted > 0 ? [countOf(deleted, 'row')] : []),
        ...(blanked > 0 ? [`${formatCount(blanked)} made blank`] : []),
      ];
      return `${tableByName(table).title}: ${parts.join(', ')}`;
    }),
    ...(profiles > 0 ? [`Collected profiles: ${formatCount(profiles)}`] : []),
    ...(entries > 0 ? [`Collector’s lists: ${countOf(entries, 'entry', 'entries')}`] : []),
  ];
}

const claimWords: readonly (readonly [kind: string, text: string])[] = [
  ['email:', 'the email'],
  ['profile:', 'the profile'],
  ['name-domain:', 'the name and the employer’s domain'],
  ['name-employer:', 'the name and the employer'],
];

/** `the profile linkedin.com/in/maren-holt (only 1 account says so)` */
export function claimText({ key, accounts }: ErasureClaim): string {
  const [kind = '', text = ''] = claimWords.find(([start]) => key.startsWith(start)) ?? [];
  const named = key.slice(kind.length).replace('@', kind.startsWith('name-') ? ', ' : '@');
  return `${text} ${named} (only ${countOf(accounts, 'account')} ${accounts === 1 ? 'says' : 'say'} so)`.trimStart();
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
