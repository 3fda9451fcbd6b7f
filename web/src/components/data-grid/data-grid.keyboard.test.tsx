import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SampleGrid, type SampleGridProps } from '../../testing/sample-grid.tsx';
import { sampleColumns, sampleRow } from '../../testing/sample-rows.ts';
import { Themed } from '../../testing/themed.tsx';

/** There are only a few rows, because queries are slow in a simulated browser. */
const someColumns = sampleColumns.slice(0, 6);

/** Each step loads something or renders the grid. */
const patiently = { timeout: 10_000 };

function renderGrid(props: SampleGridProps = {}): UserEvent {
  render(
    <Themed>
      <SampleGrid columns={someColumns} {...props} />
    </Themed>,
  );
  return userEvent.setup();
}

const nameOf = (number: number) => String(sampleRow(number).name);
const button = (name: string) => screen.getByRole('button', { name });
/** The headers that can be dragged replace the others once somebody has come to the grid. */
async function draggableName(name: string): Promise<HTMLElement> {
  button(name).focus();
  await waitFor(() => expect(button(name)).toHaveAttribute('aria-describedby'), patiently);
  return button(name);
}
const selectAll = () => screen.getByRole('checkbox', { name: 'Select all rows of this page' });
const shownFields = () =>
  [...screen.getByRole('grid').querySelectorAll<HTMLElement>('th[data-field]')].map((header) => header.dataset.field);

test('The grid is one tab stop, and remembers its focused cell', async () => {
  const person = renderGrid();
  await person.tab();
  expect(button('Columns')).toHaveFocus();
  await person.tab();
  expect(selectAll()).toHaveFocus();
  await person.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}');
  expect(screen.getByRole('cell', { name: nameOf(2) })).toHaveFocus();
  await person.tab();
  expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveFocus();
  await person.tab({ shift: true });
  expect(screen.getByRole('cell', { name: nameOf(2) })).toHaveFocus();
  expect(screen.getByRole('grid').querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('In the header the arrow keys visit each name and its options', async () => {
  const person = renderGrid();
  selectAll().focus();
  await person.keyboard('{ArrowRight}');
  expect(button('Name')).toHaveFocus();
  await person.keyboard('{ArrowRight}');
  expect(button('Options for Name')).toHaveFocus();
  await person.keyboard('{ArrowRight}');
  expect(button('Website')).toHaveFocus();
  await person.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(selectAll()).toHaveFocus();
});

test('In a row the arrow keys visit texts, links and the checkbox', async () => {
  const person = renderGrid();
  screen.getByRole('checkbox', { name: `Select ${nameOf(1)}` }).focus();
  await person.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.tagName).toBe('A');
  await person.keyboard('{ArrowUp}');
  expect(button('Website')).toHaveFocus();
});

test('Home, End, PageUp and PageDown move the focus as in a grid', async () => {
  const person = renderGrid({ firstPerPage: 15 });
  selectAll().focus();
  await person.keyboard('{PageDown}');
  expect(screen.getByRole('checkbox', { name: `Select ${nameOf(10)}` })).toHaveFocus();
  await person.keyboard('{PageDown}{ArrowRight}');
  expect(screen.getByRole('cell', { name: nameOf(15) })).toHaveFocus();
  await person.keyboard('{PageUp}');
  expect(screen.getByRole('cell', { name: nameOf(5) })).toHaveFocus();
  await person.keyboard('{Home}');
  expect(screen.getByRole('checkbox', { name: `Select ${nameOf(5)}` })).toHaveFocus();
  const lastCell = (row: number) => screen.getAllByRole('row')[row]?.querySelector('td:nth-last-of-type(2)');
  await person.keyboard('{End}');
  expect(lastCell(5)).toHaveFocus();
  await person.keyboard('{Control>}{End}{/Control}');
  expect(lastCell(15)).toHaveFocus();
  await person.keyboard('{Control>}{Home}{/Control}');
  expect(selectAll()).toHaveFocus();
});

test('Shift and Space select the row of any cell', async () => {
  const person = renderGrid();
  screen.getByRole('cell', { name: nameOf(3) }).focus();
  await person.keyboard('{Shift>} {/Shift}');
  expect(screen.getByRole('checkbox', { name: `Select ${nameOf(3)}` })).toBeChecked();
  await person.keyboard('{Shift>} {/Shift}');
  expect(screen.getByRole('checkbox', { name: `Select ${nameOf(3)}` })).not.toBeChecked();
});

test('Enter and Space sort by the column whose name has the focus', async () => {
  const person = renderGrid();
  button('Country').focus();
  await person.keyboard('{Enter}');
  expect(button('Country').closest('th')).toHaveAttribute('aria-sort', 'ascending');
  await person.keyboard(' ');
  expect(button('Country').closest('th')).toHaveAttribute('aria-sort', 'descending');
});

test('Shift and Space pick a column up, arrow keys move it, and its position is announced', async () => {
  renderGrid();
  const name = await draggableName('Country');
  name.focus();
  fireEvent.keyDown(name, { code: 'Space', key: ' ', shiftKey: true });
  expect(await screen.findByText('Country picked up at position 3 of 6.', {}, patiently)).toBeInTheDocument();
  const arrow = async (code: 'ArrowLeft' | 'ArrowRight', text: string) => {
    // The sensor listens only after the key press that started it has ended.
    await waitFor(() => {
      fireEvent.keyDown(name, { code, key: code });
      expect(screen.getByText(text)).toBeInTheDocument();
    }, patiently);
  };
  await arrow('ArrowLeft', 'Country over position 1 of 6.');
  fireEvent.keyDown(name, { code: 'Space', key: ' ' });
  await waitFor(() => expect(shownFields().slice(0, 3)).toEqual(['country', 'name', 'website']), patiently);
  expect(await screen.findByText('Country dropped at position 1 of 6.', {}, patiently)).toBeInTheDocument();
  expect(name).toHaveFocus();
  expect(name.closest('th')).toHaveAttribute('aria-sort', 'none');
});

test('Escape returns a picked-up column to its position', async () => {
  renderGrid();
  const name = await draggableName('Country');
  name.focus();
  fireEvent.keyDown(name, { code: 'Space', key: ' ', shiftKey: true });
  await screen.findByText('Country picked up at position 3 of 6.', {}, patiently);
  await waitFor(() => {
    fireEvent.keyDown(name, { code: 'Escape', key: 'Escape' });
    expect(screen.getByText('Cancelled. Country stays at position 3 of 6.')).toBeInTheDocument();
  }, patiently);
  expect(shownFields().slice(0, 3)).toEqual(['name', 'website', 'country']);
});
