import { listRowLists, type RowList } from '@leadloom/shared/contract/my-rows';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../testing/api.ts';
import { signInForTest } from '../../testing/render-app.tsx';
import { apiServer } from '../../testing/server.ts';
import { signInToWorkspace } from '../../testing/shared-workspace.ts';
import { Themed } from '../../testing/themed.tsx';
import { ListFilterField } from './list-filter-field.tsx';

const aList = (id: number, name: string, visibility: 'private' | 'workspace'): RowList => ({
  id,
  name,
  table: 'companies',
  count: 1,
  note: '',
  updated_at: '2026-03-31T09:00:00.000Z',
  visibility,
});

describe('the filter by a list', () => {
  beforeEach(() =>
    apiServer.use(
      answer(listRowLists, () => ({
        data: [aList(4, 'Autumn mills', 'workspace'), aList(5, 'Before the fair', 'private'), aList(6, 'Calls', 'workspace')],
        total: 3,
      })),
    ),
  );

  async function openList() {
    const onChange = vi.fn();
    const person = userEvent.setup();
    render(
      <Themed>
        <QueryClientProvider client={new QueryClient()}>
          <ListFilterField table="companies" list="" onChange={onChange} />
        </QueryClientProvider>
      </Themed>,
    );
    const field = screen.getByRole('combobox', { name: 'List' });
    await person.click(field);
    await screen.findByRole('option', { name: 'Calls' });
    return { person, field, onChange };
  }

  const namesIn = (title: string) =>
    within(screen.getByText(title).closest('li') ?? document.body)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  const names = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

  it('has one’s own lists before those that are shared, also while a name is typed', async () => {
    signInToWorkspace();
    const { person, field, onChange } = await openList();
    expect(namesIn('Mine')).toEqual(['Before the fair']);
    expect(namesIn('Shared')).toEqual(['Autumn mills', 'Calls']);
    // The best match comes first, with its section.
    await person.type(field, 'a');
    await waitFor(() => expect(names()).toEqual(['Autumn mills', 'Calls', 'Before the fair']));
    expect(screen.getAllByText('Shared')).toHaveLength(1);
    await person.click(screen.getByRole('option', { name: 'Before the fair' }));
    expect(onChange).toHaveBeenCalledWith('5');
  });

  it('has no sections in a personal workspace', async () => {
    signInForTest('997');
    await openList();
    expect(names()).toEqual(['Autumn mills', 'Before the fair', 'Calls']);
    expect(screen.queryByText('Mine')).toBeNull();
  });
});
