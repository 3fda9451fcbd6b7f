/** A filter from one number to another, both inclusive; either may stay empty. */
import { styled } from '@mui/material/styles';
import { useContext, useEffect, useId, useState } from 'react';
import { ControlFrame } from '../control-frame.tsx';
import { PlainInput } from '../plain-input.tsx';
import { FIELD_TEXT } from './field-frames.ts';
import { Labelled } from './labelled.tsx';
import { FROM_ABOVE_TO } from './range-of-numbers.ts';
import { readNumber } from './typed-number.ts';
import { BelowChip } from './use-list-open.ts';

interface NumbersFieldProps {
  readonly label: string;
  /** As in the address; empty: no end. */
  readonly from: string;
  readonly to: string;
  /** What the numbers count, where the label does not say it. */
  readonly hint?: string | undefined;
  /** Both ends, by keys, so that more may follow. */
  readonly onChange: (from: string, to: string) => void;
}

interface Draft {
  readonly from: string;
  readonly to: string;
  /** The ends in force when it was typed, and those that were read from it. */
  readonly base: string;
  readonly sent: string;
}

export function NumbersField({ label, from, to, hint, onChange }: NumbersFieldProps) {
  const id = useId();
  const { begun } = useContext(BelowChip);
  const [draft, setDraft] = useState<Draft | null>(null);
  const base = JSON.stringify([from, to]);
  // Ends that come from elsewhere (Back, a view) replace what was typed.
  const shown = draft !== null && (draft.base === base || draft.sent === base) ? draft : { from, to };
  const [first, last] = [readNumber(shown.from), readNumber(shown.to)];
  const isAbove = first !== null && last !== null && first !== '' && last !== '' && Number(first) > Number(last);
  const problem = first === null || last === null ? 'Enter a number.' : isAbove ? FROM_ABOVE_TO : undefined;

  function type(next: Pick<Draft, 'from' | 'to'>): void {
    const [low, high] = [readNumber(next.from), readNumber(next.to)];
    const isApplied = low !== null && high !== null && (low === '' || high === '' || Number(low) <= Number(high));
    setDraft({ ...next, base, sent: isApplied ? JSON.stringify([low, high]) : base });
    if (isApplied) onChange(low, high);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the field is there
  useEffect(() => {
    if (begun !== '') type({ from: begun, to });
  }, []);

  const messageId = `${id}-message`;
  const input = (end: 'from' | 'to') => (
    <Labelled id={`${id}-${end}`} label={`${label} ${end}`}>
      <ControlFrame style={FIELD_TEXT} data-wrong={problem === undefined ? undefined : ''}>
        <PlainInput
          id={`${id}-${end}`}
          inputMode="decimal"
          value={shown[end]}
          onChange={({ target }) => type({ from: shown.from, to: shown.to, [end]: target.value })}
          placeholder="Any"
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={messageId}
        />
      </ControlFrame>
    </Labelled>
  );
  return (
    <Ends>
      {input('from')}
      {input('to')}
      <Message id={messageId} aria-live="polite" data-wrong={problem === undefined ? undefined : ''}>
        {problem ?? hint}
      </Message>
    </Ends>
  );
}

const Ends = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '0.5rem' });

const Message = styled('div')(({ theme: { vars } }) => ({
  gridColumn: '1 / -1',
  fontSize: '0.8125rem',
  color: vars.palette.text.secondary,
  '&:empty': { marginBlockStart: '-0.5rem' },
  '&[data-wrong]': { color: vars.palette.error.main },
}));
