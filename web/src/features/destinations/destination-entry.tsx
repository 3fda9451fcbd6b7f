/** One destination: where it leads, whether it works, what it was sent, and what can be done with it. */
import {
  type Destination,
  deleteDestination,
  repeatDestinationDelivery,
  testDestination,
  updateDestination,
} from '@leadloom/shared/contract/destinations';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { DeliveryList } from '../../components/deliveries/delivery-list.tsx';
import { DeleteDialog } from '../../components/dialogs/delete-dialog.tsx';
import { EntryHead } from '../../components/entry-list.tsx';
import { Notice } from '../../components/notice.tsx';
import { useOwnerProof } from '../../components/owner-proof/use-owner-proof.tsx';
import { May } from '../../components/workspace/may.tsx';
import { call } from '../../lib/api-client/call.ts';
import { useReloadDestinations } from '../../lib/destinations/use-destinations.ts';
import { crmPath } from '../../lib/paths.ts';
import { showRefusal } from '../../lib/snackbar/show-refusal.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { ChangeDestinationDialog } from './change-destination-dialog.tsx';
import {
  describeDeletion,
  describeDestination,
  describeInactive,
  describeLastDelivery,
  describeLastRun,
  eventLabel,
} from './destination-words.ts';
import { HostKey } from './host-key.tsx';
import { isCrm } from './kind-forms.ts';
import { useDeliveries, useRuns } from './use-deliveries.ts';

type Opened = 'change' | 'delete' | null;

export function DestinationEntry({ destination }: { readonly destination: Destination }) {
  const reload = useReloadDestinations();
  const { isSending, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const [opened, setOpened] = useState<Opened>(null);
  const [areDeliveriesShown, setDeliveriesShown] = useState(false);
  /** How the last test of this visit went. */
  const [tested, setTested] = useState<{ readonly ok: boolean; readonly error?: string | undefined } | null>(null);
  const deliveriesId = useId();
  const { id, name, kind, state, created_by: maker } = destination;
  const isActive = state === 'active';
  const path = { params: { destination_id: id } };

  async function test(): Promise<void> {
    setTested(null);
    const isDone = await submit(async () => setTested(await call(testDestination, path)), showRefusal);
    // A first test pins the host key of a server.
    if (isDone) await reload();
  }
  async function setState(next: 'active' | 'disabled', done: string): Promise<void> {
    await submit(async () => {
      if ((await withProof(() => call(updateDestination, { ...path, body: { state: next } }))) === null) return;
      await reload();
      showSnackbar('success', done);
    }, showRefusal);
  }
  function close(): void {
    setOpened(null);
    setTested(null);
    void reload();
  }

  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <EntryHead
        title={name}
        level="h2"
        text={`${describeDestination(destination)}${maker === undefined ? '' : ` · of ${maker}`}`}
        status={useLast(destination)}
        actions={
          <>
            {isCrm(destination) && (
              <Button size="small" component={Link} to={crmPath(id)}>
                Mapping and runs
              </Button>
            )}
            {isActive && (
              <May needs={connecting}>
                <Button size="small" disabled={isSending} onClick={() => void test()}>
                  Send a test
                </Button>
              </May>
            )}
            <May needs={connecting}>
              <Button size="small" disabled={isSending} onClick={() => setOpened('change')}>
                Change
              </Button>
            </May>
            {isActive && (
              <May needs={connecting}>
                <Button size="small" disabled={isSending} onClick={() => void setState('disabled', 'Destination disabled')}>
                  Disable
                </Button>
              </May>
            )}
            <May needs={connecting}>
              <Button size="small" color="error" disabled={isSending} onClick={() => setOpened('delete')}>
                Delete
              </Button>
            </May>
          </>
        }
      />
      {!isActive && (
        <Notice severity="warning">
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', justifyContent: 'space-between' }}>
            <span>{describeInactive(destination)}</span>
            <May needs={connecting}>
              <Button
                size="small"
                variant="outlined"
                disabled={isSending}
                onClick={() => void setState('active', state === 'paused' ? 'Destination confirmed' : 'Destination enabled')}
              >
                {state === 'paused' ? 'Confirm' : 'Enable again'}
              </Button>
            </May>
          </Box>
        </Notice>
      )}
      {/* It is there before what it announces, and takes no room. */}
      <Box aria-live="polite" sx={{ mt: tested === null ? -1 : 0 }}>
        {tested !== null && (
          <Notice severity={tested.ok ? 'success' : 'error'}>
            {tested.ok ? 'The test worked.' : `The test failed: ${tested.error ?? 'there was no reason given.'}`}
          </Notice>
        )}
      </Box>
      {destination.kind === 'google-sheets' && (
        <Box sx={{ fontSize: '0.875rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {`The spreadsheet has to be shared with ${destination.service_account_email} as an editor.`}
        </Box>
      )}
      {destination.kind === 'sftp' && destination.host_key !== null && (
        <HostKey destinationId={id} name={name} hostKey={destination.host_key} />
      )}
      {!isCrm(destination) && (
        <Box>
          <Button
            size="small"
            aria-expanded={areDeliveriesShown}
            sx={{ ml: -0.625 }}
            aria-controls={areDeliveriesShown ? deliveriesId : undefined}
            onClick={() => setDeliveriesShown(!areDeliveriesShown)}
          >
            {areDeliveriesShown ? 'Hide deliveries' : 'Show deliveries'}
          </Button>
          {areDeliveriesShown && (
            <Box id={deliveriesId} sx={{ display: 'grid', gap: 1, pt: 0.5 }}>
              <Deliveries id={id} isActive={isActive} />
            </Box>
          )}
        </Box>
      )}
      {opened === 'change' && (
        <ChangeDestinationDialog key={kind} destination={destination} onChanged={close} onClose={() => setOpened(null)} />
      )}
      {opened === 'delete' && (
        <DeleteDialog
          title={`Delete "${name}"?`}
          text={describeDeletion(destination)}
          confirmLabel="Delete destination"
          remove={() => call(deleteDestination, path)}
          onDeleted={close}
          onClose={() => setOpened(null)}
        />
      )}
      {proofDialog}
    </Box>
  );
}

/** What it was sent last, in a sentence; while that is not known, that it is loading. */
function useLast(destination: Destination): string {
  const isRuns = isCrm(destination);
  const { data, error } = useRuns(destination.id, 1, isRuns);
  if (!isRuns) return describeLastDelivery(destination.last ?? undefined);
  if (error !== null) return error.message;
  return data === undefined ? 'Loading…' : describeLastRun(data.data[0]);
}

function Deliveries({ id, isActive }: { readonly id: string; readonly isActive: boolean }) {
  const [page, setPage] = useState(1);
  const reload = useReloadDestinations();
  return (
    <DeliveryList
      query={useDeliveries(id, page)}
      empty="No deliveries yet. Scheduled exports and alerts that name this destination send to it."
      page={page}
      onPage={setPage}
      eventLabel={eventLabel}
      isActive={isActive}
      sendAgain={async (delivery) => {
        await call(repeatDestinationDelivery, { params: { destination_id: id, delivery_id: delivery.id } });
        await reload();
      }}
    />
  );
}
