import { companies } from '@leadloom/shared/tables/companies';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { people } from '@leadloom/shared/tables/people';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import { describe, expect, it, test } from 'vitest';
import { explainHeaders } from './explain-headers.ts';
import { mapHeaders as mapFile } from './map-headers.ts';
import { fileMapping, type MappingFile } from './read-mapping.ts';
import { missingColumns } from './required-columns.ts';

const mapAll = (definition: TableDefinition, headers: readonly string[], mapping: MappingFile) =>
  mapFile(definition, { headers, chosen: fileMapping(mapping) });
const mapHeaders = (definition: TableDefinition, headers: readonly string[], mapping: MappingFile) =>
  explainHeaders(definition, { headers, chosen: fileMapping(mapping) }, mapAll(definition, headers, mapping)).map(
    ({ column }) => column,
  );

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
      ['name', null],
    ],
    [
      ['Company', 'Company'],
      ['name', 'name'],
    ],
    [
      ['name', 'url', 'Website', 'website'],
      ['name', 'website', 'website', 'website'],
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

  it('the required columns that no header fills are missing', () => {
    const missing = (headers: readonly string[], mapping: MappingFile) =>
      missingColumns(
        companies,
        mapAll(companies, headers, mapping).columns.map(({ field }) => field),
      ).map(({ field }) => field);
    expect(missing(['city', 'Staff'], {})).toEqual(['name']);
    expect(missing(['name'], { name: null })).toEqual(['name']);
    expect(missing(['city'], { name: { constant: 'Acme' } })).toEqual([]);
  });

  it.each<[string, readonly string[], readonly (string | null)[]]>([
    [
      'English',
      ['startup name', 'one_liner', 'team_size', 'category_code'],
      ['name', 'description', 'employee_count', 'verticals'],
    ],
    ['an index of shares', ['Symbol', 'Security', 'GICS Sector'], [null, 'name', 'verticals']],
    [
      'German',
      ['Firma', 'Branche', 'Land', 'Mitarbeiter', 'Webseite'],
      ['name', 'verticals', 'country', 'employee_count', 'website'],
    ],
    ['French', ['Entreprise', 'Secteur', 'Pays', 'Ville', 'Site_web'], ['name', 'verticals', 'country', 'city', 'website']],
    ['Spanish', ['Empresa', 'Sector', 'País', 'Ciudad'], ['name', 'verticals', 'country', 'city']],
    ['Portuguese', ['Nome', 'Setor', 'Funcionários'], ['name', 'verticals', 'employee_count']],
    ['Italian', ['Azienda', 'Settore', 'Dipendenti', 'Sito web'], ['name', 'verticals', 'employee_count', 'website']],
  ])('headers of common exports are known: %s', (_, headers, fields) =>
    expect(mapHeaders(companies, headers, {})).toEqual(fields),
  );

  it('first and last name are joined where no header names the whole', () => {
    const columns = (headers: readonly string[]) => mapAll(people, headers, {}).columns;
    expect(columns(['Last Name', 'Email', 'First Name'])).toContainEqual({ field: 'name', from: [2, 0] });
    expect(columns(['Nome', 'Cognome'])).toEqual([{ field: 'name', from: [0, 1] }]);
    expect(columns(['Prénom', 'Nom', 'Ville'])).toContainEqual({ field: 'name', from: [0, 1] });
    expect(columns(['Full name', 'First name', 'Last name'])).toEqual([{ field: 'name', from: [0], joined: [1, 2] }]);
    expect(columns(['Nome', 'Email'])).toContainEqual({ field: 'name', from: [0] });
  });

  it('a location fills city and country, where no header names them', () => {
    const columns = (headers: readonly string[]) => mapAll(companies, headers, {}).columns;
    expect(columns(['name', 'HQ'])).toEqual([
      { field: 'name', from: [0] },
      { field: 'city', from: [], places: [1] },
      { field: 'country', from: [], places: [1] },
    ]);
    expect(columns(['name', 'Location', 'City', 'Country'])).toHaveLength(3);
  });

  it('a header can name the unit of its amounts', () => {
    const columns = mapAll(companies, ['name', 'Annual Revenue (USD)', 'EBITDA in thousands'], {}).columns;
    expect(columns.slice(1)).toEqual([
      { field: 'revenue', from: [1], unit: 0 },
      { field: 'ebitda', from: [2], unit: 3 },
    ]);
    expect(mapHeaders(companies, ['name', 'Revenue growth'], {})).toEqual(['name', null]);
  });

  it('a mapping can join headers, set constants and name units', () => {
    const mapping = {
      name: { join: ['First', 'Last'] },
      country: { constant: 'Norway' },
      Turnover: { column: 'revenue', unit: 'dollars' },
    } as const;
    expect(mapAll(companies, ['Last', 'First', 'Turnover'], { ...mapping, name: { join: ['First', 'Last'] } }).columns).toEqual([
      { field: 'revenue', from: [2], unit: 0 },
      { field: 'name', from: [1, 0] },
      { field: 'country', from: [], constant: 'Norway' },
    ]);
    expect(() => mapHeaders(companies, ['x'], { name: { join: ['First'] } })).toThrow('names "First", which is no header');
    expect(() => mapHeaders(companies, ['x'], { x: { column: 'city', unit: 'dollars' } })).toThrow('no column of amounts');
    expect(() => mapHeaders(companies, ['x'], { x: 'name', name: { constant: 'A' } })).toThrow('names the column "name" twice');
  });

  it('a wrong mapping is refused', () => {
    expect(() => mapHeaders(companies, ['name'], { Title: 'name' })).toThrow('names "Title", which is no header of the file');
    expect(() => mapHeaders(companies, ['a', 'b'], { a: 'title' })).toThrow('names the column "title"; the columns are name, ');
  });

  describe('several headers for one column', () => {
    const filled = (table: TableDefinition, headers: readonly string[], field: string) => {
      const column = mapAll(table, headers, {}).columns.find((candidate) => candidate.field === field);
      return column === undefined ? [] : [...column.from, ...(column.otherwise ?? [])];
    };
    it.each<[string, TableDefinition, readonly string[], string, readonly number[]]>([
      [
        'any telephone reaches a person, that of the company last',
        people,
        ['Corporate Phone', 'Work Direct Phone', 'Mobile Phone'],
        'phone',
        [2, 1, 0],
      ],
      ['headers that differ by case', people, ['Company Name', 'Company name'], 'company_name', [0, 1]],
      ['the same header twice', people, ['Phone', 'Phone'], 'phone', [0, 1]],
      ['the place of a company, never that of its contact', companies, ['City', 'Company City'], 'city', [1]],
      ['the place of a contact where the file has no other', companies, ['City'], 'city', [0]],
      ['the place of a person, never that of the company', people, ['Company City', 'City'], 'city', [1]],
      ['the page of a company is none of a person', people, ['Company Linkedin Url'], 'linkedin_url', []],
    ])('%s', (_, table, headers, field, indexes) => expect(filled(table, headers, field)).toEqual(indexes));

    it('the operator may name several, which count in the order of the file', () =>
      expect(mapAll(companies, ['a', 'b'], { a: 'name', b: 'name' }).columns).toEqual([
        { field: 'name', from: [0], otherwise: [1] },
      ]));
  });

  it.each<[string, TableDefinition, readonly string[], readonly (string | null)[]]>([
    [
      'Pipedrive',
      people,
      ['Person - Name', 'Person - Organization', 'Person - Email - Work', 'Person - Phone - Work', 'Person - Owner'],
      ['name', 'company_name', 'email', 'phone', null],
    ],
    [
      'GLEIF',
      companies,
      ['LEI', 'Entity.LegalName', 'Entity.LegalAddress.City', 'Entity.LegalAddress.Country', 'Entity.EntityStatus'],
      [null, 'name', 'city', 'country', 'business_status'],
    ],
    [
      'the register of the United Kingdom',
      companies,
      ['CompanyName', 'CompanyNumber', 'RegAddress.PostTown', 'RegAddress.Country', 'CompanyStatus'],
      ['name', 'registry_id', 'city', 'country', 'business_status'],
    ],
    ['HubSpot', companies, ['Company name', 'City', 'Country/Region', 'Website URL'], ['name', 'city', 'country', 'website']],
    [
      'lists made by hand',
      companies,
      ['Startup', 'Industry / Vertical', 'City / Location', 'Investment Type', 'number_employees', 'funded_date'],
      ['name', 'verticals', 'city', 'last_financing_deal_type', 'employee_count', 'last_financing_on'],
    ],
    [
      'words that only sound alike',
      people,
      ['Name', 'Contact Owner', 'Company Name for Emails', 'Email Status'],
      ['name', null, null, null],
    ],
  ])('words that say whose a column is do not hide what it is: %s', (_, table, headers, fields) =>
    expect(mapHeaders(table, headers, {})).toEqual(fields),
  );

  it.each(tableNames)('%s: every column is found by its name, its title and its aliases', (name) => {
    const definition = tableByName(name);
    const required = definition.columns.filter((column) => column.isRequired === true).map(({ field }) => field);
    for (const { field, headerName, aliases = [], isSetByServer = false } of definition.columns) {
      const others = required.filter((other) => other !== field);
      for (const header of [field, headerName, headerName.toUpperCase(), ...aliases])
        expect(mapHeaders(definition, [header, ...others], {})[0], `${header} in ${name}`).toBe(isSetByServer ? null : field);
    }
  });
});
