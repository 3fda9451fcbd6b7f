/** One import: its progress while it runs, what it did, its files, and Undo. */
import { type ImportDetails, UNDO_DAYS, type UndoCounts } from '@leadloom/shared/contract/imports';
import { tableByName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import { useParams, useSearchParams } from 'react-router-dom';
import { Loaded } from '../../../components/loaded.tsx';
import { Notice } from '../../../components/notice.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { formatCount } from '../../../lib/format-count.ts';
import { formatDayAndTime } from '../../../lib/format-date.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { importFilePath, paths, tablePath } from '../../../lib/paths.ts';
import { Figures } from './figures.tsx';
import { FileDownloads } from './file-downloads.tsx';
import { heldBackIn } from './held-back-in.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportSteps } from './import-steps.tsx';
import { UndoImport } from './undo-import.tsx';
import { isRunning, useImport } from './use-import.ts';

export function ImportResultScreen() {
  const { importId = '' } = useParams();
  const [search] = useSearchParams();
  const uploadId = search.get('file');
  const query = useImport(importId);
  return (
    <>
      <ImportSteps at={3} uploadId={uploadId} />
      <Loaded query={query} loading="Loading...">
        {(details) => <Result of={details} uploadId={uploadId} />}
      </Loaded>
      {/* The links follow once the height of the result above is known. */}
      {!query.isPending && (
        <Box sx={{ fontSize: '0.875rem' }}>
          <TextLink to={paths.operatorImport}>All imports, and a new one</TextLink>
        </Box>
      )}
    </>
  );
}

function Result({ of, uploadId }: { readonly of: ImportDetails; readonly uploadId: string | null }) {
  const { file, table, by, source, started_at: startedAt } = of;
  return (
    <>
      <Box>
        <Box component="h2" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
          {file}
        </Box>
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          Into <TextLink to={tablePath(table)}>{tableByName(table).title}</TextLink>, {formatDayAndTime(startedAt)}, by{' '}
          {source === null ? (by ?? 'a deleted account') : 'an open source'}
        </Box>
      </Box>
      {isRunning(of) ? <ImportProgress of={of} total={null} /> : <Ended of={of} uploadId={uploadId} />}
    </>
  );
}

function Ended({ of, uploadId }: { readonly of: ImportDetails; readonly uploadId: string | null }) {
  const { state, added, changed, refused, problem, undone, report, undo_refusal: refusal } = of;
  if (state === 'failed')
    return (
      <>
        <Notice severity="error">{problem ?? 'The import failed. Nothing was loaded.'}</Notice>
        {uploadId !== null && (
          <Box sx={{ fontSize: '0.875rem' }}>
            <TextLink to={importFilePath(uploadId, 'columns')}>Back to the columns</TextLink>
          </Box>
        )}
      </>
    );
  return (
    <>
      <Figures
        label="Result"
        of={[['Added', added], ['Changed', changed], ['Refused', refused], ...(report === null ? [] : heldBackIn(report))]}
      />
      {report !== null && (
        <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
          {formatRows(report.rows_read)} read, {formatCount(report.unchanged)} already known, {formatCount(report.duplicates)}{' '}
          merged with other rows of the file.
        </Box>
      )}
      {undone !== null && <Notice severity="info">{undoneInWords(undone)}</Notice>}
      {of.files.includes('rejects') && (
        <Box sx={{ fontSize: '0.875rem' }}>
          Download the refused rows as a file like yours, with the reasons in the column <code>reason</code>. Correct it and
          import it again.
        </Box>
      )}
      <FileDownloads of={of} />
      {refusal === null ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', fontSize: '0.875rem' }}>
          <UndoImport of={of} />
          <Box sx={{ color: 'text.secondary' }}>For {UNDO_DAYS} days. You see first what cannot be undone.</Box>
        </Box>
      ) : (
        state === 'done' && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{refusal}</Box>
      )}
    </>
  );
}

function undoneInWords({ deleted, restored, changed_since: changed, deleted_since: gone }: UndoCounts): string {
  const rows = (count: number, what: string) => `${formatCount(count)} ${what} ${count === 1 ? 'row was' : 'rows were'}`;
  const left = changed + gone;
  return [
    `Undone: ${rows(deleted, 'added')} deleted, and ${rows(restored, 'changed')} restored.`,
    ...(left === 0
      ? []
      : [`${formatRows(left)} changed or deleted since ${left === 1 ? 'was left as it is' : 'were left as they are'}.`]),
  ].join(' ');
}
