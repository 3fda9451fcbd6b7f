/** What a dry run found: cells that cannot be read, with a choice for each value, and what the import would change. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useOwnerProof } from '../../../components/owner-proof/use-owner-proof.tsx';
import { formatRows } from '../../../lib/format-rows.ts';
import { importFilePath, importResultPath } from '../../../lib/paths.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { Difference } from './difference.tsx';
import { Figures } from './figures.tsx';
import { FileDownloads } from './file-downloads.tsx';
import { FoldedRows } from './folded-rows.tsx';
import { heldBackIn } from './held-back-in.ts';
import { groupsOf, isSameGroup, readingOf, refusedChange } from './import-draft.ts';
import { ImportProgress } from './import-progress.tsx';
import { ProblemGroups } from './problem-groups.tsx';
import { startDraft } from './start-import.ts';
import { StepFoot } from './step-foot.tsx';
import type { StepProps } from './step-props.ts';
import { isRunning, useImport } from './use-import.ts';

export function ProblemsStep(props: StepProps) {
  const { uploadId, draft, changeDraft, preview } = props;
  const navigate = useNavigate();
  const { isSending, failure, submit } = useSubmission();
  const { withProof, proofDialog } = useOwnerProof();
  const { check, choices } = draft;

  const onCheck = () =>
    submit(async () => {
      const started = await withProof(() => startDraft({ uploadId, draft, table: preview.table, isDryRun: true }));
      if (started === null) return;
      const reading = readingOf({ ...draft, table: preview.table });
      changeDraft((before) => ({ ...before, table: preview.table, check: { id: started.result, reading, choices } }));
    });
  const onImport = () =>
    submit(async () => {
      const started = await withProof(() => startDraft({ uploadId, draft, table: preview.table, isDryRun: false }));
      if (started === null) return;
      void navigate(importResultPath(started.result, uploadId));
    });
  const isChecked = check !== null && check.reading === readingOf(draft);
  return (
    <>
      {isChecked ? (
        <Checked key={check.id} {...props} check={check} isSending={isSending} onCheck={onCheck} onImport={onImport} />
      ) : (
        <>
          <Notice severity="info">These columns have not been checked yet.</Notice>
          <Foot {...props}>
            <Button variant="contained" disabled={isSending} onClick={() => void onCheck()}>
              Check the rows
            </Button>
          </Foot>
        </>
      )}
      {failure !== null && <Notice severity="error">{failure.message}</Notice>}
      {proofDialog}
    </>
  );
}

interface CheckedProps extends StepProps {
  readonly check: NonNullable<StepProps['draft']['check']>;
  readonly isSending: boolean;
  readonly onCheck: () => Promise<unknown>;
  readonly onImport: () => Promise<unknown>;
}

function Checked({ check, isSending, onCheck, onImport, ...props }: CheckedProps) {
  const { draft, changeDraft, preview } = props;
  const { data, error, isFetching, refetch } = useImport(check.id);
  const again = (
    <Button variant="outlined" disabled={isSending} onClick={() => void onCheck()}>
      Check again
    </Button>
  );
  if (data === undefined) {
    if (error === null) return <LoadingText>Loading...</LoadingText>;
    return (
      <>
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        <Foot {...props}>{again}</Foot>
      </>
    );
  }
  if (isRunning(data)) return <ImportProgress of={data} total={preview.is_whole ? preview.rows_read : null} />;
  const { report } = data;
  if (report === null || data.state === 'failed')
    return (
      <>
        <Notice severity="error">{data.problem ?? 'The check has ended, but did not say what it found.'}</Notice>
        <Foot {...props}>{again}</Foot>
      </>
    );

  const groups = groupsOf(data.problems, draft.choices);
  const change = refusedChange(groups, draft.choices, check.choices);
  const refused = Math.min(report.rows_read, Math.max(0, report.rejected + change));
  const imported = report.rows_read - refused;
  const isChanged = JSON.stringify(draft.choices) !== JSON.stringify(check.choices);
  return (
    <>
      <Figures
        label="What the import does"
        of={[
          ['Rows read', report.rows_read],
          ['Rows taken', imported],
          ['Rows refused', refused],
          ['Added', report.added],
          ['Changed', report.changed],
          ['Unchanged', report.unchanged],
          ...heldBackIn(report),
          ['Folded into others', report.duplicates],
        ]}
      />
      <Box role="status" sx={{ minHeight: '1.5rem', color: 'text.secondary', fontSize: '0.875rem' }}>
        {isChanged
          ? 'Taken and refused rows follow your choices. Check again to see what that adds and changes.'
          : 'Nothing is changed before you press Import.'}
      </Box>
      {report.notices.map((notice) => (
        <Notice key={notice} severity="info">
          {notice}
        </Notice>
      ))}
      <ProblemGroups
        groups={groups}
        choices={draft.choices}
        definitionOf={preview.table}
        onChoose={(problem, choice) =>
          changeDraft((before) => {
            const others = before.choices.filter((known) => !isSameGroup(known.problem, problem));
            return { ...before, choices: choice === null ? others : [...others, { problem, ...choice }] };
          })
        }
      />
      <FoldedRows report={report} />
      <FileDownloads of={data} />
      {data.difference !== null && <Difference of={data.difference} table={preview.table} />}
      <Foot {...props}>
        {again}
        <Button variant="contained" disabled={isSending || imported === 0} onClick={() => void onImport()}>
          Import {formatRows(imported)}
        </Button>
      </Foot>
    </>
  );
}

function Foot({ uploadId, children }: Pick<StepProps, 'uploadId'> & { readonly children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <StepFoot isReading={false}>
      <Button variant="outlined" onClick={() => void navigate(importFilePath(uploadId, 'columns'))}>
        Back
      </Button>
      {children}
    </StepFoot>
  );
}
