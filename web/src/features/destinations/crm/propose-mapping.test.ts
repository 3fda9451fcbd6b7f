import { describe, expect, it } from 'vitest';
import { type CrmProperty, proposeMapping } from './propose-mapping.ts';

function aProperty(name: string, label: string, changes: Partial<CrmProperty> = {}): CrmProperty {
  return { name, label, type: 'text', choices: null, is_read_only: false, sample: null, ...changes };
}

describe('proposals by name', () => {
  it('columns find the properties of HubSpot', () => {
    const properties = [
      ...[aProperty('name', 'Company name'), aProperty('domain', 'Company Domain Name'), aProperty('website', 'Website URL')],
      ...[aProperty('numberofemployees', 'Number of Employees', { type: 'number' }), aProperty('state', 'State/Region')],
      ...[aProperty('annualrevenue', 'Annual Revenue', { type: 'number' })],
    ];
    expect(proposeMapping(['name', 'website', 'employee_count', 'revenue', 'state', 'ebitda'], properties, null)).toEqual([
      { column: 'name', property: 'name' },
      { column: 'website', property: 'website' },
      { column: 'employee_count', property: 'numberofemployees' },
      { column: 'revenue', property: 'annualrevenue' },
      { column: 'state', property: 'state' },
    ]);
  });

  it('columns find the properties of Salesforce, and fields that people made by their labels', () => {
    const properties = [aProperty('BillingCity', 'Billing City'), aProperty('4f7c', 'Legal form'), aProperty('Phone', 'Phone')];
    expect(proposeMapping(['city', 'legal_form', 'phone'], properties, null)).toEqual([
      { column: 'city', property: 'BillingCity' },
      { column: 'legal_form', property: '4f7c' },
      { column: 'phone', property: 'Phone' },
    ]);
  });

  it('first and last names of contacts find the properties of HubSpot and Salesforce', () => {
    const columns = ['name', 'email', 'first_name', 'last_name'];
    const hubspot = [aProperty('firstname', 'First Name'), aProperty('lastname', 'Last Name'), aProperty('email', 'Email')];
    expect(proposeMapping(columns, hubspot, null).slice(1)).toEqual([
      { column: 'first_name', property: 'firstname' },
      { column: 'last_name', property: 'lastname' },
    ]);
    const salesforce = [aProperty('FirstName', 'First Name'), aProperty('LastName', 'Last Name'), aProperty('Email', 'Email')];
    expect(proposeMapping(columns, salesforce, null).slice(1)).toEqual([
      { column: 'first_name', property: 'FirstName' },
      { column: 'last_name', property: 'LastName' },
    ]);
  });

  it('nothing is proposed that cannot be written, or twice', () => {
    const properties = [aProperty('email', 'Email', { is_read_only: true }), aProperty('country', 'Country')];
    expect(proposeMapping(['email', 'country', 'country'], properties, null)).toEqual([
      { column: 'country', property: 'country' },
    ]);
  });

  it('choices are proposed only where the value is one of them', () => {
    const choices = [aProperty('country', 'Country', { type: 'choice', choices: ['Norway', 'Sweden'] })];
    expect(proposeMapping(['country'], choices, { country: 'Norway' })).toHaveLength(1);
    expect(proposeMapping(['country'], choices, { country: 'Atlantis' })).toEqual([]);
    expect(proposeMapping(['country'], choices, null)).toEqual([]);
  });

  it('what a CRM keeps in a way of its own is not proposed', () => {
    expect(proposeMapping(['phone'], [aProperty('phone', 'Phone', { type: 'other' })], null)).toEqual([]);
  });
});
