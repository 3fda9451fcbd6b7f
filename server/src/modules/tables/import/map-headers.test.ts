import { companies } from '@leadloom/shared/tables/companies';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it, test } from 'vitest';
import { mapHeaders } from './map-headers.ts';

describe('headers', () => {
  test.each([
    [['name'], ['name']],
    [
      ['Name', 'LinkedIn URL', 'Revenue (in $M)'],
      ['name', 'linkedin_url', 'revenue'],
    ],
    [
      ['COMPANY NAME', 'employees', 'Deal-Type', 'nonsense', ''],
      ['name', 'employee_count', 'last_financing_deal_type', null, null],
    ],
    [
      ['  name ', 'HQ_Country', 'ebitda in M'],
      ['name', 'country', 'ebitda'],
    ],
    [
      ['Company', 'name'],
      [null, 'name'],
    ],
    [
      ['Company', 'Company'],
      ['name', null],
    ],
    [
      ['name', 'url', 'Website', 'website'],
      ['name', null, null, 'website'],
    ],
    [
      ['name', 'id', 'canonical_key', 'website_domain', '__proto__', 'constructor'],
      ['name', null, null, null, null, null],
    ],
  ])('the headers %j are read as the columns %j', (headers, fields) =>
    expect(mapHeaders(companies, headers, {})).toEqual(fields),
  );

  it('the operator’s mapping overrides headers', () => {
    const chosen = { Firm: 'name', Name: null, HQ: 'city' };
    expect(mapHeaders(companies, ['Firm', 'Name', 'HQ', 'City'], chosen)).toEqual(['name', null, 'city', null]);
  });

  it('headers without the required columns are refused', () => {
    expect(() => mapHeaders(companies, ['city', 'Staff'], {})).toThrow(
      'it has no column for name (Name); its headers are "city", "Staff"',
    );
    expect(() => mapHeaders(companies, ['name'], { name: null })).toThrow('no column for name');
  });

  it('a wrong mapping is refused', () => {
    expect(() => mapHeaders(companies, ['name'], { Title: 'name' })).toThrow('names "Title", which is no header of the file');
    expect(() => mapHeaders(companies, ['a', 'b'], { a: 'title' })).toThrow('names the column "title"; the columns are name, ');
    expect(() => mapHeaders(companies, ['a', 'b'], { a: 'name', b: 'name' })).toThrow('names the column "name" twice');
  });

  it.each(tableNames)('%s: every column is found by its name, its title and its aliases', (name) => {
    const definition = tableByName(name);
    const required = definition.columns.filter((column) => column.isRequired === true).map(({ field }) => field);
    for (const { field, headerName, aliases = [] } of definition.columns) {
      const others = required.filter((other) => other !== field);
      for (const header of [field, headerName, headerName.toUpperCase(), ...aliases])
        expect(mapHeaders(definition, [header, ...others], {})[0], `${header} in ${name}`).toBe(field);
    }
  });
});
