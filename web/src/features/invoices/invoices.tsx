/** What was paid, with the provider's own page for each. Their links expire, so the list is asked for every time. */
import { listInvoices } from '@leadloom/shared/contract/billing';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingText } from '../../components/loading-text.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { ForOwners } from '../../components/workspace/for-owners.tsx';
import { call } from '../../lib/api-client/call.ts';
import { type Billing, providerNames, useBilling } from '../../lib/billing/use-billing.ts';
import { useHasSettled } from '../../lib/query/use-has-settled.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { paying } from '../../lib/workspace/needs.ts';
import { useMay } from '../../lib/workspace/use-may.ts';
import { InvoicesTable } from './invoices-table.tsx';

export function Invoices() {
  const isRefused = useMay(paying) !== null;
  return (
    <PageBody width="list">
      {isRefused && <PageHeading title="Invoices" />}
      <ForOwners>
        <InvoicesContent />
      </ForOwners>
    </PageBody>
  );
}

function InvoicesContent() {
  const query = useBilling();
  const { data: billing } = query;
  const hasSettled = useHasSettled(query);
  const provider = billing?.provider;
  const invoices = useInvoices();
  return (
    <>
      <PageHeading title="Invoices">{headingFor(provider)}</PageHeading>
      {provider === 'sandbox' && (
        <Notice severity="info">
          These invoices are for test payments. Nobody was charged, and they are not valid for tax purposes.
        </Notice>
      )}
      {/* The notice stands above the list, so the list waits for it. */}
      {hasSettled ? (
        <Loaded query={invoices} loading="Loading...">
          {(listed) => <InvoicesTable invoices={listed} />}
        </Loaded>
      ) : (
        <LoadingText>Loading...</LoadingText>
      )}
    </>
  );
}

function useInvoices() {
  return useQuery({
    queryKey: ['invoices'],
    queryFn: ({ signal }) => call(listInvoices, {}, { signal }),
    staleTime: 0,
  });
}

/** The heading, which names no provider while it is not known, or where there is none. */
function headingFor(provider: Billing['provider'] | undefined): string {
  return provider === undefined || provider === 'off'
    ? 'Your Latest Invoices'
    : `Your Latest ${providerNames[provider]} Invoices`;
}
