/** The sections of the reference, which stand below the guides. */
import type { EndpointGroup } from '@leadloom/shared/reference/open-endpoints';

export const tablesReference = { id: 'tables', title: 'Data tables' } as const;

interface Reference {
  /** The section's anchor in addresses. */
  readonly id: string;
  readonly title: string;
  readonly group: EndpointGroup;
  readonly lead: string;
}

/** The endpoints that belong to no single table, which stand below the tables. */
export const references: readonly Reference[] = [
  {
    id: 'match',
    title: 'Match a list',
    group: 'match',
    lead: 'Rows of a table for the lines of a list of your own, found by domain, LinkedIn address, email, or name and country.',
  },
  {
    id: 'lookups',
    title: 'Lookups',
    group: 'lookups',
    lead: 'Values of a table that begin with a text, for use in filters.',
  },
  { id: 'own', title: 'Your data', group: 'own', lead: 'What your account has collected and found.' },
  {
    id: 'marks',
    title: 'Lists, tags and notes',
    group: 'marks',
    lead: 'What your account keeps about rows. Calls that change something need a key that may write.',
  },
  {
    id: 'views',
    title: 'Views and alerts',
    group: 'views',
    lead: 'Saved filters, and what tells you of rows that match them. Calls that change something need a key that may write.',
  },
  {
    id: 'connections',
    title: 'Webhooks and scheduled exports',
    group: 'connections',
    lead: 'What sends data to your programs. All calls about webhooks, and those that change scheduled exports, need a key that may write.',
  },
  { id: 'service', title: 'The API itself', group: 'service', lead: 'Your usage, and rows that were deleted.' },
];
