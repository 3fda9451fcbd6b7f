/** The grid by keys, pointer and screen reader. Long because all cases share one grid and the same rows. */
import type { CellValue, ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formatCount } from '../../lib/format-count.ts';
import { SampleGrid, type SampleGridProps } from '../../testing/sample-grid.tsx';
import { sampleColumns, sampleRow } from '../../testing/sample-rows.ts';
import { Themed } from '../../testing/themed.tsx';

/** There are only a few rows, because queries are slow in a simulated browser. */
const someColumns = sampleColumns.slice(0, 6);

function renderGrid(props: SampleGridProps = {}) {
  render(
    <Themed>
      <SampleGrid columns={someColumns} {...props} />
    </Themed>,
  );
  return userEvent.setup();
}

const nameOf = (number: number) => String(sampleRow(number).name);
const columns: readonly ColumnDefinition[] = [
  { field: 'name', headerName: 'Name', kind: 'text' },
  { field: 'site', headerName: 'Site', kind: 'link' },
  { field: 'short', headerName: 'Short', kind: 'link' },
  { field: 'email', headerName: 'Email', kind: 'email' },
  { field: 'tags', headerName: 'Tags', kind: 'list' },
  { field: 'is_open', headerName: 'Open?', kind: 'boolean' },
  { field: 'seen_at', headerName: 'Seen at', kind: 'time' },
];
const blank = { id: 1, name: null, site: null, short: null, email: null, tags: null, is_open: null, seen_at: null };
const cell = (row: number, column: number) =>
  within(screen.getAllByRole('row')[row] ?? document.body).getAllByRole('cell')[column];

/** Addresses of links that were pressed and not prevented. */
function watchFollowed(): readonly string[] {
  const followed: string[] = [];
  const watch = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link !== null && !event.defaultPrevented) followed.push(link.href);
    event.preventDefault();
  };
  window.addEventListener('click', watch);
  onTestFinished(() => window.removeEventListener('click', watch));
  return followed;
}

