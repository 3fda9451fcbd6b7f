/** Imports, newest first: of files at first, because open sources have many. Each opens its result, where it can be undone. */
import { type Import, type ImportOrigin, listImports, UNDO_DAYS } from '@leadloom/shared/contract/imports';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { BreakableEmail } from '../../../components/breakable-email.tsx';
import { LabelledSelect } from '../../../components/labelled-select.tsx';
import type { PlainColumn } from '../../../components/plain-table.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { importResultPath, paths } from '../../../lib/paths.ts';
import { ConsoleList, useConsolePage } from '../console-list.tsx';
import { UndoImport } from './undo-import.tsx';

const stateWords = {
  running: 'Running',
  done: 'Imported',
  failed: 'Failed',
  undoing: 'Being undone',
  undone: 'Undone',
} as const satisfies Record<Import['state'], string>;

const columns: readonly PlainColumn<Import>[] = [
  { title: 'File', cell: ({ id, file }) => <TextLink to={importResultPath(id, null)}>{file}</TextLink> },
  { title: 'Table', cell: ({ table }) => tableByName(table).title },
  { title: 'Started', cell: ({ started_at: at }) => formatDayAndTime(at) },
  {
    title: 'By',
    cell: ({ by, source }) => {
      if (source !== null) return <TextLink to={paths.operatorOpenSources}>Open source</TextLink>;
      return by === null ? 'A deleted account' : <BreakableEmail email={by} />;
    },
  },
  { title: 'State', cell: ({ state }) => stateWords[state] },
  { title: 'Added', isNumber: true, cell: ({ id, file, added }) => <Figure of={[id, file]} name="added" count={added} /> },
  {
    title: 'Changed',
    isNumber: true,
    cell: ({ id, file, changed }) => <Figure of={[id, file]} name="changed" count={changed} />,
  },
  {
    title: 'Refused',
    isNumber: true,
    cell: ({ id, file, refused }) => <Figure of={[id, file]} name="refused" count={refused} />,
  },
  { title: 'Action', cell: (row) => (row.undo_refusal === null ? <UndoImport of={row} /> : null) },
];

const origins = [
  ['files', 'Files'],
  ['open-sources', 'Open sources'],
  ['', 'Both'],
] as const;

export function ImportLog() {
  const [page, setPage] = useState(1);
  const [from, setFrom] = useState<ImportOrigin | ''>('files');
  const query = useConsolePage(['imports', from, page], (options) =>
    call(listImports, { query: { page, ...(from === '' ? {} : { from }) } }, options),
  );
  return (
    <>
      <Box sx={{ display: 'grid', justifyItems: 'start' }}>
        <LabelledSelect
          label="Loaded from"
          value={from}
          options={origins}
          onChange={(chosen) => {
            setFrom(origins.find(([origin]) => origin === chosen)?.[0] ?? '');
            setPage(1);
          }}
        />
      </Box>
      <ConsoleList
        label="Imports"
        query={query}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          from === 'open-sources'
            ? 'No open source has loaded anything yet.'
            : `Nothing has been imported yet. Drop a file above; an import can be undone for ${UNDO_DAYS} days.`
        }
        page={page}
        onPage={setPage}
      />
    </>
  );
}

interface FigureProps {
  /** Id and file of the import. */
  readonly of: readonly [string, string];
  readonly name: string;
  readonly count: number;
}

/** It leads to the report, which says more of it and has the refused rows as a file. */
function Figure({ of: [id, file], name, count }: FigureProps) {
  if (count === 0) return formatCount(count);
  return (
    <TextLink to={importResultPath(id, null)} aria-label={`${formatCount(count)} ${name} by ${file}`}>
      {formatCount(count)}
    </TextLink>
  );
}
