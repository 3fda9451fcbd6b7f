/**
 * The figures of a chart as a table: what screen readers read, and the keyboard's way to filter. A button stands for the mark
 * of its value.
 */
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { Entry, Figures } from '../../lib/charts/chart-figures.ts';
import { formatShare } from '../../lib/charts/figures-csv.ts';
import { formatFigure } from '../../lib/charts/piece-words.ts';
import { NO_VALUE } from '../../lib/no-value.ts';
import { visuallyHidden } from '../visually-hidden.ts';

interface FiguresTableProps {
  readonly caption: string;
  readonly figures: Figures;
  /** The labels of the dimensions. */
  readonly names: readonly string[];
  readonly measure: string;
  /** The rows of other values, in words. */
  readonly other: string;
  /** Whether a press on the entries filters by them. */
  readonly canPress: (entries: readonly Entry[]) => boolean;
  readonly onPress: (entries: readonly Entry[]) => void;
}

export function FiguresTable(props: FiguresTableProps) {
  const { caption, figures, names, other } = props;
  return (
    <Frame role="region" aria-label={caption} tabIndex={0}>
      <Table>
        <caption style={visuallyHidden}>{caption}</caption>
        {names.length === 1 ? <OneDimension {...props} /> : <TwoDimensions {...props} />}
        {figures.other > 0 && (
          <tfoot>
            <tr>
              <th scope="row">Other</th>
              <td colSpan={names.length === 1 ? 1 : (figures.entries[1]?.length ?? 1)}>{other}</td>
              {names.length === 1 && figures.isCount && <td>{formatShare(figures.other, figures.total)}</td>}
            </tr>
          </tfoot>
        )}
      </Table>
    </Frame>
  );
}

function OneDimension({ figures, names, measure, canPress, onPress }: FiguresTableProps) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{names[0]}</th>
          <th scope="col">{measure}</th>
          {figures.isCount && <th scope="col">Share</th>}
        </tr>
      </thead>
      <tbody>
        {(figures.entries[0] ?? []).map((entry) => {
          const value = figures.figureOf([entry.piece]) ?? null;
          return (
            <tr key={entry.text}>
              <th scope="row">
                <Mark entries={[entry]} canPress={canPress} onPress={onPress}>
                  {entry.text}
                </Mark>
              </th>
              <td>{value === null ? NO_VALUE : formatFigure(value)}</td>
              {figures.isCount && <td>{formatShare(value ?? 0, figures.total)}</td>}
            </tr>
          );
        })}
      </tbody>
    </>
  );
}

function TwoDimensions({ figures, names, canPress, onPress }: FiguresTableProps) {
  const [rows = [], columns = []] = figures.entries;
  return (
    <>
      <thead>
        <tr>
          <th scope="col">
            {names[0]} / {names[1]}
          </th>
          {columns.map((column) => (
            <th key={column.text} scope="col">
              {column.text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.text}>
            <th scope="row">{row.text}</th>
            {columns.map((column) => {
              const value = figures.figureOf([row.piece, column.piece]);
              return (
                <td key={column.text}>
                  {value === undefined ? (
                    ''
                  ) : (
                    <Mark
                      entries={[row, column]}
                      label={`${row.text}, ${column.text}: ${value === null ? NO_VALUE : formatFigure(value)}`}
                      canPress={canPress}
                      onPress={onPress}
                    >
                      {value === null ? NO_VALUE : formatFigure(value)}
                    </Mark>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </>
  );
}

interface MarkProps extends Pick<FiguresTableProps, 'canPress' | 'onPress'> {
  readonly entries: readonly Entry[];
  readonly label?: string;
  readonly children: ReactNode;
}

function Mark({ entries, label, canPress, onPress, children }: MarkProps) {
  if (!canPress(entries)) return children;
  return (
    <button type="button" aria-label={label} onClick={() => onPress(entries)}>
      {children}
    </button>
  );
}

const Frame = styled('div')(({ theme: { vars } }) => ({
  overflowX: 'auto',
  '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
  '@media print': { overflow: 'visible' },
}));

const Table = styled('table')(({ theme: { vars } }) => ({
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: '2rem',
    padding: '0 0 0 1.5rem',
    textAlign: 'end',
    fontWeight: 400,
    whiteSpace: 'nowrap',
    unicodeBidi: 'isolate',
  },
  // The names of columns take two lines before figures are out of sight.
  '& thead th': {
    maxWidth: '11rem',
    whiteSpace: 'normal',
    fontSize: '0.8125rem',
    lineHeight: 1.3,
    fontWeight: 560,
    color: vars.palette.text.secondary,
  },
  '& th:first-of-type': {
    minWidth: 'min(12rem, 34vw)',
    maxWidth: '22rem',
    paddingInlineStart: 0,
    textAlign: 'start',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& tbody tr, & tfoot tr': { borderTop: `1px solid ${vars.palette.divider}` },
  '& tfoot': { color: vars.palette.text.secondary },
  '& button': {
    maxWidth: '100%',
    minHeight: '1.5rem',
    padding: 0,
    border: 0,
    borderRadius: 2,
    background: 'none',
    color: vars.palette.primary.main,
    font: 'inherit',
    textAlign: 'inherit',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    cursor: 'pointer',
    '&:hover': { textDecoration: 'underline' },
    '&:focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: -1 },
  },
}));
