/** The expression `where` as a text. It is read while it is written, and applied by a button, or Ctrl or Cmd and Enter. */
import { parseWhere } from '@leadloom/shared/tables/conditions/parse-where';
import { WhereError } from '@leadloom/shared/tables/conditions/where-tokens';
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import { linkedTable } from '@leadloom/shared/tables/linked-tables';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useContext, useRef, useState } from 'react';
import { BelowChip } from '../../../components/filter-fields/use-list-open.ts';
import { TextAreaField } from '../../../components/text-area-field.tsx';
import { whereWords } from './question-words.ts';

interface WhereFieldProps {
  readonly definition: TableDefinition;
  /** The expression in force; empty: none. */
  readonly value: string;
  /** What was written before and is not applied; null: nothing. */
  readonly draft: string | null;
  readonly onDraft: (draft: string | null) => void;
  /** Gets the normal form, or an empty text. */
  readonly onApply: (text: string) => void;
}

/** How much of the text stands before and after the place that is wrong. */
const SHOWN_AROUND = 24;

export function WhereField({ definition, value, draft, onDraft, onApply }: WhereFieldProps) {
  const { begun, onDone } = useContext(BelowChip);
  const [text, setText] = useState(draft ?? (begun === '' ? value : begun));
  // Nobody has finished what is being written for the first time; an expression of an address is finished.
  const [isTried, setTried] = useState(draft !== null || value !== '');
  const field = useRef<HTMLDivElement>(null);
  const read = readText(definition, text);

  function apply(): void {
    setTried(true);
    if (read.error !== null) {
      const area = field.current?.querySelector('textarea');
      const index = indexOf(text, read.error.position);
      area?.focus();
      area?.setSelectionRange(index, index);
      return;
    }
    onDraft(null);
    onApply(read.text);
    onDone();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    apply();
  }

  return (
    <div ref={field} style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '0.5rem' }}>
      <TextAreaField
        label="Advanced"
        name="where"
        value={text}
        onChange={(next) => {
          setText(next);
          onDraft(next === value ? null : next);
        }}
        onKeyDown={onKeyDown}
        autoCapitalize="none"
        placeholder={'country = "Germany" or revenue > 10'}
        error={isTried && read.error !== null ? <Problem text={text} error={read.error} /> : undefined}
        hint={
          read.error === null && read.text !== ''
            ? whereWords(definition, read.text)
            : 'Conditions with “and”, “or”, “not” and brackets.'
        }
      />
      <div style={{ display: 'flex', gap: '0.5rem' }}>
        <Button size="small" variant="contained" onClick={apply} aria-keyshortcuts="Control+Enter Meta+Enter">
          Apply
        </Button>
        {(value !== '' || draft !== null) && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              onDraft(null);
              onApply('');
              onDone();
            }}
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

type ReadText = { readonly text: string; readonly error: null } | { readonly text: null; readonly error: WhereError };

/** A blank text is no filter. */
function readText(definition: TableDefinition, text: string): ReadText {
  if (text.trim() === '') return { text: '', error: null };
  try {
    return { text: parseWhere(text, definition, (link) => linkedTable(definition, link)).text, error: null };
  } catch (error) {
    if (error instanceof WhereError) return { text: null, error };
    throw error;
  }
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
function indexOf(text: string, position: number): number {
  return Array.from(text)
    .slice(0, position - 1)
    .join('').length;
}

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
