import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { Themed } from '../../testing/themed.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { ChoiceField } from './choice-field.tsx';
import { FilterLine } from './filter-line.tsx';
import { SearchField } from './search-field.tsx';

/** Chips that do not fit into the line. */
const overflow = vi.hoisted(() => ({ count: 0 }));
vi.mock('../use-overflow-count.ts', () => ({ useOverflowCount: () => overflow.count }));
afterEach(() => {
  overflow.count = 0;
});

const countries = ['France', 'Germany', 'Norway'].map((value) => ({ value }));

interface ScreenProps {
  readonly line: ReturnType<typeof lineOf>;
  readonly onExport: () => void;
}

/** A line whose fields are on their way until `arrive` is called. */
function lineOf() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const Choice = lazyPart(async () => {
    await promise;
    return ChoiceField;
  });
  const Search = lazyPart(async () => {
    await promise;
    return SearchField;
  });
  return { Choice, Search, parts: [Choice, Search], arrive: resolve };
}

function Screen({ line: { Choice, Search, parts }, onExport }: ScreenProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  useShortcuts([
    [{ key: 'e' }, onExport],
    [{ key: '/' }, onExport],
  ]);
  const filters = [
    {
      key: 'search',
      label: 'Search',
      value: text || null,
      isTyped: true,
      onClear: () => setText(''),
      field: <Search label="Search" value={text} onChange={setText} />,
    },
    {
      key: 'country',
      label: 'Country',
      value: chosen.join(', ') || null,
      isTyped: true,
      onClear: () => setChosen([]),
      field: <Choice label="Country" options={countries} values={chosen} onChange={setChosen} />,
    },
    { key: 'flag', label: 'With email', value: null, onClear: () => undefined, field: <input type="checkbox" /> },
  ];
  return <FilterLine filters={filters} parts={parts} onClear={() => undefined} />;
}

function renderLine() {
  const line = lineOf();
  const onExport = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Themed>
        <Screen line={line} onExport={onExport} />
      </Themed>
    </QueryClientProvider>,
  );
  return { person: userEvent.setup(), onExport, arrive: line.arrive };
}

it('what is typed before the code of a field is there is kept for it, and no key of the screen is pressed', async () => {
  const { person, onExport, arrive } = renderLine();
  await person.click(screen.getByRole('button', { name: 'Country' }));
  await person.keyboard('ge/');
  expect(onExport).not.toHaveBeenCalled();
  await person.keyboard('{Backspace}');
  arrive();
  const field = await screen.findByRole('combobox', { name: 'Country' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('ge');
  await person.keyboard('r{Enter}');
  expect(screen.getByRole('button', { name: 'Country: Germany', hidden: true })).toBeInTheDocument();
  expect(onExport).not.toHaveBeenCalled();
});

it('Enter before the code of a field is there takes the first match once it is, and what follows is typed into the field', async () => {
  const { person, onExport, arrive } = renderLine();
  await person.click(screen.getByRole('button', { name: 'Country' }));
  await person.keyboard('ge{Enter}fra{Enter}no');
  arrive();
  expect(await screen.findByRole('button', { name: 'Country: Germany, France', hidden: true })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('no'));
  expect(onExport).not.toHaveBeenCalled();
});

it('a search goes on with what was typed before its field was there', async () => {
  const { person, onExport, arrive } = renderLine();
  await person.click(screen.getByRole('button', { name: 'Search' }));
  await person.keyboard('tree');
  arrive();
  expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('tree');
  await person.keyboard('s{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Search: trees' })).toHaveFocus());
  expect(onExport).not.toHaveBeenCalled();
});

it('a field that takes no text takes the keys as well, and Escape or a press beside it closes it before it is there', async () => {
  const { person, onExport } = renderLine();
  const chip = screen.getByRole('button', { name: 'With email' });
  await person.click(chip);
  expect(screen.getByRole('dialog', { name: 'With email' })).toHaveFocus();
  await person.keyboard('e/');
  expect(onExport).not.toHaveBeenCalled();
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(chip).toHaveFocus();
  await person.click(chip);
  await person.click(document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.keyboard('e');
  expect(onExport).toHaveBeenCalledOnce();
});

it('a wide field has a button among "More filters", and opens with its first field focused', async () => {
  overflow.count = 1;
  const person = userEvent.setup();
  const wide = {
    key: 'where',
    label: 'Advanced',
    value: null,
    isWide: true,
    onClear: () => undefined,
    field: <input type="text" aria-label="Column" />,
  };
  const narrow = { key: 'name', label: 'Name', value: null, onClear: () => undefined, field: <input type="text" /> };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Themed>
        <FilterLine filters={[narrow, wide]} parts={noParts} onClear={() => undefined} />
      </Themed>
    </QueryClientProvider>,
  );
  await person.click(screen.getByRole('button', { name: 'More filters 1' }));
  const more = await screen.findByRole('dialog', { name: 'More filters' });
  expect(within(more).queryByRole('textbox', { name: 'Column' })).toBeNull();
  await person.click(within(more).getByRole('button', { name: 'Advanced' }));
  const field = within(await screen.findByRole('dialog', { name: 'Advanced' })).getByRole('textbox', { name: 'Column' });
  await waitFor(() => expect(field).toHaveFocus());
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'More filters 1' })).toHaveFocus());
});

const noParts: readonly never[] = [];