describe('Cells', () => {
  const renderRow = (row: Readonly<Record<string, CellValue>>) => renderGrid({ columns, rows: [{ ...blank, ...row }], total: 1 });

  test('A web address opens in a new tab without a referrer', () => {
    renderRow({ site: 'mill.example/looms' });
    const link = screen.getByRole('link', { name: 'mill.example/looms' });
    expect(link).toHaveAttribute('href', 'https://mill.example/looms');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  test('A shortened address shows host and path, and the full address as its title', () => {
    renderRow({ short: 'https://www.mill.example/looms/?from=list' });
    const link = screen.getByRole('link', { name: 'mill.example/looms' });
    expect(link).toHaveAttribute('href', 'https://www.mill.example/looms/?from=list');
    expect(link).toHaveAttribute('title', 'https://www.mill.example/looms/?from=list');
  });

  test('An address that is not of the web is text', () => {
    renderRow({ site: 'javascript:alert(1)', short: 'data:text/html,x', email: 'a@b.example?bcc=c@d.example' });
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText('javascript:alert(1)')).toBeInTheDocument();
  });

  test('Mail opens in place', () => {
    renderRow({ email: 'ada@mill.example' });
    const link = screen.getByRole('link', { name: 'ada@mill.example' });
    expect(link).toHaveAttribute('href', 'mailto:ada@mill.example');
    expect(link).not.toHaveAttribute('target');
  });

  test('Lists are joined, booleans are words, times carry their exact form, and what is missing is blank', () => {
    renderRow({ tags: ['Textiles', 'Energy'], is_open: true, seen_at: '2024-01-01T03:30:00Z' });
    expect(cell(1, 5)).toHaveTextContent('Textiles, Energy');
    expect(cell(1, 6)).toHaveTextContent('Yes');
    expect(cell(1, 7)).toHaveAttribute('title', '2024-01-01T03:30:00Z');
    expect(cell(1, 1)).toHaveTextContent(/^$/);
    expect(screen.getByRole('checkbox', { name: 'Select row 1' })).toBeInTheDocument();
  });

  test('A truncated text is shown in full on a click and on Enter, and the focus returns to its cell', async () => {
    const description = `${'Weaves everything. '.repeat(20)}\n\nIts own looms.`;
    const person = renderRow({ name: description });
    const name = screen.getByRole('cell', { name: /^Weaves everything\..*…$/ });
    await person.click(name);
    const whole = await screen.findByRole('dialog', { name: 'Name' });
    expect(whole).toHaveTextContent('Its own looms.');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(name).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Name' })).toBeInTheDocument();
  });

  test('Pressing a link shows its full address, to be opened or copied, and the focus returns to it', async () => {
    const person = renderRow({ short: 'https://www.mill.example/looms/?from=list' });
    const followed = watchFollowed();
    const link = screen.getByRole('link', { name: 'mill.example/looms' });
    for (const press of [() => person.click(link), () => person.keyboard('{Enter}')]) {
      await press();
      const whole = await screen.findByRole('dialog', { name: 'Short' });
      expect(within(whole).getByRole('group')).toHaveTextContent('https://www.mill.example/looms/?from=list');
      const open = within(whole).getByRole('link', { name: 'Open' });
      expect(open).toHaveAttribute('href', 'https://www.mill.example/looms/?from=list');
      expect(open).toHaveAttribute('target', '_blank');
      expect(open).toHaveAttribute('rel', 'noopener noreferrer nofollow');
      await person.click(within(whole).getByRole('button', { name: 'Copy' }));
      expect(await navigator.clipboard.readText()).toBe('https://www.mill.example/looms/?from=list');
      await person.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(link).toHaveFocus();
    }
    expect(followed).toEqual([]);
  });

  test.each(['Control', 'Meta', 'Shift'])('A link is followed at once while %s is held', async (key) => {
    const person = renderRow({ site: 'mill.example/looms' });
    const followed = watchFollowed();
    await person.keyboard(`{${key}>}`);
    await person.click(screen.getByRole('link', { name: 'mill.example/looms' }));
    expect(followed).toEqual(['https://mill.example/looms']);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('A press beside the link, in its cell, does the same as one on it', async () => {
    const person = renderRow({ site: 'mill.example/looms' });
    const place = screen.getByRole('link').closest('td');
    if (place === null) throw new Error('the link is in no cell');
    await person.click(place);
    await screen.findByRole('dialog', { name: 'Site' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('link')).toHaveFocus());
  });

  test('Selecting a link’s text follows nothing and opens nothing', async () => {
    const person = renderRow({ site: 'mill.example/looms' });
    const followed = watchFollowed();
    const link = screen.getByRole('link', { name: 'mill.example/looms' });
    await person.pointer([
      { keys: '[MouseLeft>]', target: link, offset: 0 },
      { target: link, offset: 4 },
      { keys: '[/MouseLeft]' },
    ]);
    expect(document.getSelection()?.toString()).toBe('mill');
    expect(followed).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('Email addresses are shown like other links', async () => {
    const person = renderRow({ email: 'ada@mill.example' });
    const followed = watchFollowed();
    await person.click(screen.getByRole('link', { name: 'ada@mill.example' }));
    const whole = await screen.findByRole('dialog', { name: 'Email' });
    expect(within(whole).getByRole('link', { name: 'Write' })).toHaveAttribute('href', 'mailto:ada@mill.example');
    expect(followed).toEqual([]);
  });

  test('A long list is shown item by item', async () => {
    const tags = Array.from({ length: 40 }, (_, index) => `Tag ${index}`);
    const person = renderRow({ tags });
    await person.click(screen.getByRole('cell', { name: /^Tag 0, Tag 1/ }));
    const whole = await screen.findByRole('dialog', { name: 'Tags' });
    expect(within(whole).getByRole('group').textContent).toBe(tags.join('\n'));
  });

  test('A text that is not truncated opens nothing', async () => {
    const person = renderRow({ name: 'Ada' });
    await person.click(screen.getByRole('cell', { name: 'Ada' }));
    await person.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('States', () => {
  test('While rows load there are as many skeletons as a page has rows, and nothing to select', () => {
    renderGrid({ isLoading: true, rows: [], firstPerPage: 15 });
    expect(screen.getByRole('grid', { name: 'Companies' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getAllByRole('row')).toHaveLength(16);
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  test('Without rows the empty text is shown', () => {
    renderGrid({ rows: [], total: 0 });
    expect(screen.getByRole('cell', { name: 'No results found' })).toBeInTheDocument();
    expect(screen.getByText('0 of 0')).toBeInTheDocument();
  });

  test('A screen reader announces how many rows there are and which are shown', () => {
    renderGrid({ firstPage: 3 });
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1000001');
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '22');
  });
});

describe('Sorting', () => {
  test('A text header sorts ascending, then descending, then not at all, and keeps the focus', async () => {
    const onSortChange = vi.fn();
    const person = renderGrid({ onSortChange });
    const button = screen.getByRole('button', { name: 'Country' });
    const header = button.closest('th');
    expect(header).toHaveAttribute('aria-sort', 'none');
    await person.click(button);
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    await person.click(button);
    expect(header).toHaveAttribute('aria-sort', 'descending');
    await person.click(button);
    expect(header).toHaveAttribute('aria-sort', 'none');
    expect(button).toHaveFocus();
    expect(onSortChange.mock.calls.map(([sort]) => sort)).toEqual([
      { field: 'country', order: 'asc' },
      { field: 'country', order: 'desc' },
      null,
    ]);
  });

  test.each([
    ['Name', ['ascending', 'descending', 'none']],
    ['Website', ['ascending', 'descending', 'none']],
    ['Verticals', ['ascending', 'descending', 'none']],
    ['Main contact email', ['ascending', 'descending', 'none']],
    ['Employee count', ['descending', 'ascending', 'none']],
    ['Revenue (in $M)', ['descending', 'ascending', 'none']],
    ['Rating', ['descending', 'ascending', 'none']],
    ['Last financing on', ['descending', 'ascending', 'none']],
    ['Updated at', ['descending', 'ascending', 'none']],
  ])('pressing the header of %s repeatedly sorts %j', async (name, orders) => {
    const person = renderGrid({ columns: sampleColumns.filter((column) => column.headerName === name) });
    const button = screen.getByRole('button', { name });
    const seen: (string | null | undefined)[] = [];
    for (const _ of orders) {
      await person.click(button);
      seen.push(button.closest('th')?.getAttribute('aria-sort'));
    }
    expect(seen).toEqual(orders);
  });

  test('Sorting by another column starts with its first order', async () => {
    const person = renderGrid();
    await person.click(screen.getByRole('button', { name: 'Country' }));
    await person.click(screen.getByRole('button', { name: 'City' }));
    expect(screen.getByRole('button', { name: 'City' }).closest('th')).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('button', { name: 'Country' }).closest('th')).toHaveAttribute('aria-sort', 'none');
    expect(screen.getByText(/sorted by City, ascending\.$/)).toBeInTheDocument();
  });
});

describe('Selection', () => {
  const all = () => screen.getByRole('checkbox', { name: 'Select all rows of this page' });
  const select = (number: number) => screen.getByRole('checkbox', { name: `Select ${nameOf(number)}` });

  test('A selection is kept over pages, and the bar says how many rows are on other pages', async () => {
    const person = renderGrid();
    await person.click(select(2));
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    expect(all()).toBePartiallyChecked();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByRole('checkbox', { name: `Select ${nameOf(20)}` });
    expect(all()).not.toBePartiallyChecked();
    await person.click(all());
    expect(screen.getByText('11 selected').parentElement).toHaveTextContent('11 selected, 1 on other pages');
    expect(select(20)).toBeChecked();
    await person.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(select(2)).toBeChecked());
    expect(all()).toBePartiallyChecked();
  });

  test('Shift selects everything between two rows', async () => {
    const person = renderGrid();
    await person.click(select(2));
    await person.keyboard('{Shift>}');
    await person.click(select(5));
    await person.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeInTheDocument();
    expect(select(4).closest('tr')).toHaveAttribute('aria-selected', 'true');
  });

  test('Clearing the selection moves the focus to the grid', async () => {
    const person = renderGrid({ firstSelection: [2, 400] });
    await person.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText(/selected/)).not.toBeInTheDocument();
    expect(screen.getByRole('grid')).toContainElement(screen.getByRole('grid').querySelector(':focus'));
    expect(screen.getByRole('grid').querySelector(':focus')).not.toBeNull();
  });

  test('Rows can be deleted only where a table allows it', async () => {
    const person = renderGrid({ firstSelection: [2] });
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await person.click(select(3));
    expect(screen.getByText('2 selected')).toBeInTheDocument();
  });

  test('Deleting passes the selected ids of all pages', async () => {
    const onDelete = vi.fn();
    const person = renderGrid({ firstSelection: [2, 400], onDelete });
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    expect(onDelete).toHaveBeenCalledExactlyOnceWith([2, 400]);
  });
});

describe('Paging', () => {
  const button = (name: string) => screen.getByRole('button', { name });

  test('The pager goes to the next page, the last and back to the first', async () => {
    const onPageChange = vi.fn();
    const person = renderGrid({ total: 42, onPageChange });
    expect(screen.getByText('1–10 of 42')).toBeInTheDocument();
    expect(button('First page')).toHaveAttribute('aria-disabled', 'true');
    await person.click(button('Previous page'));
    expect(onPageChange).not.toHaveBeenCalled();
    await person.click(button('Next page'));
    expect(await screen.findByText(nameOf(20))).toBeInTheDocument();
    await person.click(button('Last page'));
    expect(screen.getByText('41–42 of 42')).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
    expect(button('Last page')).toHaveFocus();
    expect(button('Next page')).toHaveAttribute('aria-disabled', 'true');
    await person.click(button('First page'));
    expect(onPageChange.mock.calls).toEqual([[2], [5], [1]]);
    expect(await screen.findByText(nameOf(10))).toBeInTheDocument();
  });

  test('A page can be entered by its number; invalid text and Escape change nothing, too high a number opens the last page', async () => {
    const onPageChange = vi.fn();
    const person = renderGrid({ onPageChange });
    const field = screen.getByRole('textbox', { name: 'Page' });
    await person.type(field, '99,999{Enter}');
    expect(onPageChange).toHaveBeenLastCalledWith(99_999);
    expect(await screen.findByText(nameOf(999_981))).toBeInTheDocument();
    await person.clear(field);
    await person.type(field, 'seven{Enter}');
    expect(field).toHaveValue('99999');
    await person.clear(field);
    await person.type(field, '12{Escape}');
    expect(field).toHaveValue('99999');
    await person.clear(field);
    await person.type(field, '5000000');
    await person.tab();
    expect(onPageChange.mock.calls).toEqual([[99_999], [100_000]]);
    expect(screen.getByText(new RegExp(`^Page ${formatCount(100_000)} of ${formatCount(100_000)}, rows`))).toBeInTheDocument();
  });

  test('Other numbers of rows can be chosen', async () => {
    const onPerPageChange = vi.fn();
    const person = renderGrid({ onPerPageChange });
    await person.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '15');
    expect(onPerPageChange).toHaveBeenCalledExactlyOnceWith(15);
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(16));
    expect(await screen.findByText(nameOf(15))).toBeInTheDocument();
  });

  test('While the total is unknown, a full page has a next page, and there is no last page', () => {
    renderGrid({ total: null });
    expect(screen.getByText('1–10')).toBeInTheDocument();
    expect(button('Next page')).toHaveAttribute('aria-disabled', 'false');
    expect(button('Last page')).toHaveAttribute('aria-disabled', 'true');
  });
});
