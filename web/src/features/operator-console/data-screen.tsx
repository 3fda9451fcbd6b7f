import { describeOperatorData, type OperatorDataTable } from '@leadloom/shared/contract/operator-system';
import { tableNames } from '@leadloom/shared/tables/table-names';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { PlainColumn } from '../../components/plain-table.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { call } from '../../lib/api-client/call.ts';
import { formatCount } from '../../lib/format-count.ts';
import { formatDayAndTime } from '../../lib/format-date.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { importResultPath, tablePath } from '../../lib/paths.ts';
import { ConsoleList, useConsolePage } from './console-list.tsx';

const MEGABYTE = 1_000_000;
const columns: readonly PlainColumn<OperatorDataTable>[] = [
  { title: 'Table', cell: ({ title }) => title },
  {
    title: 'Rows',
    isNumber: true,
    cell: ({ table, title, rows }) => {
      const name = tableNames.find((known) => known === table);
      if (name === undefined) return formatCount(rows);
      return (
        <TextLink to={tablePath(name)} aria-label={`${formatCount(rows)} rows of ${title}`}>
          {formatCount(rows)}
        </TextLink>
      );
    },
  },
  { title: 'Size', isNumber: true, cell: ({ table_bytes: bytes }) => megabytes(bytes) },
  { title: 'Indexes', isNumber: true, cell: ({ index_bytes: bytes }) => megabytes(bytes) },
  { title: 'Bitmaps', cell: bitmapText },
  { title: 'Last import', cell: importText },
];
/** Only where some table is copied to a column store. */
const copyColumn: PlainColumn<OperatorDataTable> = { title: 'Column store', cell: copyText };

/** The data tables: how much there is, and how fresh it is. */
export function DataScreen() {
  const query = useConsolePage(['data'], (options) => call(describeOperatorData, {}, options));
  const hasCopies = query.data?.data.some(({ copy }) => copy !== null) ?? false;
  return (
    <>
      {query.data !== undefined && (
        <Typography variant="body2">The database uses {megabytes(query.data.database_bytes)}.</Typography>
      )}
      <ConsoleList
        label="Data tables"
        query={query}
        columns={hasCopies ? [...columns, copyColumn] : columns}
        keyOf={({ table }) => table}
        empty="There are no tables."
        page={1}
        onPage={() => undefined}
      />
    </>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`;
}

function bitmapText({ stale_chunks: stale, chunks }: OperatorDataTable): string {
  return stale === 0 ? 'Fresh' : `${formatCount(stale)} of ${formatCount(chunks)} parts are out of date`;
}

function copyText({ copy }: OperatorDataTable): string {
  if (copy === null) return NO_VALUE;
  const { versions_behind: behind, behind_seconds: seconds, erasures_waiting: waiting, error } = copy;
  const since = seconds === null ? '' : ` for ${formatCount(Math.ceil(seconds))} s`;
  const parts = [
    behind === 0 ? 'Up to date' : `Behind by ${counted(behind, 'version')}${since}`,
    ...(waiting === 0 ? [] : [`${counted(waiting, 'erasure')} waiting`]),
    ...(error === null ? [] : [`last try failed: ${error}`]),
  ];
  return parts.join('; ');
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

function importText({ last_import: last }: OperatorDataTable): ReactNode {
  if (last === null) return NO_VALUE;
  const counts = `${formatCount(last.added)} added, ${formatCount(last.changed)} changed, ${formatCount(last.refused)} refused`;
  return (
    <>
      {formatDayAndTime(last.at)}: <TextLink to={importResultPath(last.id, null)}>{last.file}</TextLink> ({counts})
    </>
  );
}
