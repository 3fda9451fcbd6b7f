/**
 * The expression `where` as groups of rows, and as a text below them. Both are one: each change of the rows writes the text,
 * a text that can be read is drawn as rows, and either is applied at once. While the text cannot be read, the rows are those
 * of the last that could be, and cannot be changed.
 */
import type { TableDefinition } from '@leadloom/shared/tables/define-table';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, type ReactNode, useContext, useMemo, useRef } from 'react';
import { BelowChip } from '../../../../components/filter-fields/use-list-open.ts';
import { type AdvancedState, readState, withText, withTidyText, withTree } from './advanced-state.ts';
import { ExpressionText, indexOf } from './expression-text.tsx';
import { GroupRows } from './group-rows.tsx';
import { useTreeEdit } from './tree-edit.ts';

interface AdvancedEditorProps {
  readonly definition: TableDefinition;
  /** The expression in force; empty: none. */
  readonly value: string;
  /** What was shown for this expression before; null, or of another expression: nothing. */
  readonly draft: AdvancedState | null;
  readonly onDraft: (draft: AdvancedState | null) => void;
  /** The number of rows that are found. */
  readonly total: ReactNode;
  /** Gets the normal form, or an empty text. `isTyped`: by keys, so that more may follow. */
  readonly onApply: (text: string, isTyped: boolean) => void;
}

export function AdvancedEditor({ definition, value, draft, onDraft, total, onApply }: AdvancedEditorProps) {
  const chip = useContext(BelowChip);
  // The lists of the rows open one by one.
  const inRows = useMemo(() => ({ ...chip, isAlone: false }), [chip]);
  const read = useMemo(() => readState(definition, value), [definition, value]);
  const state = draft?.value === value ? draft : read;
  const { tree, text, problem } = state;
  const isUnreadable = problem !== null && state.isTyped;
  const rows = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);

  function show(next: AdvancedState, isTyped: boolean): void {
    onDraft(next);
    if (next.value !== value) onApply(next.value, isTyped);
  }

  const edit = useTreeEdit(tree, rows, (next, isTyped) => show(withTree(definition, state, next), isTyped));

  function finish(): void {
    if (!isUnreadable) {
      chip.onDone();
      return;
    }
    const field = area.current?.querySelector('textarea');
    const index = indexOf(text, problem.position);
    field?.focus();
    field?.setSelectionRange(index, index);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    finish();
  }

  return (
    <Editor onKeyDown={onKeyDown}>
      <BelowChip value={inRows}>
        <div ref={rows} className="rows" inert={isUnreadable} hidden={tree.parts.length === 0 && isUnreadable}>
          <GroupRows group={tree} definition={definition} link={null} level={1} name="Conditions" lead="Where" edit={edit} />
        </div>
      </BelowChip>
      <ExpressionText
        ref={area}
        text={text}
        problem={problem}
        isTyped={state.isTyped}
        onChange={(typed) => show(withText(definition, state, typed), true)}
        onLeave={() => {
          if (problem === null && text !== value) onDraft(withTidyText(definition, state));
        }}
      />
      <div className="ends">
        <Button size="small" variant="contained" onClick={finish} aria-keyshortcuts="Control+Enter Meta+Enter">
          Done
        </Button>
        {isUnreadable && tree.parts.length > 0 && (
          <Button size="small" color="inherit" onClick={() => show(withTidyText(definition, state), false)}>
            Back to the rows
          </Button>
        )}
        {(value !== '' || draft !== null) && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              onDraft(null);
              if (value !== '') onApply('', false);
              chip.onDone();
            }}
          >
            Remove
          </Button>
        )}
        {total}
      </div>
    </Editor>
  );
}

const Editor = styled('div')(({ theme: { vars } }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.75rem',
  '& > .rows': { transition: 'opacity 120ms' },
  // Most texts can be read again a few keys later.
  '& > .rows[inert]': { opacity: 0.45, transitionDelay: '600ms' },
  // It stays in sight below any number of rows.
  '& > .ends': {
    position: 'sticky',
    zIndex: 1,
    bottom: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.5rem',
    margin: '-0.25rem 0 -0.75rem',
    padding: '0.25rem 0 0.75rem',
    background: vars.palette.background.paper,
  },
}));
