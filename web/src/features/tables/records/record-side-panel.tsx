/**
 * A table with the record of one of its rows beside it; in narrow windows the record covers the page. Its keys go through the
 * rows, open or not, and select them.
 */

import type { TableRow } from '@leadloom/shared/tables/define-table';
import type { TableName } from '@leadloom/shared/tables/tables';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { BAR_HEIGHT } from '../../../components/bar-height.ts';
import { useSteady } from '../../../components/use-steady.ts';
import { shortcuts } from '../../../lib/shortcuts.ts';
import { useShortcuts } from '../../../lib/use-shortcuts.ts';
import { useRecordKeys } from './use-record-keys.tsx';

/** A chunk of its own, so that tables load without it. */
const RecordPanel = lazy(async () => ({ default: (await import('./record-panel.tsx')).RecordPanel }));

/** 480 pixels at the default text size. */
const PANEL_WIDTH = '30rem';
/** Below this width the record covers the page. */
const COVERS = 'screen and (max-width: 899.95px)';
/** What is covered can be neither reached by keys nor read aloud. */
const coveredStyles = <GlobalStyles styles={{ [`@media ${COVERS}`]: { 'main:has([data-record])': { visibility: 'hidden' } } }} />;

interface RecordSidePanelProps {
  readonly name: TableName;
  /** null: none is open. */
  readonly recordId: number | null;
  /** The rows of the page shown, or those that are scrolled through. */
  readonly rows: readonly TableRow[];
  /** The number of the first of them, from 1. */
  readonly firstNumber: number;
  /** false: the rows, or those of another page, are on their way. */
  readonly isSettled: boolean;
  /** From 1. */
  readonly pageNumber: number;
  /** null: not known. */
  readonly lastPage: number | null;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: number | null) => void;
  /** The record that was opened last: the router shows an address some time after it was told, and keys go on from there. */
  readonly latestRecord: () => number | null;
  /** `isAdding`: it stays selected if it is. */
  readonly onSelect: (id: number, isAdding: boolean) => void;
  /** The table. */
  readonly children: ReactNode;
}

/** A press of a key that goes to the next row or the one before. */
interface KeyStep {
  readonly towards: typeof NEXT | typeof PREVIOUS;
  readonly isSelecting: boolean;
}

/** The row of another page that is opened once that page is there. */
interface RequestedRow {
  readonly page: number;
  readonly end: 'first' | 'last';
  /** The record that is open until then. */
  readonly instead: number | null;
  readonly isSelected: boolean;
  /** The keys that were pressed while the page was on its way. */
  readonly next: KeyStep[];
}

/** Opens the next row in a direction. */
type Step = (isSelecting: boolean) => void;
const NEXT = 1;
const PREVIOUS = -1;

