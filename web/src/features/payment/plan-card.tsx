import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { DescriptionList } from '../../components/description-list.tsx';
import type { Billing } from '../../lib/billing/use-billing.ts';
import { formatCount } from '../../lib/format-count.ts';

/** Both currencies count in hundredths. */
const MINOR_UNITS = 100;

/** What is sold: one plan, its price and its monthly limits. */
export function PlanCard({ billing }: { readonly billing: Billing }) {
  const headingId = useId();
  return (
    <Card component="section" aria-labelledby={headingId} sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
      <Typography id={headingId} variant="h2">
        The plan “{billing.plan}”
      </Typography>
      <DescriptionList
        items={[
          { term: 'Price per month', text: priceOf(billing) },
          { term: 'Requests per month', text: limitText(billing.request_limit) },
          { term: 'Exported rows per month', text: limitText(billing.export_limit) },
        ]}
      />
    </Card>
  );
}

function priceOf({ provider, amount, currency }: Billing): string {
  if (amount === null || currency === null) return 'shown before you pay';
  const price = new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount / MINOR_UNITS);
  return provider === 'sandbox' ? `${price} (test money)` : price;
}

function limitText(limit: number | null): string {
  return limit === null ? 'without limit' : formatCount(limit);
}
