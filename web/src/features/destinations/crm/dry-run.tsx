/** What a run would create, update and skip, as a table of what is there and what would be. Nothing is written for it. */

import { dryRunCrm } from '@leadloom/shared/contract/crm';
import { destinationLabels } from '@leadloom/shared/contract/destinations';
import type { EndpointResult } from '@leadloom/shared/contract/endpoint';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Notice } from '../../../components/notice.tsx';
import { PlainTable } from '../../../components/plain-table.tsx';
import { RowLink } from '../../../components/row-link.tsx';
import { TabList } from '../../../components/tab-list.tsx';
import { May } from '../../../components/workspace/may.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { NO_VALUE } from '../../../lib/no-value.ts';
import type { SourceTable } from '../../../lib/row-sources/use-row-sources.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { connecting } from '../../../lib/workspace/needs.ts';
import type { CrmDestination } from '../kind-forms.ts';
import { useProperties } from './use-properties.ts';

type Preview = EndpointResult<typeof dryRunCrm>;
const parts = ['created', 'updated', 'skipped'] as const;
type Part = (typeof parts)[number];
const partLabels: Readonly<Record<Part, string>> = { created: 'Created', updated: 'Updated', skipped: 'Skipped' };

interface DryRunProps {
  readonly destination: CrmDestination;
  /** That of the rows; null: it is not known. */
  readonly table: SourceTable | null;
}

export function DryRun({ destination, table }: DryRunProps) {
  const { isSending, failure, submit } = useSubmission();
  const [preview, setPreview] = useState<Preview | null>(null);
  const name = destinationLabels[destination.kind];

  async function show(): Promise<void> {
    const path = { params: { destination_id: destination.id } };
    await submit(async () => setPreview(await call(dryRunCrm, path)));
  }

  return (
    <Box
      component="section"
      aria-labelledby="crm-preview"
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography id="crm-preview" variant="h2">
        What a run would do
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <May needs={connecting}>
          <Button
            variant="outlined"
            disabled={isSending || destination.mapping.length === 0 || destination.state !== 'active'}
            onClick={() => void show()}
          >
            Preview
          </Button>
        </May>
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          {describePreview(preview, isSending, destination.mapping.length === 0, name)}
        </Typography>
      </Box>
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      {preview !== null && <PreviewParts preview={preview} destination={destination} table={table} />}
    </Box>
  );
}

function describePreview(preview: Preview | null, isSending: boolean, isUnmapped: boolean, name: string): string {
  if (isSending) return `Comparing the rows with ${name}…`;
  if (isUnmapped) return 'Save a mapping first.';
  if (preview === null) return `Nothing is written to ${name}.`;
  const compared = parts.reduce((count, part) => count + preview[part].length, 0);
  if (preview.rows <= compared) return `${formatRows(preview.rows)} compared. Nothing was written to ${name}.`;
  return `The first ${formatCount(compared)} of ${formatRows(preview.rows)} compared. Nothing was written to ${name}.`;
}

interface PreviewPartsProps extends DryRunProps {
  readonly preview: Preview;
}

function PreviewParts({ preview, destination, table }: PreviewPartsProps) {
  const id = useId();
  const [picked, setPicked] = useState<Part | null>(null);
  const part = picked ?? parts.find((known) => preview[known].length > 0) ?? 'created';
  return (
    <>
      <TabList
        label="Parts of the preview"
        value={part}
        onChange={setPicked}
        tabs={parts.map((value) => ({
          value,
          id: `${id}-${value}`,
          controls: `${id}-panel`,
          text: `${partLabels[value]} (${formatCount(preview[value].length)})`,
        }))}
      />
      <Box
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${part}`}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        {preview[part].length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>{`No row would be ${part}.`}</Typography>
        ) : part === 'skipped' ? (
          <SkippedRows key={part} skipped={preview.skipped} table={table} label="Skipped rows" />
        ) : (
          <Changes key={part} changed={preview[part]} destination={destination} table={table} />
        )}
      </Box>
    </>
  );
}

/** Lines that are shown at first, and by each press. */
const LINES = 100;

interface ChangesProps extends DryRunProps {
  readonly changed: Preview['created'] | Preview['updated'];
}

function Changes({ changed, destination, table }: ChangesProps) {
  const labels = new Map(useProperties(destination.id).data?.data.map(({ name, label }) => [name, label]));
  const lines = changed.flatMap(({ row, name, changes }) =>
    changes.map((change) => ({ ...change, key: `${row} ${change.property}`, row, name })),
  );
  return (
    <Lines lines={lines}>
      {(shown) => (
        <PlainTable
          label="What would change"
          isCompact
          rows={shown}
          keyOf={({ key }) => key}
          columns={[
            {
              title: destination.object === 'companies' ? 'Company' : 'Contact',
              cell: ({ row, name }) => <RowLink {...{ table, row }}>{name}</RowLink>,
            },
            { title: 'Property', cell: ({ property }) => labels.get(property) ?? property },
            { title: 'From', cell: ({ from }) => from ?? NO_VALUE },
            { title: 'To', cell: ({ to }) => to ?? NO_VALUE },
          ]}
        />
      )}
    </Lines>
  );
}

interface SkippedRowsProps extends Pick<DryRunProps, 'table'> {
  readonly label: string;
  readonly skipped: Preview['skipped'];
}

/** Rows with the reason why nothing was done for them. */
export function SkippedRows({ skipped, table, label }: SkippedRowsProps) {
  return (
    <Lines lines={skipped}>
      {(shown) => (
        <PlainTable
          label={label}
          isCompact
          rows={shown.map((one, place) => ({ ...one, place }))}
          keyOf={({ place }) => place}
          columns={[
            { title: 'Row', cell: ({ row }) => <RowLink {...{ table, row }}>{`Row ${row}`}</RowLink> },
            { title: 'Reason', cell: ({ reason }) => reason },
          ]}
        />
      )}
    </Lines>
  );
}

interface LinesProps<Line> {
  readonly lines: readonly Line[];
  readonly children: (shown: readonly Line[]) => React.ReactNode;
}

/** The first lines, and a button that shows more of them. */
function Lines<Line>({ lines, children }: LinesProps<Line>) {
  const [count, setCount] = useState(LINES);
  return (
    <>
      {children(lines.slice(0, count))}
      {count < lines.length && (
        <Button size="small" sx={{ justifySelf: 'start' }} onClick={() => setCount(count + LINES)}>
          {`Show more (${formatCount(lines.length - count)} left)`}
        </Button>
      )}
    </>
  );
}