export function RecordSidePanel(props: RecordSidePanelProps) {
  const { name, recordId, rows, firstNumber, isSettled, pageNumber, lastPage, onPage, onOpen, latestRecord } = props;
  const { onSelect, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [pendingTurn, setPendingTurn] = useState<RequestedRow | null>(null);
  const turning = useRef<RequestedRow | null>(null);
  /** Keys pressed while the rows were on their way, in their order. */
  const early = useRef<(() => void)[]>([]);
  const onStep = useSteady(go);
  const onToggle = useSteady(toggleSelected);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a record that was opened meanwhile is told by the address
  useEffect(() => {
    if (pendingTurn === null) return;
    // Another record was opened meanwhile.
    const isGivenUp = pendingTurn.instead !== latestRecord();
    if (!isGivenUp && (!isSettled || pendingTurn.page !== pageNumber)) return;
    setPendingTurn(null);
    turning.current = null;
    const row = isGivenUp ? undefined : rows.at(pendingTurn.end === 'first' ? 0 : -1);
    if (row === undefined) return;
    onOpen(row.id);
    if (pendingTurn.isSelected) onSelect(row.id, true);
    for (const { towards, isSelecting } of pendingTurn.next) onStep(towards, isSelecting);
  }, [pendingTurn, recordId, isSettled, pageNumber, rows, onOpen, onSelect, latestRecord, onStep]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps go through the rows of this render
  useEffect(() => {
    if (!isSettled) return;
    for (const step of early.current.splice(0)) step();
  }, [isSettled, rows]);

  // The focus returns to the row after Back has closed the record that had it.
  useEffect(() => {
    if (recordId === null) return;
    const { current } = frame;
    return () => {
      requestAnimationFrame(() => {
        const isClosed = current?.isConnected === true && !current.hasAttribute('data-record');
        if (isClosed && document.activeElement === document.body) gridStop(current)?.focus({ preventScroll: true });
      });
    };
  }, [recordId]);

  const index = rows.findIndex(({ id }) => id === recordId);

  /** null: there is no row in this direction, or another page is on its way to the screen. */
  function stepFrom(id: number | null, towards: typeof NEXT | typeof PREVIOUS): Step | null {
    const at = rows.findIndex((row) => row.id === id);
    const row = at < 0 && towards === PREVIOUS ? undefined : rows[at + towards];
    if (row !== undefined) return (isSelecting) => openRow(row.id, isSelecting);
    const isAtEnd = at >= 0 && at === (towards === NEXT ? rows.length - 1 : 0);
    const hasPage = towards === NEXT ? lastPage !== null && pageNumber < lastPage : pageNumber > 1;
    if (!isAtEnd || !hasPage || !isSettled) return null;
    return (isSelecting) => {
      const page = pageNumber + towards;
      const end = towards === NEXT ? 'first' : 'last';
      const turn: RequestedRow = { page, end, instead: id, isSelected: isSelecting, next: [] };
      turning.current = turn;
      setPendingTurn(turn);
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
    // The header is row 1.
    return row == null ? undefined : rows[Number(row.getAttribute('aria-rowindex')) - 1 - firstNumber];
  }

  /** Without an open record, the row that has the focus is opened, or else the first. */
  function go(towards: typeof NEXT | typeof PREVIOUS, isSelecting: boolean): void {
    const current = latestRecord();
    if (current !== null && turning.current !== null) {
      turning.current.next.push({ towards, isSelecting });
      return;
    }
    if (!isSettled) {
      early.current.push(() => onStep(towards, isSelecting));
      return;
    }
    if (current !== null) {
      stepFrom(current, towards)?.(isSelecting);
      return;
    }
    const first = focusedRow() ?? rows[0];
    if (first !== undefined) openRow(first.id, isSelecting);
  }

  function toggleSelected(): void {
    if (!isSettled) {
      early.current.push(onToggle);
      return;
    }
    const id = latestRecord() ?? focusedRow()?.id;
    if (id !== undefined) onSelect(id, false);
  }

  useShortcuts([
    [shortcuts.close, recordId === null ? null : close],
    [shortcuts.selectNext, () => go(NEXT, true)],
    [shortcuts.selectPrevious, () => go(PREVIOUS, true)],
    [shortcuts.nextRecord, () => go(NEXT, false)],
    [shortcuts.previousRecord, () => go(PREVIOUS, false)],
    [shortcuts.selectRecord, toggleSelected],
  ]);

  const recordKeys = useRecordKeys(name, latestRecord);

  function close(): void {
    const row = frame.current?.querySelector<HTMLTableRowElement>('tr[aria-current="true"]');
    const cell = row?.cells[1];
    turning.current = null;
    early.current = [];
    setPendingTurn(null);
    onOpen(null);
    // In narrow windows the page is hidden until the record has gone.
    requestAnimationFrame(() => {
      const next = cell?.querySelector<HTMLElement>('a') ?? cell;
      // A row that was scrolled away from is not scrolled back to.
      if (next === undefined) gridStop(frame.current)?.focus({ preventScroll: true });
      else next.focus();
    });
  }

  return (
    <Box
      ref={frame}
      data-record={recordId === null ? undefined : ''}
      // An open record is printed instead of its table.
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        '@media print': { display: 'block', '&[data-record] > section': { display: 'none' } },
      }}
    >
      {coveredStyles}
      {children}
      {recordKeys.dialog}
      {recordId !== null && (
        <Box
          component="aside"
          aria-label="Record"
          sx={{
            flex: `0 0 ${PANEL_WIDTH}`,
            minHeight: 0,
            overflow: 'auto',
            borderInlineStart: '1px solid',
            borderTop: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            scrollbarWidth: 'thin',
            '@media print': { border: 0, overflow: 'visible' },
            [`@media ${COVERS}`]: {
              visibility: 'visible',
              position: 'fixed',
              inset: 0,
              top: BAR_HEIGHT,
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
              onPrevious={stepFrom(recordId, PREVIOUS) === null ? null : () => go(PREVIOUS, false)}
              onNext={stepFrom(recordId, NEXT) === null ? null : () => go(NEXT, false)}
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

/** The element of the grid that has its tab stop. */
function gridStop(frame: HTMLElement | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? null;
}
