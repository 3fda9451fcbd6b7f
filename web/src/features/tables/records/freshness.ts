/** How fresh a row is, and whether its company can be reached, in one line. Nothing where nobody has looked. */
import type { TableRow } from '@leadloom/shared/tables/define-table';

const DAY = 24 * 3600 * 1000;

const states: Readonly<Record<string, string>> = {
  unreachable: 'Website unreachable',
  no_mail_server: 'No mail server for the domain',
  not_checked: 'Website not checked for 90 days',
};

/** `Website checked 12 days ago · No mail server for the domain`; empty: nothing is known */
export function freshnessOf({ website_state: state, website_checked_on: checkedOn }: TableRow, today: Date): string {
  const parts = [
    typeof checkedOn === 'string' ? checkedText(checkedOn, today) : null,
    typeof state === 'string' ? (states[state] ?? null) : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function checkedText(day: string, today: Date): string | null {
  const checked = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(checked)) return null;
  const days = Math.max(0, Math.floor((today.getTime() - checked) / DAY));
  if (days === 0) return 'Website checked today';
  return days === 1 ? 'Website checked yesterday' : `Website checked ${days} days ago`;
}
