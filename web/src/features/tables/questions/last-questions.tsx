/**
 * A button in the line of the filters with the number of the questions that were asked last. It opens them as a list, each
 * with its total: a press asks one again, and each can become a view.
 */
import type { TableView, ViewState } from '@leadloom/shared/contract/table-views';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import type { TableName } from '@leadloom/shared/tables/tables';
import ManageSearchRounded from '@mui/icons-material/ManageSearchRounded';
import { styled } from '@mui/material/styles';
import { useRef, useState } from 'react';
import { lazyDialog, lazyOverlay } from '../../../components/lazy-part.tsx';
import { useScreenActions } from '../../../lib/screen-actions.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import type { TableState } from '../address/filters-in-url.ts';
import { keyOf } from './question-history.ts';
import { useQuestionHistory } from './use-question-history.ts';

const QuestionsPopover = lazyOverlay(
  async () => (await import('./questions-popover.tsx')).QuestionsPopover,
  ({ anchor }) => anchor !== null,
);
const SaveQuestion = lazyDialog(async () => (await import('./save-question.tsx')).SaveQuestion);

export interface LastQuestionsProps {
  readonly table: TableName;
  /** The list whose page this is; null: the screen of the table. */
  readonly list: string | null;
  /** The filters as they were chosen. */
  readonly filters: TableFilters;
  /** The state as it is requested; null: not known yet. */
  readonly requested: TableState | null;
  /** The field of a filter is open. */
  readonly isFieldOpen: boolean;
  readonly onAsk: (filters: TableFilters) => void;
  /** What a view of such filters keeps. */
  readonly viewStateOf: (filters: TableFilters) => ViewState;
  readonly onView: (view: TableView) => void;
}

export function LastQuestions(props: LastQuestionsProps) {
  const { table, list, filters, onAsk, viewStateOf, onView } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [saved, setSaved] = useState<TableFilters | null>(null);
  const { questions, readAgain, remove, clear } = useQuestionHistory(props);
  const isEmpty = questions.length === 0;

  function open(): void {
    readAgain();
    setOpen(true);
  }

  useScreenActions(isEmpty ? [] : [{ label: 'Show the last questions', shortcut: shortcuts.lastQuestions, run: open }]);

  return (
    <>
      <Numbered
        ref={button}
        type="button"
        aria-label={`Last questions ${questions.length}`}
        title="Last questions"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={isEmpty}
        onClick={open}
      >
        <ManageSearchRounded aria-hidden />
        {!isEmpty && questions.length}
      </Numbered>
      <QuestionsPopover
        anchor={isOpen ? button.current : null}
        table={table}
        list={list}
        questions={questions}
        currentKey={keyOf(filters)}
        onAsk={(question) => {
          setOpen(false);
          onAsk(question.filters);
        }}
        onSave={
          list === null
            ? (question) => {
                setOpen(false);
                setSaved(question.filters);
              }
            : null
        }
        onRemove={remove}
        onClear={() => {
          setOpen(false);
          clear();
        }}
        onClose={() => setOpen(false)}
      />
      {saved !== null && <SaveQuestion table={table} state={viewStateOf(saved)} onView={onView} onClose={() => setSaved(null)} />}
    </>
  );
}

const Numbered = styled('button')(({ theme }) => {
  const { palette, shape } = theme.vars;
  return {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '0.25rem',
    width: '100%',
    height: '2rem',
    padding: '0 0.375rem',
    border: 0,
    borderRadius: shape.borderRadius,
    background: 'none',
    color: palette.text.secondary,
    font: 'inherit',
    fontWeight: 500,
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:disabled': { opacity: 0.5, cursor: 'default' },
    '&:hover:not(:disabled), &[aria-expanded="true"]': {
      color: palette.text.primary,
      background: `color-mix(in srgb, ${palette.text.primary} 7%, ${palette.background.paper})`,
    },
    '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: 0 },
    '& svg': { fontSize: '1.25rem' },
  };
});
