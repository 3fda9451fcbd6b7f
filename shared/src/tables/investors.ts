import { defineTable, updatedAt } from './define-table.ts';
import { investorCountryOptions } from './values/country-options.ts';
import { investmentTypes, investorTypes } from './values/investor-types.ts';

export const investors = defineTable({
  name: 'investors',
  title: 'Investors',
  example: { filter: ['country', 'United States'], fields: ['name', 'website'] },
  isGated: true,
  waitsForAccount: true,
  readsAddress: true,
  columns: [
    { field: 'name', headerName: 'Name', kind: 'text', isRequired: true, aliases: ['investor', 'investor name', 'firm'] },
    {
      field: 'primary_investor_type',
      headerName: 'Primary investor type',
      kind: 'text',
      aliases: ['investor type', 'type'],
    },
    { field: 'website', headerName: 'Website', kind: 'link', aliases: ['url', 'homepage', 'domain'] },
    { field: 'country', headerName: 'Country', kind: 'text', aliases: ['hq country', 'country/territory'] },
    { field: 'city', headerName: 'City', kind: 'text', aliases: ['hq city'] },
    {
      field: 'primary_contact_email',
      headerName: 'Primary contact email',
      kind: 'email',
      aliases: ['email', 'contact email'],
    },
    { field: 'primary_contact_name', headerName: 'Primary contact name', kind: 'text', aliases: ['contact', 'contact name'] },
    { field: 'phone', headerName: 'Phone', kind: 'phone', aliases: ['telephone', 'phone number', 'contact phone'] },
    {
      field: 'last_investment_company_name',
      headerName: 'Last investment company name',
      kind: 'text',
      aliases: ['last investment', 'last investment company'],
    },
    {
      field: 'preferred_investment_types',
      headerName: 'Preferred investment types',
      kind: 'list',
      aliases: ['preferred investment type', 'investment types'],
    },
    updatedAt,
  ],
  filters: [
    { kind: 'search', key: 'search_query', label: 'Search', columns: ['name', 'primary_contact_name', 'website'] },
    { kind: 'choice', key: 'country', label: 'Country', column: 'country', options: investorCountryOptions, isOpen: true },
    { kind: 'text', key: 'city', label: 'City', column: 'city', match: 'equals', isSuggested: true },
    {
      kind: 'choice',
      key: 'primary_investor_type',
      label: 'Primary investor type',
      column: 'primary_investor_type',
      options: investorTypes,
      isOpen: true,
    },
    {
      kind: 'choice',
      key: 'preferred_investment_type',
      label: 'Preferred investment type',
      column: 'preferred_investment_types',
      options: investmentTypes,
      isOpen: true,
    },
    {
      kind: 'search',
      key: 'last_investment_company_name',
      label: 'Last investment company name',
      columns: ['last_investment_company_name'],
    },
    {
      kind: 'text',
      key: 'last_investment_company',
      label: 'Last investment company',
      column: 'last_investment_company_name',
      match: 'equals',
    },
    {
      kind: 'flag',
      key: 'with_contact_info',
      label: 'With contact info',
      condition: { anyPresent: ['primary_contact_email', 'phone'] },
    },
  ],
  defaultSort: 'updated_at',
  canonicalKey: [{ domainOf: 'website', unlessShared: 'name' }, { textOf: ['name', 'country'] }, { textOf: ['name'] }],
  foundAgainBy: ['name', 'country'],
});
