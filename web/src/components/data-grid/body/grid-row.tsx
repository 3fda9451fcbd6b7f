/**
 * One row. It is reused for the row at the same position on the next page, so that turning a page changes
 * texts, not elements.
 */
import type { CellValue, ColumnDefinition, TableRow } from '@leadloom/shared/tables/define-table';
import { rowMarksSchema } from '@leadloom/shared/tables/row-schema';
import { memo, type ReactElement, type ReactNode } from 'react';
import { type GridColumn, isNumeric } from '../columns/grid-column.ts';
import type { GridActions } from '../grid-actions.ts';
import { gridClasses } from '../grid-classes.ts';
import { cellText, cellTitle } from './cell-format.ts';
import { cellHref, hostIn, linkTarget } from './cell-link.ts';
import { iconIdOf } from './profile-networks.ts';
import { filledIn } from './row-names.ts';
import { shownCell } from './shown-cell.ts';
import { textFits } from './text-fits.ts';

/**
 * The number of letters of a cell, as many as the widest column can show; the popover has the whole text. A long biography
 * would take long to lay out.
 */
export const MAX_CELL_LETTERS = 120;

/** How many columns are drawn together (grid-rows.tsx). */
export const RUN = 5;

interface GridRowProps {
  /** null: on its way. */
  readonly row: TableRow | null;
  /** The number of the row, counted from 1 for the first row of the first page. */
  readonly number: number;
  /** Which runs of columns are drawn; the others are blank until they are. The array stays the same for the same answer. */
  readonly drawn: readonly boolean[];
  readonly runs: readonly (readonly GridColumn[])[];
  /** The widths of the columns of each run. */
  readonly widths: readonly (readonly number[])[];
  /** The columns with the row's name, also those that are not shown. */
  readonly nameColumns: readonly ColumnDefinition[];
  readonly shownNames: readonly ColumnDefinition[];
  readonly hrefOfRow: ((id: number) => string) | undefined;
  readonly isSelected: boolean;
  readonly canOpen: boolean;
  readonly isOpen: boolean;
  /** It changed since the account was last here. */
  readonly isNew: boolean;
  readonly actions: GridActions;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { number, drawn, runs, widths, isSelected, hrefOfRow, actions } = props;
  const row = drawn[0] === true ? props.row : null;
  const marks = row === null ? null : marksText(row);
  const name = row === null ? '' : nameOf(row, number, filledIn(row, props.nameColumns));
  const linked = row === null || hrefOfRow === undefined ? undefined : filledIn(row, props.shownNames);
  return (
    // For assistive technology, the header is row 1.
    <tr
      aria-rowindex={number + 1}
      aria-selected={row === null ? undefined : isSelected}
      aria-current={props.isOpen ? 'true' : undefined}
    >
      <td className={`${gridClasses.check} ${gridClasses.pinned}`} style={{ left: 0 }} tabIndex={row === null ? -1 : undefined}>
        {row !== null && (
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isSelected}
            aria-label={`Select ${name}`}
            onChange={(event) => actions.toggleRow(row.id, isWithShift(event.nativeEvent))}
          />
        )}
        {row !== null && props.canOpen && (
          <button
            type="button"
            className={gridClasses.open}
            tabIndex={-1}
            aria-label={`Open ${name}`}
            onClick={() => actions.openRow(row.id)}
          >
            Open
          </button>
        )}
        {marks !== null && <span role="img" className={gridClasses.mark} aria-label={marks} title={marks} />}
      </td>
      {runs.map((columns, index) => (
        <CellRun
          // biome-ignore lint/suspicious/noArrayIndexKey: a run is identified by its index
          key={index}
          columns={columns}
          widths={widths[index] ?? []}
          row={drawn[index] === true ? props.row : null}
          isNew={props.isNew && index === 0}
          nameColumn={linked}
          hrefOfRow={hrefOfRow}
        />
      ))}
      <td role="presentation" className={gridClasses.filler} />
    </tr>
  );
});

interface CellRunProps {
  readonly columns: readonly GridColumn[];
  readonly widths: readonly number[];
  readonly row: TableRow | null;
  /** The first of its cells carries the mark. */
  readonly isNew: boolean;
  /** The one whose text is a link to the row's page, here or in another run. */
  readonly nameColumn: ColumnDefinition | undefined;
  readonly hrefOfRow: ((id: number) => string) | undefined;
}

const CellRun = memo(
  function CellRun({ columns, widths, row, isNew, nameColumn, hrefOfRow }: CellRunProps) {
    return columns.map((column, index) => {
      const value = row === null ? null : shownCell(row, column.definition);
      const page = row === null || column.definition !== nameColumn ? undefined : hrefOfRow?.(row.id);
      return cell(column, widths[index] ?? 0, value, isNew && index === 0, page);
    });
  },
  (before, after) =>
    before.columns === after.columns &&
    before.row === after.row &&
    before.isNew === after.isNew &&
    before.nameColumn === after.nameColumn &&
    before.hrefOfRow === after.hrefOfRow &&
    before.widths.every((width, index) => width === after.widths[index]),
);

