/** Names to track, with their label and what is said about them. Chosen names are shown as chips. */
import Box from '@mui/material/Box';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { ComboboxShell } from '../../../components/combobox-shell.tsx';
import { lazyField } from '../../../components/lazy-field.tsx';
import type { NameChoiceFieldProps, NameOption } from './name-choice-field.tsx';
import { hasSeparator } from './read-typed-names.ts';
import type { NameChoice } from './use-name-choice.ts';

interface NameFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly choice: NameChoice;
  readonly options: readonly NameOption[];
  readonly isLoading: boolean;
  readonly isDisabled: boolean;
  /** A text below the field while there is no error. */
  readonly hint: string | null;
  readonly inputRef: Ref<HTMLInputElement>;
}

const LazyNameChoiceField = lazyField<NameChoiceFieldProps>(
  async () => (await import('./name-choice-field.tsx')).NameChoiceField,
  {
    instead: ({ choice, describedBy, placeholder, isDisabled, inputRef, onPaste, onKeyDown }, shell) => (
      <ComboboxShell
        {...shell}
        {...{ describedBy, placeholder, isDisabled, inputRef, onPaste }}
        isFree
        isWrong={choice.problem !== null}
        typed={choice.typed}
        onType={choice.type}
        onKeyDown={(event) => {
          // Enter does what it does in the field itself: what is typed becomes a name.
          if (event.key === 'Enter' && choice.typed.trim() !== '') {
            event.preventDefault();
            choice.addTyped(choice.typed);
          } else onKeyDown(event);
        }}
      />
    ),
    hasMore: ({ choice }) => choice.chosen.length > 0,
  },
);

export function NameField({ label, placeholder, choice, options, isLoading, isDisabled, hint, inputRef }: NameFieldProps) {
  const id = useId();
  const { problem, typed } = choice;

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData('text');
    if (!hasSeparator(text.trim())) return;
    event.preventDefault();
    choice.addTyped(typed + text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    // With nothing to send, the button may be disabled.
    if (typed.trim() === '' && choice.chosen.length === 0) {
      event.preventDefault();
      choice.finish();
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0 }}>
      <Box component="label" htmlFor={id} sx={{ fontSize: '0.875rem', fontWeight: 560 }}>
        {label}
      </Box>
      <LazyNameChoiceField
        id={id}
        describedBy={`${id}-message`}
        {...{ placeholder, choice, options, isLoading, isDisabled, inputRef, onPaste, onKeyDown }}
      />
      <Box
        id={`${id}-message`}
        aria-live="polite"
        sx={{
          minHeight: '1.25rem',
          fontSize: '0.8125rem',
          lineHeight: 1.5,
          color: problem === null ? 'text.secondary' : 'error.main',
          overflowWrap: 'anywhere',
        }}
      >
        {problem ?? hint}
      </Box>
    </Box>
  );
}
