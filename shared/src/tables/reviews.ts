import { defineTable, updatedAt } from './define-table.ts';
import { countryOptions } from './values/country-options.ts';

export const reviews = defineTable({
  name: 'reviews',
  title: 'Reviews',
  example: { filter: ['rating', '4-5'], fields: ['review_title', 'rating'] },
  isGated: false,
  waitsForAccount: false,
  readsAddress: false,
  columns: [
    { field: 'review_title', headerName: 'Review title', kind: 'text', isRequired: true, aliases: ['title'] },
    { field: 'product_url', headerName: 'Product URL', kind: 'link', aliases: ['product', 'product link'] },
    { field: 'rating', headerName: 'Rating', kind: 'number', aliases: ['stars', 'score'] },
    { field: 'review_url', headerName: 'Review URL', kind: 'link', aliases: ['url', 'link'] },
    { field: 'reviewer_linkedin_url', headerName: 'Reviewer LinkedIn URL', kind: 'link', aliases: ['reviewer linkedin'] },
    { field: 'reviewer_country', headerName: 'Reviewer country', kind: 'text', aliases: ['country'] },
    { field: 'tags', headerName: 'Tags', kind: 'list', aliases: ['labels'] },
    { field: 'published_on', headerName: 'Published on', kind: 'date', aliases: ['published', 'date', 'review date'] },
    { ...updatedAt, isStoredOnly: true },
  ],
  filters: [
    {
      kind: 'choice',
      key: 'reviewer_country',
      label: 'Reviewer country',
      column: 'reviewer_country',
      options: countryOptions,
      isOpen: true,
    },
    {
      kind: 'range',
      key: 'rating',
      label: 'Rating',
      column: 'rating',
      options: [{ value: '0-2' }, { value: '2-3' }, { value: '3-4' }, { value: '4-5', label: '4+' }],
      isMultiple: true,
      isLastClosed: true,
    },
    {
      kind: 'dates',
      key: 'published_on',
      label: 'Published on',
      column: 'published_on',
      after: 'published_on_after',
      before: 'published_on_before',
    },
    { kind: 'text', key: 'domain', label: 'Domain', column: 'product_url', match: 'domain' },
    { kind: 'search', key: 'search_query', label: 'Search', columns: ['review_title'] },
  ],
  defaultSort: 'updated_at',
  canonicalKey: [
    { linkOf: 'review_url' },
    { textOf: ['product_url', 'review_title', 'published_on'] },
    { textOf: ['review_title'] },
  ],
});