/**
 * This is called, not rendered as a component: one for each of 300 cells would cost more than its content.
 * @param page of the row, to which its name is a link; undefined: the cell is not its name
 * /
 */
function cell(column: GridColumn, width: number, value: CellValue, isNew: boolean, page: string | undefined): ReactElement {
  const { definition, pinIndex } = column;
  const text = cellText(definition, value);
  const shown = text.length > MAX_CELL_LETTERS ? `${text.slice(0, MAX_CELL_LETTERS)}…` : text;
  const href = typeof value === 'string' ? cellHref(definition, value) : null;
  const clip = textFits(shown, width) ? undefined : gridClasses.long;
  return (
    <td
      key={definition.field}
      className={isNew ? `${gridClasses.fresh} ${classOf(column) ?? ''}`.trim() : classOf(column)}
      style={pinIndex === null ? undefined : { left: `var(--pin-${pinIndex})` }}
      tabIndex={href === null && page === undefined ? -1 : undefined}
      title={cellTitle(definition, value)}
    >
      {isNew && <span role="img" aria-label="New" title="New" />}
      {page !== undefined ? (
        <div>
          <a className={`${gridClasses.name} ${gridClasses.long}`} href={page} tabIndex={-1} draggable={false}>
            {shown}
          </a>
        </div>
      ) : href === null ? (
        <div className={clip}>{shown}</div>
      ) : (
        <div>
          {link({
            href,
            text: shown,
            title: text !== value && typeof value === 'string' ? value : undefined,
            isLong: clip !== undefined,
            column,
          })}
        </div>
      )}
    </td>
  );
}

interface LinkCell {
  readonly href: string;
  readonly text: string;
  /** What the text leaves out. */
  readonly title: string | undefined;
  /** It may be too long for its column. */
  readonly isLong: boolean;
  readonly column: GridColumn;
}

/** A press opens the cell's popover (grid-body.tsx); with Ctrl or Cmd, or the middle button, the browser follows it. */
function link({ href, text, title, isLong, column: { definition, network } }: LinkCell): ReactElement {
  const isAddress = isLong && network === null && definition.kind === 'link' && isHost(hostIn(text));
  return (
    <a
      className={network !== null ? gridClasses.icon : isAddress ? gridClasses.address : isLong ? gridClasses.long : undefined}
      href={href}
      title={title}
      aria-label={network === null ? undefined : `${definition.headerName}: ${text}`}
      tabIndex={-1}
      draggable={false}
      aria-haspopup="dialog"
      {...linkTarget(href)}
    >
      {network !== null ? (
        <svg aria-hidden>
          <use href={`#${iconIdOf(network)}`} />
        </svg>
      ) : isAddress ? (
        addressParts(text)
      ) : (
        text
      )}
    </a>
  );
}

/** A host is cut at its front: its ending says more, and whose it is. */
function addressParts(text: string): ReactNode {
  const host = hostIn(text);
  const path = text.slice(host.length);
  return (
    <>
      <span>
        <bdi dir="ltr">{host}</bdi>
      </span>
      {path !== '' && <span>{path}</span>}
    </>
  );
}

function isHost(text: string): boolean {
  return text.includes('.');
}

export function classOf(column: GridColumn): string | undefined {
  const classes = [
    isNumeric(column.definition) ? gridClasses.numeric : '',
    column.pinIndex === null ? '' : gridClasses.pinned,
    column.network === null ? '' : gridClasses.icons,
  ].filter(Boolean);
  return classes.length === 0 ? undefined : classes.join(' ');
}

function nameOf(row: TableRow, number: number, column: ColumnDefinition | undefined): string {
  const name = column === undefined ? '' : cellText(column, row[column.field] ?? null);
  return name === '' ? `row ${number}` : name.slice(0, MAX_CELL_LETTERS);
}

function isWithShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

/** What the account keeps about a row, in words; null: nothing. */
function marksText({ my }: TableRow): string | null {
  if (my === undefined) return null;
  const { data } = rowMarksSchema.safeParse(my);
  if (data === undefined) return null;
  const { tags, lists, notes } = data;
  const parts = [
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}`] : []),
    ...(lists.length > 0 ? [`On ${lists.length} ${lists.length === 1 ? 'list' : 'lists'}`] : []),
    ...(notes > 0 ? [`${notes} ${notes === 1 ? 'note' : 'notes'}`] : []),
  ];
  return parts.length === 0 ? null : parts.join('. ');
}
