import { MAX_ACCOUNT_LIMIT } from '@leadloom/shared/contract/operator-accounts';
import { useState } from 'react';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../../components/form-field.tsx';
import { formatCount } from '../../../lib/format-count.ts';

export interface Limits {
  readonly request_limit: number | null;
  readonly export_limit: number | null;
}

interface LimitsDialogProps {
  /** Whose they are. */
  readonly of: string;
  /** As they are now. */
  readonly limits: Limits;
  /** Those of the plan, where they are known. */
  readonly plan?: Limits;
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly onSave: (limits: Limits) => void;
  readonly onClose: () => void;
}

const WRONG = 'Enter a whole number, or leave it empty.';

/** Sets limits that hold instead of the plan's. An empty field is the plan's. */
export function LimitsDialog({ of, limits, plan, isBusy, failure, onSave, onClose }: LimitsDialogProps) {
  const [requests, setRequests] = useState(limits.request_limit?.toString() ?? '');
  const [exports, setExports] = useState(limits.export_limit?.toString() ?? '');
  const [requestLimit, exportLimit] = [readLimit(requests), readLimit(exports)];
  const isRight = requestLimit !== undefined && exportLimit !== undefined;
  return (
    <FormDialog
      title={`Limits of ${of}`}
      text="These limits hold instead of those of the plan, from the next call on. Leave a field empty for the limit of the plan."
      submitLabel="Save"
      isSubmitDisabled={!isRight || isBusy}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => isRight && onSave({ request_limit: requestLimit, export_limit: exportLimit })}
      onClose={onClose}
    >
      <FormField
        label="Requests per month"
        name="request_limit"
        autoComplete="off"
        value={requests}
        onChange={setRequests}
        error={requestLimit === undefined ? WRONG : null}
        hint={plan && `The plan: ${planText(plan.request_limit)}`}
      />
      <FormField
        label="Exported rows per month"
        name="export_limit"
        autoComplete="off"
        value={exports}
        onChange={setExports}
        error={exportLimit === undefined ? WRONG : null}
        hint={plan && `The plan: ${planText(plan.export_limit)}`}
      />
    </FormDialog>
  );
}

export function planText(limit: number | null): string {
  return limit === null ? 'no limit' : formatCount(limit);
}

/** null: as in the plan; undefined: not a limit. */
function readLimit(text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === '') return null;
  if (!/^\d{1,10}$/.test(digits)) return undefined;
  return Number(digits) <= MAX_ACCOUNT_LIMIT ? Number(digits) : undefined;
}
