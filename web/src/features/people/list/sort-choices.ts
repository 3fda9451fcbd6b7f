/** The sort orders in words: for screens without a table header, and for orders without a column. */
import type { PeopleSort, SortField } from './people-address.ts';

const words: Readonly<Record<SortField, Readonly<Record<PeopleSort['order'], string>>>> = {
  collected_at: { desc: 'Collected, newest first', asc: 'Collected, oldest first' },
  updated_at: { desc: 'Updated, newest first', asc: 'Updated, oldest first' },
  full_name: { asc: 'Name, A to Z', desc: 'Name, Z to A' },
  company_name: { asc: 'Company, A to Z', desc: 'Company, Z to A' },
  follower_count: { desc: 'Most followers', asc: 'Fewest followers' },
};

/** What the order is of, for where its words have no room. */
export const sortNames: Readonly<Record<SortField, string>> = {
  collected_at: 'Collected',
  updated_at: 'Updated',
  full_name: 'Name',
  company_name: 'Company',
  follower_count: 'Followers',
};

interface SortChoice extends PeopleSort {
  readonly value: string;
  readonly label: string;
}

const fields = ['collected_at', 'updated_at', 'full_name', 'company_name', 'follower_count'] as const;
const orders = ['desc', 'asc'] as const;

export const sortChoices: readonly SortChoice[] = fields.flatMap((field) =>
  orders.map((order) => ({ field, order, value: `${field} ${order}`, label: words[field][order] })),
);

/** A press on a column sorts texts from A and dates from the newest; the next press reverses the order. */
export function pressColumn(current: PeopleSort, field: SortField): PeopleSort {
  if (current.field === field) return { field, order: current.order === 'asc' ? 'desc' : 'asc' };
  return { field, order: field === 'full_name' || field === 'company_name' ? 'asc' : 'desc' };
}
