/** Fields of values that are typed: a text, and numbers. */
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { ControlFrame } from '../../../../components/control-frame.tsx';
import { FIELD_TEXT } from '../../../../components/filter-fields/field-frames.ts';
import { Labelled } from '../../../../components/filter-fields/labelled.tsx';
import { PlainInput } from '../../../../components/plain-input.tsx';
import { readNumbers } from './read-numbers.ts';

/** Longer than any value that people search for. */
const MAX_CHARACTERS = 1000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: nobody searches for them, and an expression cannot have them
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

interface TextValueProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TextValue({ label, value, onChange }: TextValueProps) {
  const id = useId();
  return (
    <Labelled id={id} label={label}>
      <ControlFrame style={FIELD_TEXT}>
        <PlainInput
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value.toWellFormed().replaceAll(CONTROL_CHARACTERS, ' '))}
          placeholder="Any"
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ControlFrame>
    </Labelled>
  );
}

interface NumbersTextProps {
  readonly label: string;
  readonly values: readonly number[];
  /** Several numbers may be typed, with commas between them. */
  readonly isSeveral: boolean;
  readonly onChange: (values: readonly number[]) => void;
}

/** What was typed over values, and what was read from it. */
interface Typed {
  readonly text: string;
  readonly base: string;
  readonly sent: string;
}

export function NumbersText({ label, values, isSeveral, onChange }: NumbersTextProps) {
  const id = useId();
  const [typed, setTyped] = useState<Typed | null>(null);
  const base = JSON.stringify(values);
  // Values that come from elsewhere replace what was typed.
  const text = typed !== null && (typed.base === base || typed.sent === base) ? typed.text : values.join(', ');
  const numbers = readNumbers(text, isSeveral);

  function type(next: string): void {
    const read = readNumbers(next, isSeveral);
    setTyped({ text: next, base, sent: read === null ? base : JSON.stringify(read) });
    if (read !== null) onChange(read);
  }

  return (
    <Labelled id={id} label={label}>
      <div>
        <ControlFrame style={FIELD_TEXT} data-wrong={numbers === null ? '' : undefined}>
          <PlainInput
            id={id}
            inputMode={isSeveral ? 'text' : 'decimal'}
            value={text}
            onChange={({ target }) => type(target.value)}
            placeholder="Any"
            maxLength={MAX_CHARACTERS}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={numbers === null}
            aria-describedby={`${id}-problem`}
          />
        </ControlFrame>
        <FieldProblem id={`${id}-problem`} aria-live="polite">
          {numbers === null && (isSeveral ? 'Enter a number, or several with commas.' : 'Enter a number.')}
        </FieldProblem>
      </div>
    </Labelled>
  );
}

export const FieldProblem = styled('div')(({ theme: { vars } }) => ({
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  color: vars.palette.error.main,
  overflowWrap: 'anywhere',
}));
