/**
 * A record below its heading: what it is in one line, what can be done with it, what the account keeps about it, its fields,
 * what belongs to it, and its history.
 */
import type { RowSource } from '@leadloom/shared/contract/table-records';
import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { failureId } from './mark-field-ids.ts';
import { RecordActions } from './record-actions.tsx';
import { RecordFields } from './record-fields.tsx';
import { RecordHistory } from './record-history.tsx';
import { RecordMarks } from './record-marks.tsx';
import { RecordSources } from './record-sources.tsx';
import { RecordSummary } from './record-summary.tsx';
import { RelatedGroups } from './related-groups.tsx';
import { type ShownRecord, useHistory, useMarks, useRelated, useSources } from './use-record.ts';

interface RecordBodyProps {
  readonly name: TableName;
  readonly id: number;
  readonly record: ShownRecord;
  /** The row as a list has it; undefined: it is on none that is shown. */
  readonly listed: TableRow | undefined;
  /** The level of the headings, below that of the record. */
  readonly level: 'h2' | 'h3';
}

const WAITING_LINES = 12;
const noSources: readonly RowSource[] = [];

export function RecordBody({ name, id, level, listed, record: { row, error, isRetrying, retry } }: RecordBodyProps) {
  // All are asked for at once, and each is shown once what is above it is there, so that nothing moves.
  const { isPending: isRelatedPending } = useRelated(name, id);
  useHistory(name, id);
  const { data: sources = noSources } = useSources(name, id);
  const marks = useMarks(name, id, listed);
  if (error !== null && row === undefined) {
    const isGone = error instanceof ApiError && error.status === 404;
    const text = isGone ? 'There is no such row. It may have been deleted.' : error.message;
    return (
      <Box id={failureId(name, id)} tabIndex={-1} sx={{ outline: 'none' }}>
        <LoadFailure text={text} onRetry={retry} isRetrying={isRetrying} />
      </Box>
    );
  }
  // The first line of a record may take several, so that nothing is drawn below it before it is there.
  if (row === undefined) return <Waiting />;
  return (
    <>
      <RecordSummary name={name} row={row} />
      <RecordActions name={name} id={id} />
      {marks.isPending ? (
        <Waiting />
      ) : (
        <>
          <RecordMarks key={`${name} ${id}`} name={name} id={id} marks={marks} />
          <RecordFields name={name} row={row} sources={sources} level={level} />
          <RelatedGroups name={name} id={id} level={level} />
          {!isRelatedPending && (
            <>
              <RecordHistory name={name} id={id} level={level} />
              <RecordSources name={name} id={id} level={level} />
            </>
          )}
        </>
      )}
    </>
  );
}

function Waiting() {
  return (
    <Box role="status" aria-label="Loading the record" sx={{ display: 'grid', gap: 1 }}>
      {Array.from({ length: WAITING_LINES }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content
        <Skeleton key={line} variant="text" width={line % 3 === 0 ? '60%' : '85%'} height="1.75rem" />
      ))}
    </Box>
  );
}
