/** Choosing names and sending them. Chosen names stay until the server has accepted them. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { May } from '../../components/workspace/may.tsx';
import { logProblem } from '../../lib/log.ts';
import { showSnackbar } from '../../lib/snackbar/snackbar-store.ts';
import { useSuggestions } from '../../lib/use-suggestions.ts';
import { collecting } from '../../lib/workspace/needs.ts';
import { explainFailure, type Failure, type FailureTexts } from './explain-failure.ts';
import { FailureNotice } from './failure-notice.tsx';
import type { NameOption } from './names/name-choice-field.tsx';
import { NameField } from './names/name-field.tsx';
import { type ChoiceRules, useNameChoice } from './names/use-name-choice.ts';

interface TrackFormProps {
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
  readonly button: string;
  /** Names; empty until they are known. */
  readonly tracked: readonly string[];
  /** Stable between renders, like `suggest`. */
  readonly rules: ChoiceRules;
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly (NameOption & { readonly id: string })[]>;
  /** The button is disabled while there is nothing to send; otherwise pressing it says so. */
  readonly isButtonDisabledWhenEmpty: boolean;
  readonly isAdding: boolean;
  readonly onAdd: (names: readonly string[]) => Promise<unknown>;
  readonly failureTexts: FailureTexts;
  readonly success: string;
  /** The field that had the focus takes no more names. */
  readonly onFocusLost: () => void;
}

/** The names of a refused request, shown until something else is chosen or typed. */
interface Refused {
  readonly names: readonly string[];
  readonly failure: Failure;
}

export function TrackForm(props: TrackFormProps) {
  const {
    label,
    placeholder,
    button,
    tracked,
    rules,
    suggest,
    isButtonDisabledWhenEmpty,
    isAdding,
    onAdd,
    failureTexts,
    success,
  } = props;
  const choice = useNameChoice(tracked, rules);
  const { found, isLoading } = useSuggestions(choice.typed, suggest);
  const [refused, setRefused] = useState<Refused | null>(null);
  const input = useRef<HTMLInputElement>(null);
  /** Ignores a second press before the screen shows that it is busy. */
  const isSending = useRef(false);
  /** Names were sent from here, and the focus went back to the field. */
  const isSent = useRef(false);
  const hasNothing = choice.chosen.length === 0 && choice.typed === '';
  const isAtLimit = tracked.length >= rules.limit;
  const isLocked = choice.isFull && choice.chosen.length === 0;

  const handFocusOn = useEffectEvent(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement === input.current) props.onFocusLost();
  });

  useEffect(() => {
    if (isLocked && isSent.current) handFocusOn();
    isSent.current = false;
  }, [isLocked]);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const names = isSending.current ? null : choice.finish();
    if (names === null) return;
    isSending.current = true;
    setRefused(null);
    try {
      await onAdd(names);
      choice.onTracked(names);
      showSnackbar('success', success);
      isSent.current = true;
      input.current?.focus();
    } catch (error) {
      const explained = explainFailure(error, failureTexts);
      logProblem(explained.text, error);
      setRefused({ names, failure: explained });
    } finally {
      isSending.current = false;
    }
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box
        sx={{
          display: 'grid',
          columnGap: 1.5,
          rowGap: 1,
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignItems: 'start',
          // The button is aligned with the field, below its label.
          '& > button': { justifySelf: 'start' },
          '@container (min-width: 34rem)': {
            gridTemplateColumns: 'minmax(0, 1fr) auto',
            '& > button': { mt: '1.6875rem' },
          },
        }}
      >
        <NameField
          label={label}
          placeholder={placeholder}
          choice={choice}
          options={found}
          isLoading={isLoading}
          isDisabled={isLocked}
          hint={isLocked ? (rules.texts.limit?.reached ?? null) : props.hint}
          inputRef={input}
        />
        <May needs={collecting}>
          <Button type="submit" variant="contained" disabled={isAdding || isAtLimit || (isButtonDisabledWhenEmpty && hasNothing)}>
            {button}
          </Button>
        </May>
      </Box>
      {refused !== null && choice.chosen === refused.names && choice.typed === '' && <FailureNotice failure={refused.failure} />}
    </Box>
  );
}
