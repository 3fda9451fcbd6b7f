/** The article on the data API. Needs no session: the author of a program may not be the owner of the account. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ClientSection } from './client-section.tsx';
import { ContentsList } from './contents-list.tsx';
import { DeletionsSection } from './deletions-section.tsx';
import { EndpointsSection } from './endpoints-section.tsx';
import { ErrorsSection } from './errors-section.tsx';
import { FirstCallSection } from './first-call-section.tsx';
import { GetKeySection } from './get-key-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { SandboxSection } from './sandbox-section.tsx';
import { TablesSection } from './tables-section.tsx';
import { UnchangedSection } from './unchanged-section.tsx';
import { WalksSection } from './walks-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const guides = [
  { id: 'key', title: 'Get a key', Section: GetKeySection },
  { id: 'call', title: 'Make a call', Section: FirstCallSection },
  { id: 'sandbox', title: 'Sandbox keys', Section: SandboxSection },
  { id: 'limits', title: 'Limits', Section: LimitsSection },
  { id: 'errors', title: 'Errors', Section: ErrorsSection },
  { id: 'walks', title: 'Reading a whole table', Section: WalksSection },
  { id: 'unchanged', title: 'Unchanged responses', Section: UnchangedSection },
  { id: 'deletions', title: 'Deleted rows', Section: DeletionsSection },
  { id: 'webhooks', title: 'Webhooks', Section: WebhooksSection },
  { id: 'client', title: 'TypeScript client', Section: ClientSection },
  { id: 'tables', title: 'Data tables', Section: TablesSection },
] as const;

/** Below the tables: endpoints that belong to no single table. */
const references = [
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
  { id: 'service', title: 'The API itself', group: 'service', lead: 'Your usage, and rows that were deleted.' },
] as const;

export function ApiDocs() {
  useLinkedSection();
  return (
    <PageBody width="list">
      <PageHeading title="How to use the API" />
      <Typography sx={{ color: 'text.secondary', maxWidth: '65ch' }}>
        Your own programs can read your data with an API key. This article explains how to get a key, how to make a call and which
        limits apply, and describes the parameters and responses of every endpoint.
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 11rem' },
          columnGap: 6,
          rowGap: 3,
        }}
      >
        <Box sx={{ gridColumn: { lg: 2 }, gridRow: { lg: 1 } }}>
          <ContentsList entries={[...guides, ...references]} />
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, gridRow: { lg: 1 } }}>
          {guides.map(({ id, title, Section }) => (
            <Section key={id} id={id} title={title} />
          ))}
          {references.map((reference) => (
            <EndpointsSection key={reference.id} {...reference} />
          ))}
        </Box>
      </Box>
    </PageBody>
  );
}

/** A URL with a section's anchor scrolls there, although the article loads after the page. */
function useLinkedSection(): void {
  useEffect(() => {
    const name = window.location.hash.slice(1);
    if (name !== '') document.getElementById(name)?.scrollIntoView();
  }, []);
}
