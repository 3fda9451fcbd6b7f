import { defineTable, updatedAt } from './define-table.ts';
import { countryOptions } from './values/country-options.ts';

export const people = defineTable({
  name: 'people',
  title: 'People',
  example: { filter: ['country', 'Canada'], fields: ['name', 'company_name'] },
  isGated: true,
  waitsForAccount: true,
  readsAddress: true,
  columns: [
    { field: 'name', headerName: 'Name', kind: 'text', isRequired: true, aliases: ['full name', 'person'] },
    {
      field: 'title',
      headerName: 'Title',
      kind: 'text',
      aliases: ['job title', 'position', 'role', 'job position', 'job role'],
    },
    { field: 'company_name', headerName: 'Company name', kind: 'text', aliases: ['company', 'employer', 'organization'] },
    {
      field: 'company_website',
      headerName: 'Company website',
      kind: 'link',
      aliases: ['website', 'domain', 'company domain'],
    },
    {
      field: 'linkedin_url',
      headerName: 'LinkedIn URL',
      kind: 'link',
      aliases: ['linkedin', 'person linkedin url', 'profile url'],
    },
    { field: 'country', headerName: 'Country', kind: 'text' },
    { field: 'city', headerName: 'City', kind: 'text' },
    { field: 'email', headerName: 'Email', kind: 'email', aliases: ['work email', 'email address'] },
    { field: 'phone', headerName: 'Phone', kind: 'phone', aliases: ['telephone', 'phone number', 'mobile'] },
    {
      field: 'biography',
      headerName: 'Biography',
      kind: 'long-text',
      aliases: ['bio', 'about', 'summary'],
      beginsAs: 'title',
    },
    updatedAt,
    { field: 'is_investor', headerName: 'Is investor', kind: 'boolean', isStoredOnly: true, aliases: ['investor'] },
  ],
  workColumns: ['name', 'title', 'company_name', 'country', 'email', 'phone', 'linkedin_url'],
  filters: [
    { kind: 'choice', key: 'country', label: 'Country', column: 'country', options: countryOptions, isOpen: true },
    { kind: 'search', key: 'search_query', label: 'Search', columns: ['name', 'company_name', 'biography', 'title'] },
    { kind: 'text', key: 'website', label: 'Website', column: 'company_website', match: 'domain' },
    { kind: 'flag', key: 'is_investor', label: 'Is investor', condition: { isTrue: 'is_investor' } },
    { kind: 'text', key: 'title', label: 'Title', column: 'title', match: 'equals', isSuggested: true },
  ],
  defaultSort: 'updated_at',
  canonicalKey: [
    { linkOf: 'linkedin_url', unlessShared: ['name'] },
    { textOf: ['email', 'name'] },
    { textOf: ['name', 'company_name'], onlyAlike: true },
    { textOf: ['name'], onlyAlike: true },
  ],
});
