import type { ReactNode } from 'react';
import type { Submission } from '../../lib/use-submission.ts';
import { LoadFailure } from '../load-failure.tsx';
import { LoadingText } from '../loading-text.tsx';
import { FormDialog } from './form-dialog.tsx';

interface OfferedDialogProps<Offered> {
  readonly title: string;
  readonly submitLabel: string;
  /** What the form offers to choose from. */
  readonly offered: {
    readonly data: Offered | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly loading: string;
  readonly submission: Pick<Submission, 'isSending' | 'failure'>;
  /** Whether nothing is missing in the form. */
  readonly isWhole: boolean;
  /** The fields. */
  readonly children: (offered: Offered) => ReactNode;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

/** A form in a dialog whose choices have to be loaded first. */
export function OfferedDialog<Offered>(props: OfferedDialogProps<Offered>) {
  const { title, submitLabel, offered, loading, submission, isWhole, children, onSubmit, onClose } = props;
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isSubmitDisabled={!isWhole || submission.isSending}
      isBusy={submission.isSending}
      failure={submission.failure?.message ?? null}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {offered.isPending && <LoadingText>{loading}</LoadingText>}
      {offered.error !== null && (
        <LoadFailure text={offered.error.message} onRetry={() => void offered.refetch()} isRetrying={offered.isFetching} />
      )}
      {offered.data !== undefined && children(offered.data)}
    </FormDialog>
  );
}
