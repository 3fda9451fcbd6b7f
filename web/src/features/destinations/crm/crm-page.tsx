/** The page of a destination that is a CRM: which column becomes which property, what a run would do, and the runs. */
import type { CrmKey } from '@leadloom/shared/contract/crm-fields';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PageBody } from '../../../components/page-body.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { useDestinations } from '../../../lib/destinations/use-destinations.ts';
import { paths } from '../../../lib/paths.ts';
import { useRowSources } from '../../../lib/row-sources/use-row-sources.ts';
import { describeDestination } from '../destination-words.ts';
import { type CrmDestination, isCrm } from '../kind-forms.ts';
import { DryRun } from './dry-run.tsx';
import { Mapping } from './mapping.tsx';
import { Runs } from './runs.tsx';
import { useReloadProperties } from './use-properties.ts';

export function CrmPage() {
  const { destinationId } = useParams();
  const query = useDestinations();
  const destination = query.data?.find(({ id }) => id === destinationId);
  return (
    <PageBody width="list">
      <PageHeading title={destination?.name ?? 'Destination'} />
      <Loaded query={query} loading="Loading the destination…">
        {() =>
          destination !== undefined && isCrm(destination) ? (
            <Crm key={destination.id} destination={destination} />
          ) : (
            <p>
              This destination does not exist, was deleted, or has no mapping. See all{' '}
              <TextLink to={paths.destinations}>Destinations</TextLink>.
            </p>
          )
        }
      </Loaded>
    </PageBody>
  );
}

const keyWords: Readonly<Record<CrmKey, string>> = {
  domain: 'the domain of their website',
  email: 'their email',
  crm_id: 'the id that the last run stored',
};

function Crm({ destination }: { readonly destination: CrmDestination }) {
  const { id, source, key, mapping, state, reason } = destination;
  const sources = useRowSources();
  const reloadProperties = useReloadProperties(id);
  /** How often this page saw that something was written there: what a preview said before is not true any more. */
  const [writes, setWrites] = useState(0);
  const found = sources.data?.find(({ watch }) => watch.kind === source.kind && String(watch.id) === String(source.id));
  const label = found?.label ?? (sources.data === undefined ? 'Loading…' : 'A view or list that was deleted');
  const table = found?.table ?? null;

  function onWritten(): void {
    setWrites((before) => before + 1);
    void reloadProperties();
  }

  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {`${describeDestination(destination)}, found by ${keyWords[key]}. Rows: ${label}. Change this under `}
        <TextLink to={paths.destinations}>Destinations</TextLink>.
      </Typography>
      {state !== 'active' && (
        <Notice severity="warning">
          {[state === 'paused' ? 'Paused.' : 'Disabled.', reason, 'Nothing is pushed until it is active again.']
            .filter(Boolean)
            .join(' ')}
        </Notice>
      )}
      {/* Its first lines are in the order of the table. */}
      {sources.isPending ? (
        <LoadingText>Loading your views and lists…</LoadingText>
      ) : (
        <Mapping destination={destination} table={table} />
      )}
      <DryRun key={`${writes} ${JSON.stringify(mapping)}`} destination={destination} table={table} />
      <Runs destination={destination} table={table} onWritten={onWritten} />
    </>
  );
}
