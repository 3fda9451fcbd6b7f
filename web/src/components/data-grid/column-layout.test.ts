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
const defined = completeLayout(columns, []);
const fieldsOf = (layout: ReturnType<typeof completeLayout>) => layout.map(({ field }) => field);

test('Without a layout the columns stand as defined', () => {
  expect(defined).toEqual(columns.map(({ field }) => entry(field)));
});

test('A kept layout comes first, and columns it does not know follow as defined', () => {
  const layout = completeLayout(columns, [entry('phone', { width: 300 }), entry('name')]);
  expect(fieldsOf(layout)).toEqual(['phone', 'name', 'city', 'revenue']);
  expect(layout[0]?.width).toBe(300);
});

test('Names a table does not have, and a second entry for the same column, are dropped', () => {
  const layout = completeLayout(columns, [entry('gone'), entry('city', { width: 90 }), entry('city', { width: 250 })]);
  expect(fieldsOf(layout)).toEqual(['city', 'name', 'phone', 'revenue']);
  expect(layout[0]?.width).toBe(90);
});

test('Widths beyond what a column may have become the nearest it may', () => {
  const layout = completeLayout(columns, [entry('name', { width: 4000 }), entry('city', { width: 1 })]);
  expect(layout.map(({ width }) => width)).toEqual([400, 50, null, null]);
});

test('One column shows, even if a layout hides them all', () => {
  const layout = completeLayout(
    columns,
    columns.map(({ field }) => entry(field, { is_hidden: true })),
  );
  expect(fieldsOf(shownColumns(layout))).toEqual(['name']);
});

test('Pinned columns are shown first, and a column that is unpinned returns to its place', () => {
  const pinned = changeColumn(defined, 'phone', { is_pinned: true });
  expect(fieldsOf(shownColumns(pinned))).toEqual(['phone', 'name', 'city', 'revenue']);
  expect(fieldsOf(shownColumns(changeColumn(pinned, 'phone', { is_pinned: false })))).toEqual(fieldsOf(defined));
});

test('A column let go over another takes its place, from either side', () => {
  expect(fieldsOf(dropColumn(defined, 'name', 'phone'))).toEqual(['city', 'phone', 'name', 'revenue']);
  expect(fieldsOf(dropColumn(defined, 'revenue', 'city'))).toEqual(['name', 'revenue', 'city', 'phone']);
});

test('A column let go among pinned ones is pinned, and the other way round', () => {
  const pinned = changeColumn(defined, 'phone', { is_pinned: true });
  const joined = dropColumn(pinned, 'city', 'phone');
  expect(fieldsOf(shownColumns(joined))).toEqual(['city', 'phone', 'name', 'revenue']);
  expect(joined.filter(({ is_pinned }) => is_pinned).map(({ field }) => field)).toEqual(['city', 'phone']);
  const left = dropColumn(pinned, 'phone', 'revenue');
  expect(left.some(({ is_pinned }) => is_pinned)).toBe(false);
});

test('A step passes hidden columns, and ends at the edge and at the pinned ones', () => {
  const layout = changeColumn(changeColumn(defined, 'city', { is_hidden: true }), 'name', { is_pinned: true });
  expect(stepColumn(layout, 'phone', -1)).toBeNull();
  expect(stepColumn(layout, 'revenue', 1)).toBeNull();
  expect(stepColumn(layout, 'name', 1)).toBeNull();
  expect(fieldsOf(shownColumns(stepColumn(layout, 'phone', 1) ?? []))).toEqual(['name', 'revenue', 'phone']);
});

test('A move that names a column there is not changes nothing', () => {
  expect(moveColumn(defined, 'name', 'after', 'gone')).toBe(defined);
  expect(moveColumn(defined, 'gone', 'after', 'name')).toBe(defined);
});

test('Showing all columns keeps their order, widths and pins', () => {
  const layout = [entry('city', { width: 90, is_hidden: true, is_pinned: true }), entry('name')];
  expect(showAllColumns(layout)).toEqual([entry('city', { width: 90, is_pinned: true }), entry('name')]);
});
