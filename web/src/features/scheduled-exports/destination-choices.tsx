/** Where the files of a scheduled export are sent besides this server, and what happens to what is there. */
import {
  type DeliveryMode,
  type Destination,
  deliveryModes,
  destinationLabels,
  fileDestinationKinds,
  MAX_EXPORT_DESTINATIONS,
} from '@leadloom/shared/contract/destinations';
import type { ScheduledExport } from '@leadloom/shared/contract/scheduled-exports';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { CheckLine } from '../../components/check-line.tsx';
import { LabelledSelect } from '../../components/labelled-select.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useDestinations } from '../../lib/destinations/use-destinations.ts';
import { paths } from '../../lib/paths.ts';

export type ChosenDestination = ScheduledExport['destinations'][number];

/** Spreadsheets hold rows; buckets and servers hold files. */
const rowModes: Readonly<Record<DeliveryMode, string>> = {
  replace: 'Replace the rows',
  append: 'Add all rows below',
  changes: 'Update changed rows and add new ones',
};
const fileModes: Readonly<Record<DeliveryMode, string>> = {
  replace: 'Keep each file, and the newest as “latest”',
  append: 'Keep each file',
  changes: 'Send only new and changed rows',
};

interface DestinationChoicesProps {
  readonly chosen: readonly ChosenDestination[];
  readonly onChange: (chosen: readonly ChosenDestination[]) => void;
}

export function DestinationChoices({ chosen, onChange }: DestinationChoicesProps) {
  const query = useDestinations();
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography id={id} component="div" variant="subtitle2">
        Also send each file to
      </Typography>
      <Loaded query={query} loading="Loading destinations…">
        {(all) => {
          const offered = all.filter(takesFiles);
          if (offered.length === 0)
            return (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                No destination takes files yet. Add one under <TextLink to={paths.destinations}>Destinations</TextLink>.
              </Typography>
            );
          return offered.map((destination) => (
            <Choice
              key={destination.id}
              destination={destination}
              mode={chosen.find(({ destination_id: id }) => id === destination.id)?.mode ?? null}
              isFull={chosen.length >= MAX_EXPORT_DESTINATIONS}
              onChange={(mode) => {
                const others = chosen.filter(({ destination_id: id }) => id !== destination.id);
                onChange(mode === null ? others : [...others, { destination_id: destination.id, mode }]);
              }}
            />
          ));
        }}
      </Loaded>
    </Box>
  );
}

interface ChoiceProps {
  readonly destination: Destination;
  /** null: nothing is sent there. */
  readonly mode: DeliveryMode | null;
  readonly isFull: boolean;
  readonly onChange: (mode: DeliveryMode | null) => void;
}

function Choice({ destination: { name, kind }, mode, isFull, onChange }: ChoiceProps) {
  const labels = kind === 'google-sheets' ? rowModes : fileModes;
  return (
    <Box>
      <CheckLine
        label={`${name} (${destinationLabels[kind]})`}
        isChecked={mode !== null}
        onChange={(isChosen) => {
          if (!isChosen) onChange(null);
          else if (!isFull) onChange('replace');
        }}
      />
      {mode !== null && (
        <Box sx={{ pl: 3.5, pb: 1 }}>
          <LabelledSelect
            label={`What happens in ${name}`}
            value={mode}
            options={deliveryModes.map((known) => [known, labels[known]] as const)}
            onChange={(value) => onChange(deliveryModes.find((known) => known === value) ?? mode)}
          />
        </Box>
      )}
    </Box>
  );
}

function takesFiles({ kind }: Destination): boolean {
  return fileDestinationKinds.some((known) => known === kind);
}

/** `Sent to Team bucket and Sales sheet.`; empty: to none. Those that are not known any more are left out. */
export function describeDestinations(chosen: readonly ChosenDestination[], all: readonly Destination[]): string {
  const found = chosen.flatMap(({ destination_id: id }) => all.find((known) => known.id === id) ?? []);
  const names = found.map(({ name, state }) => (state === 'active' ? name : `${name} (${state})`));
  return names.length === 0 ? '' : `Sent to ${new Intl.ListFormat('en-GB').format(names)}.`;
}
