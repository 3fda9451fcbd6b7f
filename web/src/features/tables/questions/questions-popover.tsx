/** The last questions as a list below their button. The arrow keys move between them, Enter asks one, Delete removes it. */
import { LIST_FILTER } from '@leadloom/shared/tables/filter-parameters';
import type { TableFilters } from '@leadloom/shared/tables/filter-query';
import { type TableName, tableByName } from '@leadloom/shared/tables/tables';
import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { visuallyHidden } from '../../../components/visually-hidden.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { formatRows } from '../../../lib/format-rows.ts';
import { useRowLists } from '../../../lib/my-rows/my-rows.ts';
import { type KnownLists, questionWords } from '../filters/question-words.ts';
import { keyOf, type PastQuestion } from './question-history.ts';

interface QuestionsListProps {
  readonly table: TableName;
  /** The list whose page this is; null: the screen of the table. */
  readonly list: string | null;
  /** The last one first. */
  readonly questions: readonly PastQuestion[];
  /** The key of the one that is on the screen. */
  readonly currentKey: string;
  readonly onAsk: (question: PastQuestion) => void;
  /** null: there are no views here. */
  readonly onSave: ((question: PastQuestion) => void) | null;
  readonly onRemove: (question: PastQuestion) => void;
  readonly onClear: () => void;
}

interface QuestionsPopoverProps extends QuestionsListProps {
  /** null: closed. */
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
}

export function QuestionsPopover({ anchor, onClose, ...props }: QuestionsPopoverProps) {
  return (
    <Popover
      open={anchor !== null && props.questions.length > 0}
      anchorEl={anchor}
      onClose={onClose}
      disableScrollLock
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      transitionDuration={0}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': 'Last questions',
          sx: { mt: 0.5, width: 'min(34rem, calc(100vw - 2rem))', maxHeight: 'min(40rem, 80dvh)' },
        },
      }}
    >
      <QuestionsList {...props} />
    </Popover>
  );
}

function QuestionsList({ table, list, questions, currentKey, onAsk, onSave, onRemove, onClear }: QuestionsListProps) {
  const { data: lists } = useRowLists(
    table,
    questions.some(({ filters }) => NAMES_LIST.test(keyOf(filters))),
  );
  const lines = useRef<HTMLUListElement>(null);

  useLayoutEffect(() => askButtons(lines.current)[0]?.focus(), []);

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
    const buttons = askButtons(lines.current);
    const at = buttons.findIndex((button) => button.parentElement?.contains(document.activeElement));
    const last = buttons.length - 1;
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    const question = questions[at];
    if (event.key === 'Delete' && question !== undefined) remove(question);
    else if (to !== undefined) buttons[to]?.focus();
    else return;
    event.preventDefault();
  }

  /** The focus goes on to the next question, or to the last one. */
  function remove(question: PastQuestion): void {
    const buttons = askButtons(lines.current);
    const at = questions.indexOf(question);
    (buttons[at + 1] ?? buttons[at - 1])?.focus();
    onRemove(question);
  }

  return (
    <Frame>
      <header>
        <strong>Last questions</strong>
        <Button size="small" color="inherit" onClick={onClear}>
          Clear all
        </Button>
      </header>
      <ul ref={lines} onKeyDown={onKeyDown}>
        {questions.map((question) => {
          const key = keyOf(question.filters);
          const words = wordsOf(table, list, question.filters, lists);
          return (
            <li key={key}>
              <button
                type="button"
                className="ask"
                title={words}
                aria-current={key === currentKey ? 'true' : undefined}
                onClick={() => onAsk(question)}
              >
                <span className="words">{words}</span>
                <span className="total">
                  <span aria-hidden>{formatCount(question.total)}</span>
                  <span style={visuallyHidden}>, {formatRows(question.total)}</span>
                </span>
              </button>
              {onSave !== null && (
                <IconButton
                  size="small"
                  aria-label={`Save as a view: ${words}`}
                  title="Save as a view"
                  onClick={() => onSave(question)}
                >
                  <BookmarkAddOutlined fontSize="small" />
                </IconButton>
              )}
              <IconButton size="small" aria-label={`Remove: ${words}`} title="Remove" onClick={() => remove(question)}>
                <CloseRounded fontSize="small" />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Frame>
  );
}

/** A question that may name a list. */
const NAMES_LIST = /"list(?:_not)?":|\blist\s*\(/i;

function askButtons(lines: HTMLElement | null): readonly HTMLElement[] {
  return [...(lines?.querySelectorAll<HTMLElement>('.ask') ?? [])];
}

function wordsOf(table: TableName, list: string | null, filters: TableFilters, lists: KnownLists = []): string {
  const { [LIST_FILTER]: _, ...others } = filters;
  const asked = list === null ? filters : others;
  const written = Object.entries(asked).map(([name, value]) => `${name}=${String(value)}`);
  return questionWords.filterWords(tableByName(table), asked, lists) ?? written.join(', ');
}

const Frame = styled('div')(({ theme: { vars } }) => {
  const { palette, shape } = vars;
  const mixed = (percent: number) => `color-mix(in srgb, ${palette.text.primary} ${percent}%, ${palette.background.paper})`;
  return {
    padding: '0.5rem',
    fontSize: '0.875rem',
    '& header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      padding: '0 0.25rem 0.25rem 0.625rem',
    },
    '& strong': { fontWeight: 560 },
    '& ul': { display: 'grid', gap: 2, margin: 0, padding: 0, listStyle: 'none' },
    '& li': { display: 'flex', alignItems: 'center', gap: 2, borderRadius: shape.borderRadius },
    '& li:hover, & li:focus-within': { background: mixed(6) },
    '& .ask': {
      flex: 1,
      display: 'flex',
      alignItems: 'baseline',
      gap: '0.75rem',
      minWidth: 0,
      minHeight: '2.25rem',
      padding: '0.375rem 0.625rem',
      border: 0,
      borderRadius: shape.borderRadius,
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      textAlign: 'start',
      cursor: 'pointer',
      '&:focus-visible': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
      '&[aria-current]': { fontWeight: 560 },
    },
    '& .words': {
      flex: 1,
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      overflow: 'hidden',
      overflowWrap: 'anywhere',
    },
    '& .total': { flex: 'none', color: palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  };
});
