import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { expect, test } from 'vitest';
import {
  changeColumn,
  completeLayout,
  dropColumn,
  moveColumn,
  showAllColumns,
  shownColumns,
  stepColumn,
} from './column-layout.ts';

const columns: readonly ColumnDefinition[] = ['name', 'city', 'phone', 'revenue'].map((field) => ({
  field,
  headerName: field,
  kind: 'text',
}));
const entry = (field: string, change: { width?: number | null; is_hidden?: boolean; is_pinned?: boolean } = {}) => ({
  field,
  width: null,
  is_hidden: false,
  is_pinned: false,
  ...change,
});
/** The layout of an account that unpinned the first column. */
const defined = changeColumn(completeLayout(columns, []), 'name', { is_pinned: false });
const fieldsOf = (layout: ReturnType<typeof completeLayout>) => layout.map(({ field }) => field);

test('Without a layout the columns are in their defined order, and the first one is pinned', () => {
  const [first, ...others] = completeLayout(columns, []);
  expect([first, ...others]).toEqual([
    entry('name', { is_pinned: true }),
    ...['city', 'phone', 'revenue'].map((field) => entry(field)),
  ]);
});

test('A saved layout comes first, and columns it does not name follow as defined', () => {
  const layout = completeLayout(columns, [entry('phone', { width: 300 }), entry('name')]);
  expect(fieldsOf(layout)).toEqual(['phone', 'name', 'city', 'revenue']);
  expect(layout[0]?.width).toBe(300);
});

test('Names a table does not have, and a second entry for the same column, are dropped', () => {
  const layout = completeLayout(columns, [entry('gone'), entry('city', { width: 90 }), entry('city', { width: 250 })]);
  expect(fieldsOf(layout)).toEqual(['city', 'name', 'phone', 'revenue']);
  expect(layout[0]?.width).toBe(90);
});

test('Widths out of range become the nearest allowed width', () => {
  const layout = completeLayout(columns, [entry('name', { width: 4000 }), entry('city', { width: 1 })]);
  expect(layout.map(({ width }) => width)).toEqual([400, 50, null, null]);
});

test('One column is shown even if a layout hides them all', () => {
  const layout = completeLayout(
    columns,
    columns.map(({ field }) => entry(field, { is_hidden: true })),
  );
  expect(fieldsOf(shownColumns(layout))).toEqual(['name']);
});

test('Pinned columns are shown first, and an unpinned column returns to its position', () => {
  const pinned = changeColumn(defined, 'phone', { is_pinned: true });
  expect(fieldsOf(shownColumns(pinned))).toEqual(['phone', 'name', 'city', 'revenue']);
  expect(fieldsOf(shownColumns(changeColumn(pinned, 'phone', { is_pinned: false })))).toEqual(fieldsOf(defined));
});

test('A column dropped over another takes its position, from either side', () => {
  expect(fieldsOf(dropColumn(defined, 'name', 'phone'))).toEqual(['city', 'phone', 'name', 'revenue']);
  expect(fieldsOf(dropColumn(defined, 'revenue', 'city'))).toEqual(['name', 'revenue', 'city', 'phone']);
});

test('A column dropped among pinned ones is pinned, and the other way round', () => {
  const pinned = changeColumn(defined, 'phone', { is_pinned: true });
  const joined = dropColumn(pinned, 'city', 'phone');
  expect(fieldsOf(shownColumns(joined))).toEqual(['city', 'phone', 'name', 'revenue']);
  expect(joined.filter(({ is_pinned }) => is_pinned).map(({ field }) => field)).toEqual(['city', 'phone']);
  const left = dropColumn(pinned, 'phone', 'revenue');
  expect(left.some(({ is_pinned }) => is_pinned)).toBe(false);
});

test('A step skips hidden columns, and stops at the edge and at the pinned ones', () => {
  const layout = changeColumn(changeColumn(defined, 'city', { is_hidden: true }), 'name', { is_pinned: true });
  expect(stepColumn(layout, 'phone', -1)).toBeNull();
  expect(stepColumn(layout, 'revenue', 1)).toBeNull();
  expect(stepColumn(layout, 'name', 1)).toBeNull();
  expect(fieldsOf(shownColumns(stepColumn(layout, 'phone', 1) ?? []))).toEqual(['name', 'revenue', 'phone']);
});

test('Moving an unknown column changes nothing', () => {
  expect(moveColumn(defined, 'name', 'after', 'gone')).toBe(defined);
  expect(moveColumn(defined, 'gone', 'after', 'name')).toBe(defined);
});

test('Showing all columns keeps their order, widths and pins', () => {
  const layout = [entry('city', { width: 90, is_hidden: true, is_pinned: true }), entry('name')];
  expect(showAllColumns(layout)).toEqual([entry('city', { width: 90, is_pinned: true }), entry('name')]);
});

test('columns that a layout does not name follow as they are arranged', () => {
  const arrangement = [entry('city', { is_pinned: true }), entry('phone'), entry('name', { is_hidden: true })];
  const layout = completeLayout(columns, [entry('phone', { width: 90 })], arrangement);
  expect(layout.slice(0, 3)).toEqual([
    entry('phone', { width: 90 }),
    entry('city', { is_pinned: true }),
    entry('name', { is_hidden: true }),
  ]);
  expect(layout).toHaveLength(columns.length);
  expect(layout.slice(3).every(({ is_pinned }) => !is_pinned)).toBe(true);
});
