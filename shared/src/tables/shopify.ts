import { defineTable, updatedAt } from './define-table.ts';
import { options } from './values/option.ts';

export const shopify = defineTable({
  name: 'shopify',
  title: 'Shopify Stores',
  isGated: true,
  waitsForAccount: false,
  readsAddress: true,
  columns: [
    { field: 'merchant_name', headerName: 'Merchant name', kind: 'text', aliases: ['merchant', 'store', 'store name', 'name'] },
    { field: 'url', headerName: 'URL', kind: 'link', isRequired: true, aliases: ['store url', 'website', 'domain'] },
    { field: 'youtube_channel', headerName: 'YouTube channel', kind: 'link', aliases: ['youtube'] },
    { field: 'instagram', headerName: 'Instagram', kind: 'link', aliases: ['instagram url'] },
    { field: 'facebook', headerName: 'Facebook', kind: 'link', aliases: ['facebook url'] },
    { field: 'linkedin', headerName: 'LinkedIn', kind: 'text', aliases: ['linkedin url'] },
    { field: 'locale', headerName: 'Locale', kind: 'text', aliases: ['language'] },
    { field: 'currency', headerName: 'Currency', kind: 'text', aliases: ['currency code'] },
    { field: 'emails', headerName: 'Emails', kind: 'list', aliases: ['email'] },
    { field: 'total_reviews', headerName: 'Total reviews', kind: 'integer', aliases: ['reviews', 'review count'] },
    { field: 'average_review', headerName: 'Average review', kind: 'number', aliases: ['average rating', 'rating'] },
    { field: 'description', headerName: 'Description', kind: 'long-text', aliases: ['about'] },
    { field: 'topics', headerName: 'Topics', kind: 'list', aliases: ['topic', 'categories'] },
    { field: 'last_crawled_at', headerName: 'Last crawled at', kind: 'time', aliases: ['crawled at', 'last crawled'] },
    { ...updatedAt, isStoredOnly: true },
  ],
  filters: [
    { kind: 'lookup', key: 'topics', label: 'Topic', column: 'topics', optionsUrl: '/search/shopify/topics' },
    {
      kind: 'choice',
      key: 'currency',
      label: 'Currency',
      column: 'currency',
      options: options(
        ...['USD', 'EUR', 'GBP', 'CAD', 'INR', 'AED', 'PKR', 'AUD', 'MXN', 'ZAR', 'ILS', 'TRY'],
        ...['HKD', 'IDR', 'JPY', 'BRL', 'CHF', 'COP', 'NZD', 'QAR', 'SAR', 'SEK', 'SGD', 'CNY'],
      ),
    },
    { kind: 'flag', key: 'with_email', label: 'With Email?', condition: { anyPresent: ['emails'] } },
    { kind: 'flag', key: 'with_youtube', label: 'With Youtube?', condition: { anyPresent: ['youtube_channel'] } },
    { kind: 'flag', key: 'with_linkedin', label: 'With Linkedin?', condition: { anyPresent: ['linkedin'] } },
    {
      kind: 'range',
      key: 'reviews',
      label: 'Reviews',
      column: 'total_reviews',
      options: options('0-10', '10-100', '100-1000', '1000-10000', '10000-100000', '100000+'),
      isMultiple: true,
    },
    { kind: 'search', key: 'search_query', label: 'Search', columns: ['merchant_name', 'url', 'description'] },
  ],
  defaultSort: 'updated_at',
  canonicalKey: [{ domainOf: 'url' }],
});
