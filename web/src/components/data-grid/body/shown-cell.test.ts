import { companies } from '@leadloom/shared/tables/companies';
import type { ColumnDefinition } from '@leadloom/shared/tables/define-table';
import { describe, expect, it } from 'vitest';
import { cellText, wholeText } from './cell-format.ts';
import { shownCell } from './shown-cell.ts';

const column = (field: string): ColumnDefinition => {
  const found = companies.columns.find((candidate) => candidate.field === field);
  if (found === undefined) throw new Error(`there is no column ${field}`);
  return found;
};

describe('the cell of a number that may be known as a range', () => {
  it('the cell shows the number, else the range as it came, else nothing', () => {
    const employees = column('employee_count');
    const shown = (count: number | null, range: string | null) =>
      shownCell({ id: 1, employee_count: count, employee_range: range }, employees);
    expect(shown(0, '1-10')).toBe(0);
    expect(cellText(employees, shown(null, '501 to 1000 Employees'))).toBe('501 to 1000 Employees');
    expect(wholeText(employees, shown(null, '10,001+'))).toBe('10,001+');
    expect(shown(null, null)).toBeNull();
    expect(shownCell({ id: 1 }, employees)).toBeNull();
  });

  it('every other column shows its own cell', () => {
    expect(shownCell({ id: 1, name: null, employee_range: '1-10' }, column('name'))).toBeNull();
  });
});
