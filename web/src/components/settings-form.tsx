import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode, SubmitEvent } from 'react';
import { Notice } from './notice.tsx';
import { SubmitButton } from './submit-button.tsx';

interface SettingsFormProps {
  /** The fields; none where a press is enough. */
  readonly children?: ReactNode;
  readonly submitLabel: string;
  readonly isSubmitDisabled: boolean;
  readonly isDestructive?: boolean;
  readonly onSubmit: () => void;
  /** Adds a button that cancels the form. */
  readonly onCancel?: () => void;
  /** Why it failed, if no field says it. */
  readonly failure: string | null;
}

/** A form inside a line: as wide as its fields need, why it failed below its button. */
export function SettingsForm({
  children,
  submitLabel,
  isSubmitDisabled,
  isDestructive = false,
  onSubmit,
  onCancel,
  failure,
}: SettingsFormProps) {
  function onFormSubmit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }

  return (
    <Box component="form" noValidate onSubmit={onFormSubmit} sx={{ display: 'grid', gap: 1, maxWidth: '25rem' }}>
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <SubmitButton label={submitLabel} color={isDestructive ? 'error' : 'primary'} isDisabled={isSubmitDisabled} />
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </Box>
      {/* The line is present from the start, so that screen readers announce what appears in it. */}
      <Box aria-live="polite" sx={{ mt: failure === null ? 0 : 1 }}>
        {failure !== null && <Notice severity="error">{failure}</Notice>}
      </Box>
    </Box>
  );
}
