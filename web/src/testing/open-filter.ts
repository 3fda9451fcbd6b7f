import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Presses a filter's chip, which opens its field; the filter is not in use yet. */
export async function openFilter(person: UserEvent, label: string): Promise<void> {
  const filters = within(screen.getByRole('region', { name: 'Filters' }));
  await person.click(filters.getByRole('button', { name: label }));
  await screen.findByRole('dialog', { name: label });
}
