/** All imports, however they were started, newest first. Each opens its result, where it can be undone. */
import { type Import, listImports, UNDO_DAYS } from '@leadloom/shared/contract/imports';
import { tableByName } from '@leadloom/shared/tables/tables';
import { useState } from 'react';
import { TextLink } from '../../../components/text-link.tsx';
import { call } from '../../../lib/api-client/call.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { importResultPath, paths } from '../../../lib/paths.ts';
import { BreakableEmail } from '../breakable-email.tsx';
import { ConsoleList, useConsolePage } from '../console-list.tsx';
import type { ConsoleColumn } from '../console-table.tsx';
import { UndoImport } from './undo-import.tsx';

const stateWords = {
  running: 'Running',
  done: 'Imported',
  failed: 'Failed',
  undoing: 'Being undone',
  undone: 'Undone',
} as const satisfies Record<Import['state'], string>;

const columns: readonly ConsoleColumn<Import>[] = [
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

export function ImportLog() {
  const [page, setPage] = useState(1);
  const query = useConsolePage(['imports', page], (options) => call(listImports, { query: { page } }, options));
  return (
    <ConsoleList
      label="Imports"
      query={query}
      columns={columns}
      keyOf={({ id }) => id}
      empty={`Nothing has been imported yet. Drop a file above; an import can be undone for ${UNDO_DAYS} days.`}
      page={page}
      onPage={setPage}
    />
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
