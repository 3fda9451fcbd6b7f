/** An uploaded file on its way into a table: its form, its columns, and what cannot be read in it. One step is shown at a time. */
import type { ImportPreview } from '@leadloom/shared/contract/import-uploads';
import { previewImport } from '@leadloom/shared/contract/import-uploads';
import Box from '@mui/material/Box';
import { keepPreviousData, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { LoadFailure } from '../../../components/load-failure.tsx';
import { LoadingText } from '../../../components/loading-text.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { ApiError } from '../../../lib/api-client/api-error.ts';
import { call } from '../../../lib/api-client/call.ts';
import { paths } from '../../../lib/paths.ts';
import { useQuery } from '../../../lib/query/use-query.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FormStep } from './form-step.tsx';
import { type ImportDraft, needsTable, readingOf, settledDraft } from './import-draft.ts';
import { ImportSteps } from './import-steps.tsx';
import { ProblemsStep } from './problems-step.tsx';
import type { StepProps } from './step-props.ts';
import { UnreadFile } from './unread-file.tsx';
import { useImportDraft } from './use-import-draft.ts';

export function ImportFileScreen() {
  const { uploadId = '' } = useParams();
  return <ImportFile key={uploadId} uploadId={uploadId} />;
}

function ImportFile({ uploadId }: { readonly uploadId: string }) {
  const [search] = useSearchParams();
  const [draft, changeDraft] = useImportDraft(uploadId);
  const query = usePreview(uploadId, draft);
  const [last, setLast] = useState<ImportPreview | null>(null);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  const [lastError, setLastError] = useState<Error | null>(null);
  if (query.error !== null && query.error !== lastError) setLastError(query.error);
  // Where the file cannot be read as it was chosen last, it is shown as it was read before.
  const preview = query.data ?? last;
  const step = search.get('step');
  const isTableOpen = preview !== null && needsTable(draft, preview);
  const at = isTableOpen ? 0 : step === 'problems' ? 2 : step === 'columns' ? 1 : 0;
  return (
    <>
      <ImportSteps at={at} uploadId={uploadId} />
      <Steps
        at={at}
        query={query}
        preview={preview}
        lastError={lastError}
        uploadId={uploadId}
        draft={draft}
        changeDraft={changeDraft}
      />
    </>
  );
}

interface StepsProps extends Pick<StepProps, 'uploadId' | 'draft' | 'changeDraft'> {
  readonly at: number;
  readonly query: UseQueryResult<ImportPreview>;
  /** null: the file was not read yet. */
  readonly preview: ImportPreview | null;
  /** Why it could not be read the last time that it could not. */
  readonly lastError: Error | null;
}

function Steps({ at, query: { error, isFetching, refetch }, preview, lastError, ...rest }: StepsProps) {
  if (preview === null) {
    // The fields stay while the file is read again.
    const failure = error ?? lastError;
    if (failure instanceof ApiError && failure.code === 'IMPORT.UNREADABLE')
      return <UnreadFile draft={rest.draft} changeDraft={rest.changeDraft} isReading={isFetching} failure={failure.message} />;
    if (error === null) return <LoadingText>Reading the file...</LoadingText>;
    return (
      <>
        <LoadFailure text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        <Box>
          <TextLink to={paths.operatorImport}>Choose another file</TextLink>
        </Box>
      </>
    );
  }
  const props: StepProps = { ...rest, preview, isReading: isFetching, failure: error?.message ?? null };
  if (at === 2) return <ProblemsStep {...props} />;
  return at === 1 ? <ColumnsStep {...props} /> : <FormStep {...props} />;
}

/** Choices of values are left out: they change nothing of the form and the columns. */
function usePreview(uploadId: string, draft: ImportDraft): UseQueryResult<ImportPreview> {
  const queryClient = useQueryClient();
  const { table, options } = draft;
  const keyOf = (reading: string) => ['console', 'import-preview', uploadId, reading];
  return useQuery({
    queryKey: keyOf(readingOf(draft)),
    queryFn: async ({ signal }) => {
      const body = table === null ? options : { ...options, table };
      const preview = await call(previewImport, { params: { upload_id: uploadId }, body }, { signal });
      // Whoever accepts the guess need not wait for the same again.
      const settled = readingOf(settledDraft(draft, preview));
      if (settled !== readingOf(draft)) queryClient.setQueryData(keyOf(settled), preview);
      return preview;
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
