/** The article on the data API. Needs no session: the author of a program may not be the owner of the account. */
import { DELETIONS_RETENTION_DAYS } from '@leadloom/shared/contract/data-api';
import { TEST_KEY_MARK } from '@leadloom/shared/contract/keys';
import { apiBase } from '@leadloom/shared/reference/examples/api-base';
import { followDeletions } from '@leadloom/shared/reference/examples/api-examples';
import { callExample } from '@leadloom/shared/reference/examples/call-examples';
import { clientExample } from '@leadloom/shared/reference/examples/client-example';
import { unchangedAnswer } from '@leadloom/shared/reference/examples/unchanged-answer';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { ExternalLink } from '../../components/external-link.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { API_BASE, paths } from '../../lib/paths.ts';
import { Code } from './code.tsx';
import { CodeBlock } from './code-block.tsx';
import { ContentsList } from './contents-list.tsx';
import { DocSection } from './doc-section.tsx';
import { ErrorsSection } from './errors-section.tsx';
import { ExampleTabs } from './example-tabs.tsx';
import { FiltersSection } from './filters-section.tsx';
import { FirstCallSection } from './first-call-section.tsx';
import { GetKeySection } from './get-key-section.tsx';
import { LazyReference } from './lazy-reference.tsx';
import { LimitsSection } from './limits-section.tsx';
import { references, tablesReference } from './references.ts';
import { RichText } from './rich-text.tsx';
import { WalksSection } from './walks-section.tsx';
import { WebhooksSection } from './webhooks-section.tsx';

const guides = [
  { id: 'key', title: 'Get a key', Section: GetKeySection },
  { id: 'call', title: 'Make a call', Section: FirstCallSection },
  { id: 'sandbox', title: 'Sandbox keys', Section: SandboxSection },
  { id: 'write', title: 'Keys that write', Section: WriteSection },
  { id: 'limits', title: 'Limits', Section: LimitsSection },
  { id: 'errors', title: 'Errors', Section: ErrorsSection },
  { id: 'filters', title: 'Asking precisely', Section: FiltersSection },
  { id: 'walks', title: 'Reading a whole table', Section: WalksSection },
  { id: 'unchanged', title: 'Unchanged responses', Section: UnchangedSection },
  { id: 'deletions', title: 'Deleted rows', Section: DeletionsSection },
  { id: 'webhooks', title: 'Webhooks', Section: WebhooksSection },
  { id: 'client', title: 'TypeScript client', Section: ClientSection },
] as const;

export function ApiDocs() {
  useLinkedSection();
  return (
    <PageBody width="list">
      <PageHeading title="How to use the API" />
      <Typography sx={{ color: 'text.secondary', maxWidth: '65ch' }}>
        Your own programs can read your data with an API key, and change lists, alerts and more if the key may write. This article
        explains how to get a key, how to make a call and which limits apply, and describes the parameters and responses of every
        endpoint.
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
          <ContentsList entries={[...guides, tablesReference, ...references]} />
        </Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, gridRow: { lg: 1 } }}>
          {guides.map(({ id, title, Section }) => (
            <Section key={id} id={id} title={title} />
          ))}
          <LazyReference />
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

function UnchangedSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="Counted responses have an `ETag`. Send it as `If-None-Match` when you repeat the call. If nothing has changed, the response is 304, without a body, and uses none of your requests." />
      </Typography>
      <ExampleTabs example={unchangedAnswer(apiBase(window.location.origin), 'companies')} />
    </DocSection>
  );
}

function SandboxSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        A key that begins with <Code>{TEST_KEY_MARK}</Code> works with the same endpoints, filters, sort orders, cursors and
        errors, but returns a few dozen sample rows per table. Nothing is counted, not even exports, but the speed limits apply.
        These responses have the header <Code>X-Sandbox: true</Code>. It changes nothing: endpoints of lists, tags, notes, views,
        alerts, webhooks and scheduled exports refuse it with 404.
      </Typography>
      <Typography>
        Press Add Sandbox Key on <TextLink to={paths.keys}>API Keys</TextLink> to create one. When your program works, give it a
        live key and change nothing else.
      </Typography>
    </DocSection>
  );
}

function WriteSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="A key reads, unless you choose the right to write when you create it. With that right it also changes lists and their rows, tags, notes, views, alerts, webhooks and scheduled exports, and adds profiles to the list of your collector. It may what you may in the workspace, and no more. Other keys get 403 with the code `KEY.RIGHT_MISSING`." />
      </Typography>
      <Typography>
        Each of these calls counts as one request. Send changes as JSON. Do not repeat a call that makes something unless you know
        that it failed: a second one makes a second.
      </Typography>
      <ExampleTabs example={callExample(apiBase(window.location.origin), 'createRowList')} />
    </DocSection>
  );
}

function ClientSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        <RichText text="For TypeScript and JavaScript there is `@leadloom/client`. Rows and filters are typed, pages are read in a loop, errors are a class, and calls that hit a rate limit are retried after the wait. It needs no other package and runs on Node 20 or later. The operator of this server builds it with `pnpm build` and `pnpm --dir client pack`, and you install the file that is written." />
      </Typography>
      <CodeBlock label="Using the client" code={clientExample(window.location.origin)} />
      <Typography>
        For other languages, generate a client from the{' '}
        <ExternalLink href={`${window.location.origin}${API_BASE}/openapi.json`}>OpenAPI document</ExternalLink>, which describes
        the whole API in machine-readable form.
      </Typography>
    </DocSection>
  );
}

function DeletionsSection({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <DocSection id={id} title={title}>
      <Typography>
        Rows are deleted when the operator removes them, often because someone asked for it, when they were deleted on their
        network, or when the operator no longer keeps rows of their age. If you keep a copy, delete them there as well.
      </Typography>
      <Typography>
        <RichText
          text={`\`GET /deleted\` lists the rows of all tables that were deleted in the last ${DELETIONS_RETENTION_DAYS} days, oldest deletion first. Every response ends with a \`cursor\`: keep it, and send it with your next call. The call is free, so make it daily.`}
        />
      </Typography>
      <ExampleTabs example={followDeletions(apiBase(window.location.origin))} />
    </DocSection>
  );
}
