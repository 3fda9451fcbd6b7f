/** Destinations: where files, messages and rows go besides this server. */
import { type Destination, MAX_DESTINATIONS } from '@leadloom/shared/contract/destinations';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { EntryList } from '../../components/entry-list.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FirstOne, VerifiedScreen } from '../../components/verified-screen.tsx';
import { May } from '../../components/workspace/may.tsx';
import { useKnownMe } from '../../lib/account/use-me.ts';
import { useDestinations, useReloadDestinations } from '../../lib/destinations/use-destinations.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { connecting } from '../../lib/workspace/needs.ts';
import { DestinationEntry } from './destination-entry.tsx';
import { NewDestinationDialog } from './new-destination-dialog.tsx';

export function Destinations() {
  const reload = useReloadDestinations();
  const [isCreating, setCreating] = useState(false);
  return (
    <VerifiedScreen
      title="Destinations"
      newLabel="New destination"
      onNew={() => setCreating(true)}
      needs={connecting}
      verifyFirst="Check your inbox and verify your email to use destinations."
    >
      {() => (
        <>
          <OwnDestinations onCreate={() => setCreating(true)} />
          {isCreating && (
            <NewDestinationDialog
              onCreated={({ name }) => {
                setCreating(false);
                showSnackbar('success', `"${name}" was added. Send a test to see whether it works.`);
                void reload();
              }}
              onClose={() => setCreating(false)}
            />
          )}
        </>
      )}
    </VerifiedScreen>
  );
}

function OwnDestinations({ onCreate }: { readonly onCreate: () => void }) {
  const email = useKnownMe()?.email;
  const isOwn = ({ created_by: maker }: Destination) => maker === undefined || maker === email;
  return (
    <Loaded query={useDestinations()} loading="Loading destinations…">
      {(all) =>
        all.length === 0 ? (
          <FirstOne text="No destinations yet. Send files to a bucket, a server or a spreadsheet, messages to Slack, and rows to your CRM.">
            <May needs={connecting}>
              <Button variant="outlined" onClick={onCreate}>
                Add your first destination
              </Button>
            </May>
          </FirstOne>
        ) : (
          <>
            <EntryList
              label="Your destinations"
              entries={all}
              renderEntry={(destination) => <DestinationEntry destination={destination} />}
            />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {`${all.filter(isOwn).length} of ${MAX_DESTINATIONS} destinations.`}
            </Typography>
          </>
        )
      }
    </Loaded>
  );
}
