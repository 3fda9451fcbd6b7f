/**
 * A table with the record of one of its rows beside it; in narrow windows the record covers the page. Its keys go through the
 * rows, open or not, and select them.
 */

import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { BAR_HEIGHT, NOTICE_HEIGHT } from '../../../components/bar-height.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';

/** A chunk of its own, so that tables load without it. */
const RecordPanel = lazy(async () => ({ default: (await import('./record-panel.tsx')).RecordPanel }));

const PANEL_WIDTH = 480;
/** Below this width the record covers the page. */
const COVERS = '(max-width: 899.95px)';
/** What is covered can be neither reached by keys nor read aloud. */
const coveredStyles = <GlobalStyles styles={{ [`@media ${COVERS}`]: { 'main:has([data-record])': { visibility: 'hidden' } } }} />;

interface RecordBesideProps {
  readonly name: TableName;
  /** null: none is open. */
  readonly recordId: number | null;
  /** Of the page shown. */
  readonly rows: readonly TableRow[];
  /** false: another page is on its way. */
  readonly isSettled: boolean;
  /** From 1. */
  readonly pageNumber: number;
  /** null: not known. */
  readonly lastPage: number | null;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number | null) => void;
  /** `isAdding`: it stays selected if it is. */
  readonly onSelect: (id: number, isAdding: boolean) => void;
  /** The table. */
  readonly children: ReactNode;
}

/** The row of another page that is opened once that page is there. */
interface WantedRow {
  readonly page: number;
  readonly end: 'first' | 'last';
  /** The record that is open until then. */
  readonly instead: number | null;
  readonly isSelected: boolean;
}

/** Opens the next row in a direction. */
type Step = (isSelecting: boolean) => void;

export function RecordBeside(props: RecordBesideProps) {
  const { name, recordId, rows, isSettled, pageNumber, lastPage, onPage, onOpen, onSelect, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<WantedRow | null>(null);

  useEffect(() => {
    if (wanted === null) return;
    // Another record was opened meanwhile.
    const isGivenUp = wanted.instead !== recordId;
    if (!isGivenUp && (!isSettled || wanted.page !== pageNumber)) return;
    setWanted(null);
    const row = isGivenUp ? undefined : rows.at(wanted.end === 'first' ? 0 : -1);
    if (row !== undefined) onOpen(row.id);
    if (row !== undefined && wanted.isSelected) onSelect(row.id, true);
  }, [wanted, recordId, isSettled, pageNumber, rows, onOpen, onSelect]);

  const index = rows.findIndex(({ id }) => id === recordId);
  const hasNextPage = lastPage === null ? false : pageNumber < lastPage;
  const previous = step(index > 0 ? rows[index - 1] : undefined, index === 0 && pageNumber > 1, pageNumber - 1, 'last');
  const next = step(rows[index + 1], index === rows.length - 1 && rows.length > 0 && hasNextPage, pageNumber + 1, 'first');

  /** null: there is no row in this direction. */
  function step(row: TableRow | undefined, canTurn: boolean, page: number, end: 'first' | 'last'): Step | null {
    if (row !== undefined) return (isSelecting) => openRow(row.id, isSelecting);
    if (!canTurn) return null;
    return (isSelecting) => {
      setWanted({ page, end, instead: recordId, isSelected: isSelecting });
      onPage(page);
    };
  }

  function openRow(id: number, isSelecting: boolean): void {
    onOpen(id);
    if (isSelecting) onSelect(id, true);
  }

  /** The row that has the focus; undefined: none, or it has gone. */
  function focusedRow(): TableRow | undefined {
    const row = document.activeElement?.closest<HTMLTableRowElement>('[role="grid"] > tbody > tr');
    return row == null ? undefined : rows[row.sectionRowIndex];
  }

  /** Without an open record, the row that has the focus is opened, or else the first. */
  function go(towards: Step | null, isSelecting: boolean): void {
    if (recordId !== null) towards?.(isSelecting);
    else {
      const first = focusedRow() ?? rows[0];
      if (first !== undefined) openRow(first.id, isSelecting);
    }
  }

  function toggleSelected(): void {
    const id = recordId ?? focusedRow()?.id;
    if (id !== undefined) onSelect(id, false);
  }

  useShortcuts([
    [shortcuts.close, recordId === null ? null : close],
    [shortcuts.selectNext, () => go(next, true)],
    [shortcuts.selectPrevious, () => go(previous, true)],
    [shortcuts.nextRecord, () => go(next, false)],
    [shortcuts.previousRecord, () => go(previous, false)],
    [shortcuts.selectRecord, toggleSelected],
  ]);

  function close(): void {
    const row = frame.current?.querySelector<HTMLTableRowElement>('tr[aria-current="true"]');
    const cell = row?.cells[1];
    onOpen(null);
    // In narrow windows the page is hidden until the record has gone.
    requestAnimationFrame(() => (cell?.querySelector<HTMLElement>('a') ?? cell ?? gridStop(frame.current))?.focus());
  }

  return (
    <Box
      ref={frame}
      data-record={recordId === null ? undefined : ''}
      sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex' }}
    >
      {coveredStyles}
      {children}
      {recordId !== null && (
        <Box
          component="aside"
          aria-label="Record"
          sx={{
            flex: `0 0 ${PANEL_WIDTH}px`,
            minHeight: 0,
            overflow: 'auto',
            borderInlineStart: '1px solid',
            borderTop: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            scrollbarWidth: 'thin',
            [`@media ${COVERS}`]: {
              visibility: 'visible',
              position: 'fixed',
              inset: 0,
              top: `calc(${BAR_HEIGHT} + var(${NOTICE_HEIGHT}, 0rem))`,
              zIndex: 5,
              border: 0,
            },
          }}
        >
          <Suspense>
            <RecordPanel
              name={name}
              id={recordId}
              row={rows[index]}
              onPrevious={previous === null ? null : () => previous(false)}
              onNext={next === null ? null : () => next(false)}
              onClose={close}
              isReadNext={() =>
                window.matchMedia(COVERS).matches ||
                (frame.current?.querySelector('[role="grid"]')?.contains(document.activeElement) ?? false)
              }
            />
          </Suspense>
        </Box>
      )}
    </Box>
  );
}

/** Where the focus was in the grid. */
function gridStop(frame: HTMLElement | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? null;
}
