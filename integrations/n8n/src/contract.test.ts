import { alertChanges } from '@leadloom/shared/contract/alert-messages';
import { createAlert } from '@leadloom/shared/contract/alerts';
import { endpointsByName } from '@leadloom/shared/contract/tables';
import { filterShape } from '@leadloom/shared/tables/filter-query';
import { tableByName, tableNames } from '@leadloom/shared/tables/tables';
import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeProperties, operationTexts } from './node-properties.ts';
import { operations } from './operations.ts';
import { filterOptions } from './table-properties.ts';

const valuesOf = ({ options = [] }: Pick<INodeProperties, 'options'>) =>
  options.map((option) => ('value' in option ? option.value : option.name));
const propertiesNamed = (name: string) => nodeProperties.filter((property) => property.name === name);
const ofTable = (name: string, table: string) =>
  propertiesNamed(name).filter(({ displayOptions }) => displayOptions?.show?.table?.includes(table));

describe('the node says what the contract says', () => {
  it('every table can be chosen', () => {
    expect(valuesOf(propertiesNamed('table')[0] ?? {})).toEqual(tableNames);
  });

  it.each(tableNames)('%s has its columns and filters, each with a text', (table) => {
    const fields = tableByName(table).columns.map(({ field }) => field);
    expect(ofTable('fields', table).map(valuesOf)).toEqual([fields]);
    const own = Object.keys(filterShape(tableByName(table))).filter((name) => name !== 'where' && !name.includes('.'));
    expect(filterOptions(table).map(({ value }) => value)).toEqual(own);
    for (const { description } of filterOptions(table)) expect(description).toBeTruthy();
    expect(ofTable('filters', table)).toHaveLength(1);
  });

  it.each(tableNames)('%s is sorted only by what the contract takes, and can be read page by page', (table) => {
    const [sort, ...others] = ofTable('sort', table).map(valuesOf);
    expect(others).toEqual([]);
    for (const column of sort ?? []) {
      const query = { sort: column, order: 'desc', per_page: '100', cursor: '', include_total: 'false' };
      expect(endpointsByName(table).list.query.safeParse(query).success, String(column)).toBe(true);
    }
  });

  it('the choices of an alert are accepted by its endpoint', () => {
    const choices = (name: string) => propertiesNamed(name).flatMap(valuesOf);
    expect(choices('on')).toEqual(alertChanges);
    for (const every of choices('every')) {
      const body = { name: 'All', watch: { kind: 'view', id: 'some' }, on: choices('on'), every, by: choices('by') };
      expect(createAlert.body.safeParse(body).success).toBe(true);
    }
  });

  it('every operation can be chosen, of one resource', () => {
    const chosen = propertiesNamed('operation').flatMap(valuesOf);
    expect(chosen.toSorted()).toEqual(Object.keys(operations).toSorted());
    expect(Object.keys(operationTexts).toSorted()).toEqual(chosen.toSorted());
  });
});
