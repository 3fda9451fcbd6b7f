import { expect, it } from 'vitest';
import { rowsAsText } from './rows-as-text.ts';

const columns = [
  { field: 'name', headerName: 'Name', kind: 'text' },
  { field: 'tags', headerName: 'Tags', kind: 'list' },
  { field: 'revenue', headerName: 'Revenue', kind: 'number' },
] as const;

it('rows are copied with their column names, one line each', () => {
  const rows = [
    { id: 1, name: 'A\tB\nC', tags: ['x', 'y'], revenue: -2 },
    { id: 2, name: '=1+1', tags: null, revenue: null },
  ];
  expect(rowsAsText(columns, rows)).toBe("Name\tTags\tRevenue\nA B C\tx, y\t-2\n'=1+1\t\t");
});
