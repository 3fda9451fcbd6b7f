/** A changed field in the words of messages, mails and chats: `Employees: 40 → 55`. */
import type { FieldChange, MessageValue } from '../contract/alert-messages.ts';
import { columnTitle } from './column-titles.ts';

export function fieldChangeText({ field, from, to }: FieldChange): string {
  const title = columnTitle(field);
  return from === undefined || to === undefined ? title : `${title}: ${valueText(from)} → ${valueText(to)}`;
}

function valueText(value: MessageValue): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
