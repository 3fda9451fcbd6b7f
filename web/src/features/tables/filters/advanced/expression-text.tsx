/** The expression as a text, for those who type. Where it cannot be read, the place is marked below it. */
import type { WhereError } from '@leadloom/shared/tables/conditions/where-tokens';
import { styled } from '@mui/material/styles';
import { type Ref, useEffect, useState } from 'react';
import { TextAreaField } from '../../../../components/text-area-field.tsx';

interface ExpressionTextProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly text: string;
  readonly problem: WhereError | null;
  /** It is about the text: nothing is wrong while somebody types on. */
  readonly isTyped: boolean;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

/** How much of the text stands before and after the place that is wrong. */
const SHOWN_AROUND = 24;
const TYPING_PAUSE_MS = 1200;

export function ExpressionText({ ref, text, problem, isTyped, onChange, onLeave }: ExpressionTextProps) {
  /** The text as it was when somebody last stopped typing. */
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  const isShown = problem !== null && (!isTyped || settled === text);
  return (
    <Field
      ref={ref}
      onBlur={() => {
        setSettled(text);
        onLeave();
      }}
    >
      <TextAreaField
        label="The same as text"
        name="where"
        value={text}
        onChange={onChange}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) setSettled(text);
        }}
        autoCapitalize="none"
        placeholder={'country = "Germany" or revenue > 10'}
        error={isShown ? <Problem text={text} error={problem} /> : undefined}
        hint="Conditions with “and”, “or”, “not” and brackets."
      />
    </Field>
  );
}

/** The message, and the text around the place, which is marked. */
function Problem({ text, error }: { readonly text: string; readonly error: WhereError }) {
  const index = indexOf(text, error.position);
  const before = text.slice(0, index);
  const [mark = ''] = text.slice(index);
  const after = text.slice(index + mark.length);
  return (
    <>
      {error.detail.charAt(0).toUpperCase() + error.detail.slice(1)}
      <Place aria-hidden>
        {before.length > SHOWN_AROUND ? `…${before.slice(-SHOWN_AROUND)}` : before}
        <mark>{mark.trim() === '' ? ' ' : mark}</mark>
        {after.length > SHOWN_AROUND ? `${after.slice(0, SHOWN_AROUND)}…` : after}
      </Place>
    </>
  );
}

/** @param position counted from 1 in code points @returns the index in UTF-16 units */
export function indexOf(text: string, position: number): number {
  return Array.from(text)
    .slice(0, position - 1)
    .join('').length;
}

const Field = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' });

const Place = styled('code')(({ theme: { vars } }) => ({
  display: 'block',
  whiteSpace: 'pre-wrap',
  color: vars.palette.text.primary,
  '& mark': {
    padding: '0 1px',
    color: 'inherit',
    background: `color-mix(in srgb, ${vars.palette.error.main} 30%, ${vars.palette.background.paper})`,
    borderBottom: `2px solid ${vars.palette.error.main}`,
  },
}));
