import type { ColumnLayout } from '@leadloom/shared/contract/table-views';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { SampleGrid, type SampleGridProps } from '../../testing/sample-grid.tsx';
import { sampleColumns } from '../../testing/sample-rows.ts';
import { Themed } from '../../testing/themed.tsx';
import { gridClasses } from './grid-classes.ts';

/** There are only a few rows, because queries are slow in a simulated browser. */
const someColumns = sampleColumns.slice(0, 6);
/** The width of the column "Country" with the sample rows: that of "United States". */
const FIRST_WIDTH = 117;

function renderGrid(props: SampleGridProps = {}) {
  const onLayoutChange = vi.fn<(layout: readonly ColumnLayout[]) => void>();
  render(
    <Themed>
      <SampleGrid columns={someColumns} firstPerPage={3} {...props} onLayoutChange={onLayoutChange} />
    </Themed>,
  );
  return { person: userEvent.setup(), onLayoutChange };
}

/** The grid, also while an open menu hides everything else from assistive technology. */
const grid = () => screen.getByRole('grid', { hidden: true });
const shownFields = () => [...grid().querySelectorAll<HTMLElement>('th[data-field]')].map((header) => header.dataset.field);
const columnOf = (field: string) => grid().querySelectorAll('col')[shownFields().indexOf(field) + 1];
const widthOf = (field: string) => columnOf(field)?.style.width;
const entryOf = (layout: readonly ColumnLayout[] | undefined, field: string) => layout?.find((entry) => entry.field === field);
const handleOf = (field: string) => {
  const handle = grid().querySelector<HTMLElement>(`th[data-field="${field}"] .${gridClasses.handle}`);
  if (handle === null) throw new Error(`${field} has no handle`);
  return handle;
};

describe('The menu of a column', () => {
  async function openMenu(name: string, props: SampleGridProps = {}) {
    const rendered = renderGrid(props);
    await rendered.person.click(screen.getByRole('button', { name: `Options for ${name}` }));
    await screen.findByRole('menu', { name: `Options for ${name}` });
    const press = (item: string) => rendered.person.click(screen.getByRole('menuitem', { name: item }));
    return { ...rendered, press };
  }

  test('The column menu moves the column and stays open', async () => {
    const { press, onLayoutChange } = await openMenu('Country', {
      firstLayout: [{ field: 'name', width: null, is_hidden: false, is_pinned: false }],
    });
    await press('Move left');
    expect(shownFields().slice(0, 3)).toEqual(['name', 'country', 'website']);
    expect(screen.getAllByText('Country moved to position 2 of 6.')).not.toHaveLength(0);
    await press('Move left');
    expect(shownFields()[0]).toBe('country');
    expect(screen.getByRole('menuitem', { name: 'Move left' })).toHaveAttribute('aria-disabled', 'true');
    await press('Move right');
    expect(shownFields().slice(0, 2)).toEqual(['name', 'country']);
    expect(onLayoutChange.mock.lastCall?.[0].map(({ field }) => field)).toEqual(shownFields());
  });

  test('The column menu sorts the rows and closes', async () => {
    const onSortChange = vi.fn();
    const { press } = await openMenu('Country', { onSortChange });
    await press('Sort descending');
    expect(onSortChange).toHaveBeenLastCalledWith({ field: 'country', order: 'desc' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(screen.getByRole('button', { name: 'Options for Country' })).toHaveFocus();
  });

  test('The column menu changes the width by 20 px, between 50 and 400', async () => {
    const { press, onLayoutChange } = await openMenu('Country', {
      firstLayout: [{ field: 'country', width: 385, is_hidden: false, is_pinned: false }],
    });
    expect(widthOf('country')).toBe(`${385 / 16}rem`);
    await press('Wider');
    expect(widthOf('country')).toBe('25rem');
    expect(screen.getByRole('menuitem', { name: 'Wider' })).toHaveAttribute('aria-disabled', 'true');
    for (let presses = 0; presses < 18; presses += 1) await press('Narrower');
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'country')?.width).toBe(50);
    expect(screen.getByRole('menuitem', { name: 'Narrower' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('The column menu pins the column at the left and unpins it', async () => {
    const { press, onLayoutChange } = await openMenu('City');
    await press('Pin');
    expect(shownFields().slice(0, 2)).toEqual(['name', 'city']);
    expect(grid().querySelector('th[data-field="city"]')).toHaveClass(gridClasses.pinned);
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'city')?.is_pinned).toBe(true);
    await press('Unpin');
    expect(shownFields()[3]).toBe('city');
  });

  test('The column menu hides the column, and the focus goes to the next one', async () => {
    const { press } = await openMenu('City');
    await press('Hide');
    expect(shownFields()).not.toContain('city');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for Verticals' })).toHaveFocus());
    expect(screen.getByText('City hidden.')).toBeInTheDocument();
  });

  test('Escape closes the column menu and returns the focus', async () => {
    const { person } = await openMenu('City');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for City' })).toHaveFocus());
  });
});

describe('The edge of a column', () => {
  const pull = (field: string, ...to: readonly number[]) => {
    const handle = handleOf(field);
    fireEvent.pointerDown(handle, { button: 0, clientX: 100, pointerId: 1 });
    for (const clientX of to) fireEvent.pointerMove(handle, { clientX, pointerId: 1 });
    return handle;
  };

  test('Dragging a column’s edge changes the width at once, and the layout at the end', () => {
    const { onLayoutChange } = renderGrid();
    const handle = pull('country', 110, 160);
    expect(widthOf('country')).toBe(`${(FIRST_WIDTH + 60) / 16}rem`);
    expect(onLayoutChange).not.toHaveBeenCalled();
    fireEvent.pointerUp(handle, { pointerId: 1 });
    expect(onLayoutChange).toHaveBeenCalledOnce();
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'country')).toEqual({
      field: 'country',
      width: FIRST_WIDTH + 60,
      is_hidden: false,
      is_pinned: false,
    });
  });

  test('Resizing stops at 50 and at 400 px', () => {
    const { onLayoutChange } = renderGrid();
    fireEvent.pointerUp(pull('country', -900), { pointerId: 1 });
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'country')?.width).toBe(50);
    fireEvent.pointerUp(pull('country', 2000), { pointerId: 1 });
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'country')?.width).toBe(400);
  });

  test('Escape, or a touch that turns into scrolling, cancels resizing', () => {
    const { onLayoutChange } = renderGrid();
    pull('country', 160);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(widthOf('country')).toBe(`${FIRST_WIDTH / 16}rem`);
    fireEvent.pointerCancel(pull('country', 160), { pointerId: 1 });
    expect(widthOf('country')).toBe(`${FIRST_WIDTH / 16}rem`);
    expect(onLayoutChange).not.toHaveBeenCalled();
  });

  test('A double click fits the column to its content, and the next one restores the width', async () => {
    vi.spyOn(Range.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 270, 20));
    const { person, onLayoutChange } = renderGrid({
      firstLayout: [{ field: 'country', width: 120, is_hidden: false, is_pinned: false }],
    });
    await person.dblClick(handleOf('country'));
    const fitted = entryOf(onLayoutChange.mock.lastCall?.[0], 'country')?.width ?? 0;
    expect(fitted).toBeGreaterThan(270);
    expect(fitted).toBeLessThan(400);
    expect(widthOf('country')).toBe(`${fitted / 16}rem`);
    await person.dblClick(handleOf('country'));
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'country')?.width).toBe(120);
  });
});

