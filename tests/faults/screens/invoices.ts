import { type Screen, sees, sentence } from '../spa/screen.ts';

const isListed = sees('in_1');

export const invoiceScreens: readonly Screen[] = [
  {
    name: 'invoices',
    path: '/app/invoices',
    visitor: 'member',
    ready: 'in_1',
    calls: [
      { row: 'listInvoices', shows: sentence() },
      // A missing provider name in the heading is not a failure.
      { row: 'getBilling', shows: null, done: isListed },
      { row: 'me', shows: null, done: isListed },
    ],
  },
];
