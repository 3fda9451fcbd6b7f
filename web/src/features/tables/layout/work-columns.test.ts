import { tableNames } from '@leadloom/shared/tables/table-names';
import { tableByName } from '@leadloom/shared/tables/tables';
import { expect, it, test } from 'vitest';
import { workColumnsOf } from './work-columns.ts';

it.each(tableNames)('%s shows first what people look for, and hides the rest under Columns', (name) => {
  const definition = tableByName(name);
  const columns = workColumnsOf(definition);
  const onScreen = definition.columns.filter(({ isStoredOnly }) => isStoredOnly !== true).map(({ field }) => field);
  expect(columns.map(({ field }) => field).toSorted()).toEqual(onScreen.toSorted());
  const shown = columns.filter(({ is_hidden }) => !is_hidden).map(({ field }) => field);
  expect(definition.workColumns?.filter((field) => onScreen.includes(field))).toEqual(shown);
  expect(columns.filter(({ is_pinned }) => is_pinned).map(({ field }) => field)).toEqual(shown.slice(0, 1));
});

test('columns that do not exist yet are left out, and are shown once they do', () => {
  const people = tableByName('people');
  const name = { field: 'name', headerName: 'Name', kind: 'text' } as const;
  const title = { field: 'title', headerName: 'Title', kind: 'text' } as const;
  const shownOf = (columns: typeof people.columns | readonly (typeof name | typeof title)[]) =>
    workColumnsOf({ ...people, columns, workColumns: ['name', 'title'] })
      .filter(({ is_hidden }) => !is_hidden)
      .map(({ field }) => field);
  expect(shownOf([name])).toEqual(['name']);
  expect(shownOf([title, name])).toEqual(['name', 'title']);
});