describe('The panel of columns', () => {
  async function openPanel(props: SampleGridProps = {}) {
    const rendered = renderGrid(props);
    await rendered.person.click(screen.getByRole('button', { name: 'Columns' }));
    return { ...rendered, panel: within(await screen.findByRole('dialog', { name: 'Columns' })) };
  }
  const hidden = (...fields: string[]) => fields.map((field) => ({ field, width: null, is_hidden: true, is_pinned: false }));

  test('Columns are found by name, hidden and shown', async () => {
    const { person, panel } = await openPanel();
    await person.type(panel.getByRole('textbox', { name: 'Find a column' }), 'COUN');
    expect(panel.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['Country', 'Employee count']);
    await person.click(panel.getByRole('checkbox', { name: 'Country' }));
    expect(shownFields()).not.toContain('country');
    expect(panel.getByText('5 of 6 shown')).toBeInTheDocument();
    await person.click(panel.getByRole('checkbox', { name: 'Country' }));
    expect(shownFields()).toContain('country');
    await person.type(panel.getByRole('textbox'), 'xyz');
    expect(panel.getByText('No matching columns.')).toBeInTheDocument();
  });

  test('All columns can be shown at once, keeping their order and widths', async () => {
    const { person, panel, onLayoutChange } = await openPanel({
      firstLayout: [{ field: 'city', width: 77, is_hidden: false, is_pinned: false }, ...hidden('name', 'website')],
    });
    await person.click(panel.getByRole('button', { name: 'Show all' }));
    expect(shownFields().slice(0, 3)).toEqual(['city', 'name', 'website']);
    expect(entryOf(onLayoutChange.mock.lastCall?.[0], 'city')?.width).toBe(77);
  });

  test('A reset brings back everything as defined', async () => {
    const { person, panel, onLayoutChange } = await openPanel({
      firstLayout: [{ field: 'city', width: 77, is_hidden: false, is_pinned: true }, ...hidden('name', 'website')],
    });
    await person.click(panel.getByRole('button', { name: 'Reset' }));
    expect(onLayoutChange).toHaveBeenLastCalledWith([]);
    expect(shownFields()).toEqual(someColumns.map(({ field }) => field));
  });

  test('The last column cannot be hidden', async () => {
    const rest = someColumns.slice(1).map(({ field }) => field);
    const { panel } = await openPanel({ firstLayout: hidden(...rest) });
    expect(panel.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    expect(panel.getByRole('checkbox', { name: 'City' })).toBeEnabled();
  });
});

test('Unknown columns of a layout are ignored, and new columns are shown', () => {
  renderGrid({ firstLayout: [{ field: 'gone', width: 90, is_hidden: false, is_pinned: true }] });
  expect(shownFields()).toEqual(someColumns.map(({ field }) => field));
});
